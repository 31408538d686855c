/**
 * `npm run package [-- --out DIR]`: the folders that npm publishes. `structline` compiles headers and has all programs;
 * `structline-service` depends on the packages with native parts that the service needs. They work whether or not npm runs scripts; the
 * clone itself is private.
 */

import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { buildDeclarations } from "./declarations.mjs";
import { PROCESSORS, ROOT, SYSTEMS } from "./setup.mjs";

const packageJson = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));

const FILES = ["dist", "headers", "channels.ini", "docs", "examples", "README.md", "CHANGELOG.md", "LICENSE"];
/** Stack traces then show positions in the built files. Source maps would be half of the package. */
const LEFT_OUT = /\.map$|[\\/]sources\.sha256$|[\\/]dist[\\/]compiled$/;

/** The native grammar, which is used where it is installed: the same grammar as WebAssembly is part of the package. */
const COMPILER = ["tree-sitter", "tree-sitter-c"];
const SERVICE = ["@duckdb/node-bindings", "fs-native-extensions", "serialport"];
/** Only for an external WAMP router, which asks for it by name. */
const ROUTER = ["autobahn"];
/** 34 MB, for pictures of charts as PNG; SVG needs no package. */
const PICTURES = ["@napi-rs/canvas"];

/** @returns the two folders */
export function buildPackages(out) {
  if (!existsSync(join(ROOT, "dist/structline.cjs"))) throw new Error("the programs are not built: npm run build");
  buildDeclarations();
  rmSync(out, { recursive: true, force: true });
  const [main, service] = ["structline", "structline-service"].map((name) => join(out, name));
  for (const name of FILES) {
    cpSync(join(ROOT, name), join(main, name), { recursive: true, filter: (path) => !LEFT_OUT.test(path) });
  }
  renameSync(join(main, "dist/THIRD-PARTY-LICENSES.txt"), join(main, "THIRD-PARTY-LICENSES.txt"));
  const { version, license, engines, type, repository, bugs, homepage, keywords } = packageJson;
  const both = { version, license, type, engines, repository, bugs, homepage, keywords };
  const publishConfig = { access: "public", provenance: true };
  const { description, bin, exports } = packageJson;
  writeManifest(main, {
    ...{ name: "structline", description, ...both, bin, exports },
    // A bundler may leave out what a program does not use of the codecs; the programs and the compiler do things when they are loaded.
    sideEffects: ["./dist/*.js", "./dist/*.cjs", "./dist/generator/**", "./dist/compiler/**"],
    ...optionalPeers([...COMPILER, ...SERVICE, ...ROUTER, ...PICTURES]),
    publishConfig,
  });
  mkdirSync(service, { recursive: true });
  writeManifest(service, {
    ...{ name: "structline-service", description: "structline with all that its service needs", ...both },
    // npm refuses other systems before it installs anything: DuckDB has no part for them.
    ...{ os: SYSTEMS, cpu: PROCESSORS },
    // npm links only the programs of a package that was asked for; npx takes the one with the package's name.
    bin: Object.fromEntries(
      ["structline-service", ...Object.keys(bin)].map((program) => [program, `${programOf(program)}.cjs`]),
    ),
    dependencies: { structline: version, ...versionsOf(SERVICE) },
    ...optionalPeers([...ROUTER, ...PICTURES]),
    publishConfig,
  });
  for (const [program, entry] of Object.entries(ENTRIES)) {
    writeFileSync(join(service, `${program}.cjs`), `#!/usr/bin/env node\nrequire("structline/${entry}");\n`, {
      mode: 0o755,
    });
  }
  writeFileSync(join(service, "README.md"), SERVICE_README);
  cpSync(join(ROOT, "LICENSE"), join(service, "LICENSE"));
  return [main, service];
}

/** Programs of the service's package → what they load of `structline`. */
const ENTRIES = { structline: "command", "channel-message": "channel-message" };

function programOf(name) {
  return name in ENTRIES ? name : "structline";
}

const SERVICE_README = `# structline-service

\`npm install structline-service\` installs structline with the packages that its
service needs: DuckDB, serial ports and locks of files. \`npx structline start\` runs it.

Pictures of charts as PNG (\`/read/plot.png\`) need \`npm install @napi-rs/canvas\` as well; SVG does not. An
external WAMP router (\`[wamp] url\`) needs \`npm install autobahn\`.
`;

function writeManifest(folder, manifest) {
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
}

function versionsOf(names) {
  const { dependencies, devDependencies } = packageJson;
  return Object.fromEntries(names.map((name) => [name, dependencies[name] ?? devDependencies[name]]));
}

function optionalPeers(names) {
  return {
    peerDependencies: versionsOf(names),
    peerDependenciesMeta: Object.fromEntries(names.map((name) => [name, { optional: true }])),
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({ options: { out: { type: "string", default: join(ROOT, "build/npm") } } });
  const folders = buildPackages(resolve(process.env["INIT_CWD"] ?? process.cwd(), values.out));
  console.log(folders.join("\n"));
}
