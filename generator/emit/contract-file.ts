/** `codec.ts` of standalone code: the contract and what computes from it, as `structline/codec` has them, in one file. */

import { ownText } from "../source/own-text.ts";
import type { EmittedFile } from "./emitted-file.ts";
import { moduleFiles } from "./written-module.ts";

const FILES = ["struct-codec.ts", "fields.ts", "encode-checked.ts"];

export function contractFiles(header: string): EmittedFile[] {
  const sources = FILES.map((name) => ownText(`runtime/codec/${name}`));
  return moduleFiles("codec.ts", [header, sources], () => `${header}\n\n${joined(sources)}`);
}

/** What they import from one another is in the same file then. */
function joined(sources: readonly string[]): string {
  const texts = sources.map((source) => source.replace(/^import [^;]*;\n/gm, "").trim());
  return `${texts.join("\n\n")}\n`;
}
