/** Bundles the built-in page into dist/page: `node scripts/build-page.mjs [--out DIR]`. */

import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { build } from "esbuild";

const root = fileURLToPath(new URL("..", import.meta.url));
const source = join(root, "runtime/dashboards/page/browser");

/** Assets carry a hash of their content in their name, so that browsers may keep them for ever. */
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
  });
  const made = new Map(
    Object.entries(metafile.outputs).map(([path, { entryPoint }]) => [basename(entryPoint ?? path), basename(path)]),
  );
  const html = (await readFile(join(source, "index.html"), "utf8"))
    .replace("%SCRIPT%", `page/${made.get("main.ts")}`)
    .replace("%STYLE%", `page/${made.get("style.css")}`)
    .replace("%ICON%", `page/${[...made.values()].find((name) => name.startsWith("icon-"))}`);
  await mkdir(directory, { recursive: true });
  await writeFile(join(directory, "index.html"), html);
  await removeStale(assets, new Set(Object.keys(metafile.outputs).map((path) => basename(path))));
}

async function removeStale(assets, kept) {
  for (const name of await readdir(assets)) if (!kept.has(name)) await rm(join(assets, name));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({ options: { out: { type: "string", default: join(root, "dist/page") } } });
  await buildPage(values.out);
}
