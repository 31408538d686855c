/**
 * The program as functions that each create a new instance: one for the process, one for the store's thread. Everything it uses of the
 * machine (files, timers, clocks, threads, the database) is passed as `simulated`; the rest is as built.
 */

import { createRequire } from "node:module";
import { join } from "node:path";
import vm from "node:vm";
import { build, type Plugin } from "esbuild";
import { ROOT } from "../support/lab.ts";

export type Instance = Readonly<Record<string, unknown>>;
export type Program = (simulated: object) => Instance;

const HERE = join(ROOT, "test/simulation");

/** Global names that mean the machine unless they are declared. */
const GLOBALS = {
  setTimeout: "simulated.setTimeout",
  clearTimeout: "simulated.clearTimeout",
  setInterval: "simulated.setInterval",
  clearInterval: "simulated.clearInterval",
  setImmediate: "simulated.setImmediate",
  clearImmediate: "simulated.clearImmediate",
  "Date.now": "simulated.now",
  "Math.random": "simulated.random",
  "performance.now": "simulated.performanceNow",
  "process.hrtime.bigint": "simulated.hrtime",
  // In pieces, because the tests' own bundler would replace it.
  [`import.${"meta"}.url`]: '"file:///sim/program.ts"',
};

const MODULES: Readonly<Record<string, string>> = {
  "node:fs/promises": "simulated.promises",
  "node:fs": "simulated.fs",
  "node:timers/promises": "simulated.timers",
  "node:worker_threads": "simulated.threads",
  "node:crypto": "simulated.crypto",
  "node:os": "simulated.os",
};

/** Our files that access the real machine. */
const PARTS: Readonly<Record<string, string>> = {
  "lib/lock.ts": "module.exports = simulated.lock;",
  "lib/open-worker.ts": "module.exports = { openWorker: simulated.openWorker, openEarly() {}, earlyWorker() {} };",
  "lib/thread-end.ts": "module.exports = simulated.threadEnd;",
  "store-thread/priority.ts": "module.exports = { yieldToOthers() {} };",
  "http/http-listener.ts": "module.exports = { listenHttp: simulated.listen };",
  "dashboards/page/serve-page.ts": `module.exports = { servePage: () => new (require("hono").Hono)() };`,
  "parts/docs/serve-docs.ts": `module.exports = { serveDocs: () => new (require("hono").Hono)() };`,
  "model/descriptors.ts":
    'module.exports = { Descriptors: class { status() { return { state: "ok", detail: "" }; } stop() {} } };',
};

const SIDES: Readonly<Record<string, string>> = {
  "store/duckdb/duckdb-store.ts": join(HERE, "sides/stores.ts"),
  "parts/influxdb/influx-store.ts": join(HERE, "sides/stores.ts"),
  "sources/registry.ts": join(HERE, "sides/registry.ts"),
  "channels/load-codecs.ts": join(HERE, "sides/codecs.ts"),
};

const machine = (root: string): Plugin => ({
  name: "machine",
  setup(setup) {
    setup.onResolve({ filter: /^node:/ }, ({ path }) =>
      MODULES[path] === undefined ? { path, external: true } : { path, namespace: "machine" },
    );
    setup.onLoad({ filter: /.*/, namespace: "machine" }, ({ path }) => ({
      contents: `module.exports = ${MODULES[path]};`,
    }));
    setup.onResolve({ filter: /\.ts$/ }, ({ path, resolveDir, importer }) => {
      const inside = relativeToRuntime(join(resolveDir, path), root);
      const side = inside === undefined ? undefined : SIDES[inside];
      // A replacement may import what it replaces.
      if (side !== undefined && side !== importer) return { path: side };
      if (inside !== undefined && PARTS[inside] !== undefined) return { path: inside, namespace: "part" };
      // The sides lie here, whichever tree is simulated.
      return inside === undefined ? undefined : { path: join(root, "runtime", inside) };
    });
    setup.onLoad({ filter: /.*/, namespace: "part" }, ({ path }) => ({ contents: PARTS[path]! }));
    // A script can require no package that has modules only: such a one becomes a part of it.
    const require = createRequire(join(root, "package.json"));
    setup.onResolve({ filter: /^[^./]/ }, ({ path }) =>
      isRequired(path, require) ? { path, external: true } : undefined,
    );
  },
});

function isRequired(path: string, require: NodeJS.Require): boolean {
  try {
    return require.resolve(path) !== "";
  } catch {
    return false;
  }
}

function relativeToRuntime(path: string, root: string): string | undefined {
  for (const tree of [join(root, "runtime"), join(ROOT, "runtime")]) {
    if (path.startsWith(`${tree}/`)) return path.slice(tree.length + 1);
  }
  return undefined;
}

/** @param root the tree that is simulated, which may be another commit's */
export async function programOf(which: "service" | "store-thread", root = ROOT): Promise<Program> {
  const entry = which === "service" ? join(HERE, "sides/service.ts") : join(root, "runtime/service/store-worker.ts");
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    format: "cjs",
    platform: "node",
    target: "node20",
    // A script has no modules of its own.
    supported: { "dynamic-import": false },
    define: GLOBALS,
    plugins: [machine(root)],
    logLevel: "error",
  });
  const code = outputFiles![0]!.text;
  const script = new vm.Script(`(function (require, module, exports, simulated) {${code}\n})`, {
    filename: `${which}.cjs`,
  });
  const make = script.runInThisContext() as (
    require: unknown,
    module: object,
    exports: object,
    simulated: object,
  ) => void;
  const require = createRequire(join(root, "package.json"));
  return (simulated) => {
    const module = { exports: {} as Instance };
    make(require, module, module.exports, simulated);
    return module.exports;
  };
}
