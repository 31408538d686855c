/** The version of the page as the README shows it, and the version that a picture was taken of. */

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { crc32 } from "node:zlib";
import { build } from "esbuild";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const BROWSER = "runtime/dashboards/page/browser";
export const PICTURE = join(ROOT, "docs/images/page.png");
/** What the picture shows: the page, its look, and charts. Dialogs, other kinds and translations are loaded later. */
const SHOWN = ["main.ts", "kinds/views/charts-view.tsx", "style.css"].map((name) => `${BROWSER}/${name}`);
const KEYWORD = "structline page";

type Read = (path: string) => string;

/** A hash of the sources that the picture shows, with all that they import. */
export async function pageVersion(read: Read = (path) => readFileSync(join(ROOT, path), "utf8")): Promise<string> {
  const { metafile } = await build({
    entryPoints: SHOWN.map((path) => join(ROOT, path)),
    absWorkingDir: ROOT,
    outdir: "build/page-version",
    bundle: true,
    splitting: true,
    format: "esm",
    target: "es2022",
    mainFields: ["browser", "module", "main"],
    loader: { ".svg": "copy" },
    metafile: true,
    write: false,
    logLevel: "error",
  });
  const found = new Set<string>();
  const visit = (path: string) => {
    if (found.has(path) || !path.startsWith("runtime/")) return;
    found.add(path);
    for (const { path: imported, kind } of metafile.inputs[path]?.imports ?? [])
      if (kind === "import-statement" || kind === "import-rule") visit(imported);
  };
  for (const path of SHOWN) visit(path);
  const hash = createHash("sha256");
  // A checkout on Windows may have other line ends.
  for (const path of [...found].sort()) hash.update(`${path}\n${read(path).replaceAll("\r\n", "\n")}\n`);
  return hash.digest("hex").slice(0, 32);
}

const SIGNATURE_LENGTH = 8;

/** The picture with the version in a text chunk. [PNG 1.2, tEXt] */
export function withVersion(png: Buffer, version: string): Buffer {
  const text = Buffer.from(`tEXt${KEYWORD}\0${version}`, "latin1");
  const chunk = Buffer.alloc(text.length + 8);
  chunk.writeUInt32BE(text.length - 4, 0);
  text.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(text), text.length + 4);
  // Behind the header, which comes first.
  const at = SIGNATURE_LENGTH + 12 + png.readUInt32BE(SIGNATURE_LENGTH);
  return Buffer.concat([png.subarray(0, at), chunk, png.subarray(at)]);
}

/** Undefined if the picture names none. */
export function versionOf(png: Buffer): string | undefined {
  for (let at = SIGNATURE_LENGTH; at + 12 <= png.length; ) {
    const length = png.readUInt32BE(at);
    const [keyword, version] = png.toString("latin1", at + 8, at + 8 + length).split("\0");
    if (png.toString("latin1", at + 4, at + 8) === "tEXt" && keyword === KEYWORD) return version;
    at += length + 12;
  }
  return undefined;
}
