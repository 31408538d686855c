/**
 * `node scripts/build/programs.mjs [--without PART,PART | --only PART,PART] [--start]`: bundles the programs to dist/. Running programs keep
 * their files until newer ones replace them. `--start`: what somebody needs who runs the service in a clone, in two thirds of the time.
 */

import { chmodSync, copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { freemem } from "node:os";
import { basename, dirname, extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { build } from "esbuild";
import { buildJoined } from "./join-chunks.mjs";
import {
  isBuilt,
  leftOut,
  openedAtStart,
  partCommands,
  partFiles,
  partProcesses,
  partsWithout,
  replaceLoads,
} from "./left-out.mjs";
import { licensesOfPrograms, packageFolders, recorder } from "./licenses.mjs";
import { buildPage } from "./page.mjs";

const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** esbuild spends a fifth of its time in looking for memory to free, which it would use for a quarter more. */
const MEMORY_BYTES = 4 * 2 ** 30;
if (freemem() > MEMORY_BYTES) process.env.GOGC ??= "400";

/** Files that the generator writes: the contract of standalone codecs, and helpers in other languages. */
const OWN_TEXTS = readdirSync(join(ROOT, "runtime/codec"), { recursive: true })
  .map((name) => `runtime/codec/${name}`)
  .concat(
    readdirSync(join(ROOT, "generator"), { recursive: true })
      .map((name) => `generator/${String(name).replaceAll("\\", "/")}`)
      .filter((path) => /\/rules\/helpers\/[^/]+\.\w+$|\/foreign\/[^/]+\.\w+$/.test(path)),
  );

/** What compilers say of processors: read when it is needed, but part of the browser's build. */
const TABLES = "generator/targets/processors";
const TABLE_FILES = readdirSync(join(ROOT, TABLES)).map((name) => `${TABLES}/${name}`);

const COMMON = {
  absWorkingDir: ROOT,
  outdir: "dist",
  bundle: true,
  platform: "node",
  target: "node20",
  format: "esm",
  sourcemap: true,
  // Positions are enough for a stack trace. The text would double what every start reads and keeps in memory.
  sourcesContent: false,
  mainFields: ["module", "main"],
  logLevel: "warning",
  metafile: true,
};

/** Packages that cannot be bundled: they have native parts, or load files next to themselves. */
export const BESIDE = ["@duckdb/node-bindings", "@napi-rs/canvas", "autobahn", "fs-native-extensions", "serialport"];

/** Loaded code stays in memory and is installed, so it is minified. Names are kept, and lines are short enough to be shown. */
const SMALL = { minifyWhitespace: true, minifySyntax: true, lineLimit: 160 };

/** Packages that several programs load on demand, as one file each next to the programs. */
const SHARED = ["@duckdb/node-api", "apache-arrow"];
const sharedFile = (name) => `package-${name.split("/").at(-1)}`;
const shared = {
  name: "shared packages",
  setup({ onResolve }) {
    onResolve({ filter: new RegExp(`^(${SHARED.join("|")})$`) }, ({ path }) => ({
      path: `./${sharedFile(path)}.js`,
      external: true,
    }));
  },
};

// With its packages bundled, it starts in two thirds of the time.
const SERVICE = {
  ...COMMON,
  ...SMALL,
  plugins: [shared],
  splitting: true,
  external: BESIDE,
  // A copy of Node's streams for browsers and old versions.
  alias: { "readable-stream": "node:stream" },
  // Functions that bundled CommonJS packages call.
  banner: {
    js: `import { createRequire as makeRequire } from "node:module"; const require = makeRequire(import.meta.url);`,
  },
};

// Separate bundles for each thread and process: a shared file would be loaded into the memory of each anyway.
const MAIN = {
  ...SERVICE,
  chunkNames: "service-[name]-[hash]",
  entryPoints: [
    { in: "runtime/main.ts", out: "service" },
    { in: "command/structline.ts", out: "structline-program" },
    { in: "command/demo.ts", out: "demo-command" },
    ...partCommands(),
    { in: "scripts/start/rig.ts", out: "demo" },
  ],
};
const MAIN_TOGETHER = {
  "service-parts": [
    "runtime/settings/load-settings.ts",
    "runtime/lib/collect-garbage.ts",
    "runtime/lib/log.ts",
    "runtime/service/service.ts",
    "runtime/sources/udp/udp-source.ts",
    "runtime/sources/http/http-source.ts",
    "runtime/sources/mqtt/mqtt-source.ts",
    "runtime/sources/frames/frame-endpoints.ts",
    ...openedAtStart({ follow: false }),
  ],
};
/** A CommonJS package has no named exports that an import could find, so they are listed. */
async function sharedPackages() {
  const entries = await Promise.all(
    SHARED.map(async (name) => [name, Object.keys(await import(name)).filter((key) => /^\w+$/.test(key))]),
  );
  const texts = new Map(
    entries.map(([name, keys]) => [
      name,
      `export { ${keys.filter((key) => key !== "default").join(", ")} } from "${name}";`,
    ]),
  );
  const entryPoints = SHARED.map((name) => ({ in: `names:${name}`, out: sharedFile(name) }));
  return { ...SERVICE, splitting: false, plugins: [namesOf(texts)], entryPoints };
}

/** Entry points `names:PACKAGE`, of these texts. */
function namesOf(texts) {
  return {
    name: "names of a package",
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^names:/ }, ({ path }) => ({ path: path.slice("names:".length), namespace: "names" }));
      onLoad({ filter: /.*/, namespace: "names" }, ({ path }) => ({ contents: texts.get(path), resolveDir: ROOT }));
    },
  };
}

/**
 * For programs that read the configuration and open few of the stores and parts: the declarations stay, the code that they load goes.
 * @param members of parts whose code stays; undefined for code beside the declarations, as of stores
 */
const unopened = (...members) => ({
  name: "unopened",
  setup({ onResolve, onLoad }) {
    // By the text: esbuild would ask for each import of each file, which takes half as long as the build.
    onLoad({ filter: /[\\/](store[\\/]\w+[\\/]kind|parts[\\/][\w-]+[\\/]part)\.ts$/ }, ({ path }) => ({
      contents: replaceLoads(readFileSync(path, "utf8"), (text, file, member) =>
        members.includes(member) ? text : `import("unopened:${file}")`,
      ),
      loader: "ts",
    }));
    onResolve({ filter: /^unopened:/ }, ({ path }) => ({ path, namespace: "unopened" }));
    onLoad({ filter: /./, namespace: "unopened" }, ({ path }) => ({
      contents: `throw new Error("this program was built without ${path.slice("unopened:".length)}");`,
    }));
  },
});

const STORE_THREAD = {
  ...SERVICE,
  chunkNames: "store-[name]-[hash]",
  // Of the parts, only what follows stored rows, and shared logs.
  plugins: [shared, unopened(undefined, "stores", "depots", "follow", "threadLog")],
  entryPoints: [{ in: "runtime/service/store-worker.ts", out: "store-thread" }],
};
const STORE_TOGETHER = {
  // With what all stores have, so that none loads another.
  "store-parts": ["runtime/service/store-worker.ts", "runtime/store/base-store.ts", ...openedAtStart({ follow: true })],
  "store-duckdb": ["runtime/store/duckdb/duckdb-store.ts"],
};
const OTHERS = {
  ...SERVICE,
  entryPoints: [{ in: "runtime/sources/udp/receiver.ts", out: "udp-receiver" }, ...partProcesses()],
};

/** Programs that shells start. Each loads the module of its name. */
const PROGRAMS = ["dist/structline.cjs", "dist/channel-message.cjs"];

/** Licences of the packages that are part of the programs and the page. */
export const LICENSES = "dist/THIRD-PARTY-LICENSES.txt";

/** WebAssembly of the parsers, for the generator and for browsers. */
const WASM = ["web-tree-sitter", "tree-sitter-c", "tree-sitter-cpp"];

/** CommonJS packages that ask for Node's modules by `require`, which a module for `import` has not. */
const requiredOfNode = {
  name: "modules of Node",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: new RegExp(`^(?:node:)?(?:${builtinModules.join("|")})$`) }, ({ path, kind }) =>
      kind === "require-call" ? { path: path.replace(/^node:/, ""), namespace: "node" } : undefined,
    );
    onLoad({ filter: /./, namespace: "node" }, ({ path }) => ({
      contents: `export * from "node:${path}"; export { default } from "node:${path}";`,
    }));
  },
};

const textsOf = (paths) =>
  JSON.stringify(Object.fromEntries(paths.map((path) => [path, readFileSync(join(ROOT, path), "utf8")])));

/** A file of its own, which is asked for and there at once: a module for `import` would have to be awaited. */
const MATHJS_FILE = "mathjs.cjs";
const mathjsLater = {
  name: "mathjs later",
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]load-mathjs\.ts$/ }, () => ({
      contents: `import { createRequire } from "node:module";
export const loadMathjs = () => createRequire(import.meta.url)("./${MATHJS_FILE}");`,
    }));
  },
};

const GENERATOR = {
  ...COMMON,
  ...SMALL,
  plugins: [unopened(), requiredOfNode, mathjsLater],
  outdir: "dist/generator",
  entryPoints: [
    { in: "generator/run/cli.ts", out: "cli" },
    { in: "generator/init/init-command.ts", out: "init-command" },
    { in: "generator/compiler.ts", out: "compiler" },
    { in: "generator/run/other-layouts.ts", out: "other-layouts" },
    { in: "generator/lsp/lsp-command.ts", out: "lsp-command" },
    { in: "generator/ci/ci-command.ts", out: "ci-command" },
    { in: "generator/releases/publish-command.ts", out: "publish-command" },
    { in: "generator/releases/follow-command.ts", out: "follow-command" },
  ],
  define: {
    OWN_TEXTS: textsOf(OWN_TEXTS),
    TABLES_FOLDER: JSON.stringify("../processors/"),
    WASM_FOLDER: JSON.stringify("../compiler/"),
  },
  splitting: true,
  external: BESIDE,
};

const MATHJS = {
  ...COMMON,
  ...SMALL,
  format: "cjs",
  outdir: "dist/generator",
  outExtension: { ".js": extname(MATHJS_FILE) },
  plugins: [namesOf(new Map([["mathjs", `export { all, create } from "mathjs";`]]))],
  entryPoints: [{ in: "names:mathjs", out: basename(MATHJS_FILE, ".cjs") }],
};

// The command line tool is used often: one file with its packages opens faster than many.
const COMMAND_LINE = {
  ...COMMON,
  ...SMALL,
  plugins: [unopened("actions")],
  entryPoints: [{ in: "command/channel-message.ts", out: "channel-message-program" }],
};

// The browser build: the parsers' WebAssembly, and replacements for Node's modules.
const BROWSER_COMPILER = {
  ...COMMON,
  platform: "browser",
  target: "es2022",
  outdir: "dist/compiler",
  entryPoints: ["generator/browser/compiler.ts"],
  define: {
    OWN_TEXTS: textsOf([...OWN_TEXTS, ...TABLE_FILES]),
    WASM_FOLDER: GENERATOR.define.WASM_FOLDER,
  },
  alias: {
    "node:crypto": "./generator/browser/node-crypto.ts",
    "node:fs": "./generator/browser/node-module.ts",
    "node:module": "./generator/browser/node-module.ts",
    "node:net": "./generator/browser/node-module.ts",
    "node:path": "path-browserify",
  },
  // `load()` loads them in browsers.
  plugins: [
    {
      name: "no grammars of files",
      setup({ onLoad }) {
        onLoad({ filter: /[\\/]node-grammars\.ts$/ }, () => ({ contents: "" }));
      },
    },
  ],
  sourcemap: false,
  minify: true,
};

// Also for browsers and for `require`.
const CODEC = { ...COMMON, platform: "neutral", outdir: "dist/codec", entryPoints: ["runtime/codec/index.ts"] };
const FRAMES = { ...CODEC, outdir: "dist/frames", entryPoints: [{ in: "runtime/frames/published.ts", out: "index" }] };
const FRAMES_CJS = { ...FRAMES, format: "cjs", outExtension: { ".js": ".cjs" } };
const CODEC_CJS = { ...CODEC, format: "cjs", outExtension: { ".js": ".cjs" } };

/** @param without names of parts @param start only the programs, and more files than a start needs to read */
export async function buildAll(without = [], start = false) {
  const files = new Set();
  const leavesOut = await leftOut(without);
  const recorded = ({ plugins = [], entryPoints, ...options }) => ({
    ...options,
    entryPoints: entryPoints.filter((entry) => isBuilt(entry.in ?? entry, without)),
    plugins: [leavesOut, ...plugins, recorder(files)],
  });
  const plain = async (options) => Object.keys((await build(recorded(options))).metafile.outputs);
  const programs = [OTHERS, await sharedPackages(), GENERATOR, MATHJS, COMMAND_LINE, CODEC, FRAMES];
  const made = await Promise.all([
    ...programs.map(plain),
    ...(start
      ? [MAIN, STORE_THREAD].map(plain)
      : [
          buildJoined(recorded(MAIN), MAIN_TOGETHER, ["runtime/main.ts", "command/structline.ts"]),
          buildJoined(recorded(STORE_THREAD), STORE_TOGETHER),
          ...[BROWSER_COMPILER, CODEC_CJS, FRAMES_CJS].map(plain),
        ]),
  ]);
  mkdirSync(join(ROOT, "dist/compiler"), { recursive: true });
  for (const name of WASM) {
    const file = `node_modules/${name}/${name}.wasm`;
    copyFileSync(join(ROOT, file), join(ROOT, `dist/compiler/${name}.wasm`));
    files.add(file);
  }
  mkdirSync(join(ROOT, "dist/processors"), { recursive: true });
  for (const file of TABLE_FILES) copyFileSync(join(ROOT, file), join(ROOT, `dist/processors/${basename(file)}`));
  for (const program of PROGRAMS) {
    copyFileSync(join(ROOT, "command/program.cjs"), join(ROOT, program));
    chmodSync(join(ROOT, program), 0o755);
  }
  for (const file of [...(await copyPartFiles(without)), ...(await buildPage(join(ROOT, "dist/page")))])
    files.add(file);
  writeFileSync(join(ROOT, LICENSES), licensesOfPrograms(packageFolders(files)));
  removeStale(new Set([...PROGRAMS, LICENSES, ...made.flat()]));
}

/** Removes those of parts that are left out now. @returns the copied files */
async function copyPartFiles(without) {
  const copied = [];
  for (const { part, files } of await partFiles()) {
    for (const [from, to] of files) {
      const target = join(ROOT, "dist", to);
      if (without.includes(part)) rmSync(target, { force: true });
      else {
        mkdirSync(dirname(target), { recursive: true });
        copyFileSync(join(ROOT, from), target);
        copied.push(from);
      }
    }
  }
  return copied;
}

/** Files of earlier builds have other hashes in their names; what was compiled of them is no longer read. */
function removeStale(made) {
  rmSync(join(ROOT, "dist/compiled"), { recursive: true, force: true });
  for (const folder of ["dist", "dist/generator"]) {
    for (const entry of readdirSync(join(ROOT, folder), { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isFile() && !made.has(path.replaceAll("\\", "/"))) rmSync(join(ROOT, path));
    }
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({
    options: { without: { type: "string" }, only: { type: "string" }, start: { type: "boolean" } },
  });
  await buildAll(partsWithout(values), values.start);
}
