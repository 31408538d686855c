/**
 * `npm run build:binary [-- --out DIR] [--without PART,PART | --only PART,PART]`: programs for machines without Node. `structline` and `channel-message` are one executable, built
 * from the running Node (a single executable application). Next to it, `lib` contains the bundled programs, the page, and packages with
 * native parts.
 */

import { execFileSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { neededPackages, partsWithout } from "./left-out.mjs";
import { licensesOfBinary } from "./licenses.mjs";
import { buildPrograms, installPackages, ROOT } from "./setup.mjs";

/** The version of Node that executables, image and Debian package of a release contain. */
export const EMBEDDED_NODE = 24;
export const EXECUTABLES = ["structline", "channel-message"];
/** Marker of the place for the program in Node's executable. [Node.js, Single executable applications] */
const FUSE = "NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2";

/** @param out is deleted and created again @param without names of parts to leave out */
export async function buildBinary(out, without = []) {
  await installPackages({ tests: true });
  await buildPrograms(without);
  const lib = join(out, "lib");
  rmSync(out, { recursive: true, force: true });
  mkdirSync(lib, { recursive: true });
  cpSync(join(ROOT, "dist"), lib, { recursive: true, filter: (path) => !/\.map$|[\\/]compiled$/.test(path) });
  const docs = without.includes("docs") ? [] : ["docs"];
  for (const part of ["headers", "channels.ini", ...docs, "LICENSE"])
    cpSync(join(ROOT, part), join(out, part), { recursive: true });
  const { BESIDE, LICENSES } = await import("./programs.mjs");
  const copied = new Set();
  for (const name of neededPackages(BESIDE, without)) copyPackage(name, ROOT, lib, copied);
  const programs = readFileSync(join(ROOT, LICENSES), "utf8");
  const beside = [...copied].map((folder) => relative(ROOT, folder));
  writeFileSync(join(out, "THIRD-PARTY-LICENSES.txt"), licensesOfBinary(programs, beside));
  rmSync(join(lib, basename(LICENSES)));
  writeFileSync(join(lib, "package.json"), '{ "type": "module" }\n');
  copyFileSync(join(ROOT, "scripts/build/binary-boot.cjs"), join(lib, "boot.cjs"));
  makeExecutables(out);
}

/** Copies a package and its dependencies to the paths where npm put them, without build dependencies. */
function copyPackage(name, from, lib, copied) {
  const folder = packageFolder(name, from);
  if (folder === undefined || copied.has(folder)) return;
  copied.add(folder);
  const isNative = existsSync(join(folder, "binding.gyp"));
  const filter = (path) => isNeeded(relative(folder, path), isNative);
  cpSync(folder, join(lib, relative(ROOT, folder)), { recursive: true, dereference: true, filter });
  const { dependencies = {}, optionalDependencies = {} } = JSON.parse(
    readFileSync(join(folder, "package.json"), "utf8"),
  );
  for (const needed of Object.keys({ ...dependencies, ...optionalDependencies })) {
    copyPackage(needed, folder, lib, copied);
  }
}

function packageFolder(name, from) {
  for (let folder = from; ; folder = dirname(folder)) {
    const candidate = join(folder, "node_modules", name);
    if (existsSync(join(candidate, "package.json"))) return candidate;
    if (folder === dirname(folder)) return undefined;
  }
}

/** Skips binaries for other machines and sources of native parts. */
function isNeeded(path, isNative) {
  const [, platform] = /^prebuilds\/([^/]+)/.exec(path.replaceAll("\\", "/")) ?? [];
  if (platform !== undefined) return platform.startsWith(`${process.platform}-${process.arch}`);
  if (/^node_modules(\/|$)|\.(md|map)$/.test(path)) return false;
  return !isNative || !/^(src|vendor|deps|build|bindings\/(?!node))(\/|$)|\.(c|cc|h|gyp)$/.test(path);
}

/** Node with a small program that runs `lib/boot.cjs` next to it; the same file under each name. */
function makeExecutables(out) {
  const at = (name) => join(out, name);
  const [main, blob, config] = ["sea.cjs", "sea.blob", "sea.json"].map(at);
  writeFileSync(main, `require("node:module").createRequire(process.execPath)("./lib/boot.cjs");\n`);
  writeFileSync(config, JSON.stringify({ main, output: blob, disableExperimentalSEAWarning: true }));
  execFileSync(process.execPath, ["--experimental-sea-config", config], { stdio: "pipe" });
  const [first, ...others] = EXECUTABLES.map((name) => at(process.platform === "win32" ? `${name}.exe` : name));
  copyFileSync(process.execPath, first);
  chmodSync(first, 0o755);
  const postject = createRequire(import.meta.url).resolve("postject/dist/cli.js");
  execFileSync(process.execPath, [postject, first, "NODE_SEA_BLOB", blob, "--sentinel-fuse", FUSE], { stdio: "pipe" });
  for (const other of others) linkSync(first, other);
  for (const file of [main, blob, config]) rmSync(file);
}

/** Files that are linked count once. */
function bytesIn(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const sizes = new Map(
    files.map((entry) => statSync(join(entry.parentPath, entry.name))).map(({ ino, size }) => [ino, size]),
  );
  return [...sizes.values()].reduce((sum, size) => sum + size, 0);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({
    options: {
      out: { type: "string", default: join(ROOT, "build", "structline") },
      without: { type: "string" },
      only: { type: "string" },
    },
  });
  const out = resolve(process.env["INIT_CWD"] ?? process.cwd(), values.out);
  await buildBinary(out, partsWithout(values));
  const [major] = process.versions.node.split(".");
  if (Number(major) !== EMBEDDED_NODE)
    console.error(
      `build:binary: it contains Node ${process.versions.node}; run it with Node ${EMBEDDED_NODE} for a release`,
    );
  const megabytes = (folder) => (bytesIn(folder) / 1e6).toFixed(1);
  console.log(
    `${out}: ${EXECUTABLES.join(", ")}; ${megabytes(out)} MB, of which ${megabytes(join(out, "lib"))} MB are not Node`,
  );
}
