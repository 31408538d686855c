/** `codec.ts` of standalone code: the contract and what computes from it, as `structline/codec` has them, in one file. */

import { readFileSync } from "node:fs";
import type { EmittedFile } from "../channel-plan.ts";
import { moduleFiles } from "./written-module.ts";

/** Set where the generator is bundled. */
declare const CONTRACT_SOURCES: readonly string[] | undefined;

const FILES = ["struct-codec.ts", "fields.ts", "encode-checked.ts"];

export function contractFiles(header: string): EmittedFile[] {
  const sources = contractSources();
  return moduleFiles("codec.ts", [header, sources], () => `${header}\n\n${joined(sources)}`);
}

function contractSources(): readonly string[] {
  if (typeof CONTRACT_SOURCES !== "undefined") return CONTRACT_SOURCES;
  return FILES.map((name) => readFileSync(new URL(`../../runtime/codec/${name}`, import.meta.url), "utf8"));
}

/** What they import from one another is in the same file then. */
function joined(sources: readonly string[]): string {
  const texts = sources.map((source) => source.replace(/^import [^;]*;\n/gm, "").trim());
  return `${texts.join("\n\n")}\n`;
}
