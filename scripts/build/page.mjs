/** Bundles the built-in page into dist/page: `node scripts/build/page.mjs [--out DIR]`. */

import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { build } from "esbuild";
import { filesIn } from "./licenses.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const source = join(root, "runtime/dashboards/page/browser");

/**
 * A bundler cuts shared code by who needs it: 38 files before anything is shown. All that is loaded later imports the first script here, which
 * is there by then, so that one file is shared by all.
 */
const firstScriptWhole = {
  name: "first-script-whole",
  setup(build) {
    build.onResolve({ filter: /^\./ }, ({ kind, path, resolveDir }) =>
      kind === "dynamic-import" ? { path: join(resolveDir, path), namespace: "later" } : undefined,
    );
    build.onLoad({ filter: /.*/, namespace: "later" }, ({ path }) => ({
      contents: `import ${JSON.stringify(join(source, "main.ts"))}; export * from ${JSON.stringify(path)};`,
      resolveDir: root,
    }));
  },
};

/**
 * Asset names contain a hash of their content, so that browsers may cache them forever.
 * @returns the files that are part of the page
 */
export async function buildPage(directory) {
  const assets = join(directory, "assets");
  const { metafile } = await build({
    entryPoints: [join(source, "main.ts"), join(source, "style.css"), join(source, "icon.svg")],
    outdir: assets,
    absWorkingDir: root,
    entryNames: "[name]-[hash]",
    chunkNames: "[name]-[hash]",
    bundle: true,
    splitting: true,
    minify: true,
    format: "esm",
    target: "es2022",
    mainFields: ["browser", "module", "main"],
    loader: { ".svg": "copy" },
    legalComments: "none",
    metafile: true,
    logLevel: "warning",
    plugins: [firstScriptWhole],
  });
  const made = new Map(
    Object.entries(metafile.outputs).map(([path, { entryPoint }]) => [basename(entryPoint ?? path), basename(path)]),
  );
  const script = Object.values(metafile.outputs).find(({ entryPoint }) => entryPoint?.endsWith("/main.ts"));
  // What the first script imports is asked for with it, not after it.
  const preloads = script.imports
    .filter(({ kind }) => kind === "import-statement")
    .map(({ path }) => `<link rel="modulepreload" href="page/${basename(path)}">`);
  const html = (await readFile(join(source, "index.html"), "utf8"))
    .replace("%SCRIPT%", `page/${made.get("main.ts")}`)
    .replace("%PRELOADS%", preloads.join(""))
    .replace("%STYLE%", `page/${made.get("style.css")}`)
    .replace("%ICON%", `page/${[...made.values()].find((name) => name.startsWith("icon-"))}`);
  await mkdir(directory, { recursive: true });
  await writeFile(join(directory, "index.html"), html);
  const plot = await plotTemplate();
  await writeFile(join(directory, "plot.html"), plot.text);
  await removeStale(assets, new Set(Object.keys(metafile.outputs).map((path) => basename(path))));
  return [...filesIn(metafile), ...plot.files];
}

/** The self-contained page of one plot. The service inserts title and data. */
async function plotTemplate() {
  const { outputFiles, metafile } = await build({
    entryPoints: [join(source, "chart/plot-page.ts")],
    absWorkingDir: root,
    bundle: true,
    minify: true,
    format: "iife",
    target: "es2022",
    legalComments: "none",
    logLevel: "warning",
    metafile: true,
    write: false,
  });
  const style = await readFile(join(root, "node_modules/uplot/dist/uPlot.min.css"), "utf8");
  const script = outputFiles[0].text.replaceAll("</script", "<\\/script");
  const text = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>%TITLE%</title><style>body{font:14px system-ui,sans-serif;margin:16px}${style}</style></head>
<body>
<h1 style="font-size:18px">%TITLE%</h1>
<script type="application/json" id="data">%DATA%</script>
<script>${script}</script>
</body>
</html>
`;
  return { text, files: [...filesIn(metafile), "node_modules/uplot/dist/uPlot.min.css"] };
}

async function removeStale(assets, kept) {
  for (const name of await readdir(assets)) if (!kept.has(name)) await rm(join(assets, name));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({ options: { out: { type: "string", default: join(root, "dist/page") } } });
  await buildPage(values.out);
}
