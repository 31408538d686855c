/** The version of what the pictures of the editor show. */

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

export const EDITOR_PICTURES = ["editor-hover.png", "editor-fix.png"].map((name) => join(ROOT, "docs/images", name));

/** Texts that the server makes, and what is drawn. */
const SHOWN = [
  ...["hover.ts", "inlay.ts", "layout-text.ts", "lens.ts", "published.ts"].map((name) => `generator/lsp/${name}`),
  ...["extension.js", "package.json", "syntaxes/tags.json"].map((name) => `examples/vscode/${name}`),
  "scripts/docs/editor-pictures.ts",
];

/** A hash of these sources. */
export function editorVersion(): string {
  const hash = createHash("sha256");
  for (const path of SHOWN)
    hash.update(`${path}\n${readFileSync(join(ROOT, path), "utf8").replaceAll("\r\n", "\n")}\n`);
  return hash.digest("hex").slice(0, 32);
}
