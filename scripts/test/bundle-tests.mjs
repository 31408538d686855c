/**
 * Bundles test files for plain Node, because one bundle takes less time than transpiling in every process. Small files share a process,
 * which takes half a second to start. A file with hooks, its own environment or a lab gets a separate process.
 */

import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { partProcesses } from "../build/left-out.mjs";
import { BESIDE } from "../build/programs.mjs";

/** Text of a file that needs a separate process: top-level hooks apply to all tests of a process. */
const ALONE =
  /^(?:before|after|beforeEach|afterEach|mock)\b|\bprocess\.(?:env\b.*\] = |chdir|umask)|\bmock\.|new Lab\(/m;
/** They share a browser, which takes as long to start as their process. */
const PAGE = /^test\/e2e\/page/;
const PROGRAMS = "test/support/programs";
/** Processes and threads that the service starts, by the names of the built files. */
const PROCESSES = {
  ...Object.fromEntries(partProcesses().map((one) => [one.out, one.in])),
  "udp-receiver": "runtime/sources/udp/receiver.ts",
  "store-thread": "runtime/service/store-worker.ts",
};
/** Their folder in the output. */
export const PROGRAMS_OUT = "programs";
/** Packages that are bundled because they consist of many files and most processes load them. */
const INSIDE = ["mathjs", "fast-check", "@duckdb/node-api"];
/** A larger number would only make the last process of a run the longest. A long file counts for several. */
const MOST_IN_ONE = 10;
const OF_A_LONG_ONE = 4;
/** The slowest files, to start first so that nothing waits for them at the end. Node runs files in the order of their names. */
const LONG = [
  "simulation/",
  "e2e/page",
  "e2e/faults-",
  "e2e/security",
  "oracle/",
  "parts/cluster",
  "udp/datagram-ring",
  "parts/sql",
  "store/duckdb",
  "e2e/",
  "store/",
  "docs/",
  "property/",
];

/**
 * @param files test files, relative to `root`
 * @param outdir folder for the bundles; below `root`, so that packages are found
 * @returns paths of the files for `node --test`
 */
export async function bundleTests({ root, files, outdir }) {
  const entries = new Map(groupsOf(root, files).map((group) => [nameOf(group), group]));
  const { outputs } = (
    await build({
      absWorkingDir: root,
      entryPoints: [...[...entries.keys()].map((name) => ({ in: `tests:${name}`, out: name })), ...programs(root)],
      outdir,
      bundle: true,
      splitting: true,
      metafile: true,
      platform: "node",
      target: "node20",
      format: "esm",
      mainFields: ["module", "main"],
      external: BESIDE,
      banner: {
        // Functions that bundled CommonJS packages call.
        js: `import { createRequire as makeRequire } from "node:module"; const require = makeRequire(import.meta.url);`,
      },
      sourcemap: "linked",
      // Every process reads the source maps of its files; positions are enough for a stack trace.
      sourcesContent: false,
      outExtension: { ".js": ".mjs" },
      logLevel: "warning",
      plugins: [packages(), groups(root, entries), ownUrls()],
    })
  ).metafile;
  return Object.entries(outputs)
    .filter(([, { entryPoint }]) => entryPoint?.startsWith("tests:"))
    .map(([path]) => path)
    .sort();
}

function groupsOf(root, files) {
  const groups = [];
  const open = new Map();
  for (const file of files) {
    if ((file.startsWith("test/e2e/") && !PAGE.test(file)) || ALONE.test(readFileSync(join(root, file), "utf8"))) {
      groups.push([file]);
      continue;
    }
    const part = `${rankOf(file)} ${file.split("/")[1]}`;
    const group = open.get(part) ?? [];
    if (group.length === 0) groups.push(group);
    group.push(file);
    open.set(part, weightOf(group) >= MOST_IN_ONE ? [] : group);
  }
  return groups;
}

function weightOf(group) {
  return group.reduce((sum, file) => sum + (file.endsWith(".long.test.ts") || PAGE.test(file) ? OF_A_LONG_ONE : 1), 0);
}

function nameOf(group) {
  const name =
    group.length === 1
      ? group[0].replace(/\.test\.ts$/, "")
      : `${dirname(group[0])}/${group.length}-from-${group[0]
          .split("/")
          .at(-1)
          .replace(/\.test\.ts$/, "")}`;
  return `${String(rankOf(group[0])).padStart(2, "0")}-${name.replaceAll("/", "-")}`;
}

function rankOf(file) {
  const rank = LONG.findIndex((part) => file.includes(`/${part}`));
  return rank < 0 ? LONG.length : rank;
}

/** Programs that tests, or the tested code, start as processes. */
function programs(root) {
  const own = readdirSync(join(root, PROGRAMS)).map((file) => [basename(file, ".ts"), join(PROGRAMS, file)]);
  return [...own, ...Object.entries(PROCESSES)].map(([name, file]) => ({ in: file, out: `${PROGRAMS_OUT}/${name}` }));
}

/** Packages stay outside of the bundle, except {@link INSIDE} and their dependencies. */
function packages() {
  return {
    name: "packages",
    setup({ onResolve }) {
      onResolve({ filter: /^[^./]/ }, ({ path, importer, kind, namespace }) => {
        const isOwn = kind !== "entry-point" && namespace !== "tests" && !importer.includes("node_modules");
        return isOwn && !INSIDE.includes(path) ? { path, external: true } : undefined;
      });
    },
  };
}

/** A module for each group, which imports its files one after another. */
function groups(root, entries) {
  return {
    name: "groups of tests",
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^tests:/ }, ({ path }) => ({ path: path.slice("tests:".length), namespace: "tests" }));
      onLoad({ filter: /.*/, namespace: "tests" }, ({ path }) => ({
        contents: entries
          .get(path)
          .map((file) => `import ${JSON.stringify(`./${file}`)};`)
          .join("\n"),
        resolveDir: root,
      }));
    },
  };
}

/** Modules find files next to their source, not next to the bundle. */
function ownUrls() {
  return {
    name: "own URLs",
    setup({ onLoad }) {
      onLoad(
        { filter: /\/(?:command|generator|runtime|scripts|test)\/.*\.m?[jt]s$/, namespace: "file" },
        ({ path }) => {
          const text = readFileSync(path, "utf8");
          if (!text.includes("import.meta.url")) return undefined;
          return {
            contents: text.replaceAll("import.meta.url", JSON.stringify(pathToFileURL(path).href)),
            loader: path.endsWith("ts") ? "ts" : "js",
          };
        },
      );
    },
  };
}
