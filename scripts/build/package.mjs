/**
 * `npm run package [-- --out DIR]`: the folders that npm publishes. `structline` compiles headers and has all programs;
 * `structline-service` depends on the packages with native parts that the service needs. They work whether or not npm runs scripts; the
 * clone itself is private.
 */

import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { buildDeclarations } from "./declarations.mjs";
import { ROOT } from "./setup.mjs";

const packageJson = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));

const FILES = ["dist", "headers", "channels.ini", "docs", "examples", "README.md", "CHANGELOG.md", "LICENSE"];
/** Stack traces then show positions in the built files. Source maps would be half of the package. */
const LEFT_OUT = /\.map$|[\\/]sources\.sha256$/;

/** Packages that are loaded from where they are installed, by their users. */
const COMPILER = ["tree-sitter", "tree-sitter-c"];
const SERVICE = ["@duckdb/node-bindings", "autobahn", "fs-native-extensions", "serialport"];
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
  writeFileSync(join(main, "THIRD-PARTY-LICENSES.txt"), licenses(bundledPackages()));
  const { version, license, engines, type, repository, bugs, homepage, keywords } = packageJson;
  const both = { version, license, type, engines, repository, bugs, homepage, keywords };
  const publishConfig = { access: "public", provenance: true };
  const { description, bin, exports } = packageJson;
  writeManifest(main, {
    ...{ name: "structline", description, ...both, bin, exports },
    dependencies: versionsOf(COMPILER),
    ...optionalPeers([...SERVICE, ...PICTURES]),
    publishConfig,
  });
  mkdirSync(service, { recursive: true });
  writeManifest(service, {
    ...{ name: "structline-service", description: "structline with all that its service needs", ...both },
    bin: { structline: "structline.cjs" },
    dependencies: { structline: version, ...versionsOf(SERVICE) },
    ...optionalPeers(PICTURES),
    publishConfig,
  });
  writeFileSync(join(service, "structline.cjs"), `#!/usr/bin/env node\nrequire("structline/command");\n`);
  writeFileSync(join(service, "README.md"), SERVICE_README);
  cpSync(join(ROOT, "LICENSE"), join(service, "LICENSE"));
  return [main, service];
}

const SERVICE_README = `# structline-service

\`npm install structline-service\` installs structline with the packages that its
service needs: DuckDB, serial ports, locks of files, and a WAMP client. \`npx structline start\` runs it.

Pictures of charts as PNG (\`/read/plot.png\`) need \`npm install @napi-rs/canvas\` as well; SVG does not.
`;

function writeManifest(folder, manifest) {
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
}

function versionsOf(names) {
  const { dependencies, optionalDependencies } = packageJson;
  return Object.fromEntries(names.map((name) => [name, dependencies[name] ?? optionalDependencies[name]]));
}

function optionalPeers(names) {
  return {
    peerDependencies: versionsOf(names),
    peerDependenciesMeta: Object.fromEntries(names.map((name) => [name, { optional: true }])),
  };
}

/** Folders of the bundled packages, according to the source maps, and of packages that are copied or built without maps. */
function bundledPackages() {
  const maps = readdirSync(join(ROOT, "dist"), { recursive: true }).filter((path) => path.endsWith(".map"));
  const sources = maps.flatMap((path) => JSON.parse(readFileSync(join(ROOT, "dist", path), "utf8")).sources);
  const found = sources.flatMap((source) => /.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(source)?.[0] ?? []);
  const names = found.map((path) => path.slice(path.indexOf("node_modules/")));
  const others = [
    "uplot",
    "fft.js",
    "path-browserify",
    "web-tree-sitter",
    "tree-sitter-c",
    "tree-sitter-cpp",
    "roboto-fontface",
  ];
  return [...new Set([...names, ...others.map((name) => `node_modules/${name}`)])].sort();
}

function licenses(folders) {
  const parts = folders.map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(ROOT, folder, "package.json"), "utf8"));
    const file = readdirSync(join(ROOT, folder)).find((entry) => /^(licen[cs]e|copying)/i.test(entry));
    const text = file === undefined ? "" : `\n${readFileSync(join(ROOT, folder, file), "utf8").trim()}\n`;
    return `${name} ${version}: ${license}\n${text}`;
  });
  return `Packages that are part of structline's programs.\n\n${parts.join(`\n${"-".repeat(72)}\n\n`)}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({ options: { out: { type: "string", default: join(ROOT, "build/npm") } } });
  const folders = buildPackages(resolve(process.env["INIT_CWD"] ?? process.cwd(), values.out));
  console.log(folders.join("\n"));
}
