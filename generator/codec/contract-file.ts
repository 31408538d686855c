/** `codec.ts` of standalone code: the types and runtime functions of `structline/codec` in one file. */

import { ownText } from "../source/own-text.ts";
import type { EmittedFile } from "./emitted-file.ts";

/** In dependency order. scripts/build/declarations.mjs reads this too. */
export const CONTRACT_FILES = [
  "struct-codec.ts",
  "fields.ts",
  "field-tree.ts",
  "encode-checked.ts",
  "patched.ts",
  "json.ts",
];

/** What TypeScript makes of the module. `npm run docs` writes it, since loading a compiler takes half a second. */
export const BUILT_CONTRACT = {
  js: "generator/codec/foreign/codec.js",
  declarations: "generator/codec/foreign/codec.d.ts",
};

export function contractFiles(header: string): EmittedFile[] {
  const file = (path: string, read: () => string, built: boolean): EmittedFile => ({
    path,
    built,
    basis: [header, CONTRACT_FILES],
    get text() {
      return `${header}\n\n${read()}`;
    },
  });
  return [
    file("codec.ts", contractSource, false),
    file("codec.js", () => ownText(BUILT_CONTRACT.js), true),
    file("codec.d.ts", () => ownText(BUILT_CONTRACT.declarations), true),
  ];
}

/** Imports between these files are removed, since they become one file. @throws Error if two of them declare one name */
export function contractSource(): string {
  const texts = CONTRACT_FILES.map((name) =>
    ownText(`runtime/codec/${name}`)
      .replace(/^import [^;]*;\n/gm, "")
      .trim(),
  );
  const text = `${texts.join("\n\n")}\n`;
  const names = Array.from(
    text.matchAll(/^(?:export )?(?:async )?(?:function\*?|const|let|class) (\w+)/gm),
    ([, name]) => name,
  );
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new Error(`runtime/codec declares ${twice} in two files, which become one`);
  return text;
}
