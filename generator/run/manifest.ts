/** `build.json` in the output folder: what the last run read and wrote, so that an unchanged run can end at once. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { ReadRecord } from "../source/recording-reader.ts";
import { sha256 } from "./fingerprint.ts";
import { writeWhole } from "./write-whole.ts";

export const MANIFEST_FILE = "build.json";

/** Changes with the shape of `Manifest`. */
const VERSION = 6;

export interface Manifest {
  /** Of the generator's own code and of the settings that shape the output. */
  readonly inputs: string;
  /** For each channel with its older versions, in order. */
  readonly groups: readonly GroupRecord[];
  /** Output path → SHA-256 of its text. */
  readonly outputs: Readonly<Record<string, string>>;
  /** Output path → hash of what its text was made from, for those that say it. */
  readonly keys: Readonly<Record<string, string>>;
  /** Warnings and notes of all, to be told again when nothing changed. */
  readonly diagnostics: readonly Diagnostic[];
}

export interface GroupRecord {
  /** As the manifest's, of this group alone. */
  readonly inputs: string;
  /** For each of its channels, in order. */
  readonly reads: readonly ReadRecord[];
  /** Outputs that are this group's alone. */
  readonly paths: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

let known: { readonly text: string; readonly manifest: Manifest } | undefined;

/** The last run's manifest; undefined when there is none, or when it is not as it was written. The same object for the same text. */
export function readManifest(folder: string): Manifest | undefined {
  try {
    const text = readFileSync(join(folder, MANIFEST_FILE), "utf8");
    if (text !== known?.text) known = { text, manifest: parseManifest(text) };
    return known.manifest;
  } catch {
    return undefined;
  }
}

const SHAPE = /^\{"version":(\d+),"checksum":"(\w+)","content":(.*)\}\n$/s;

/** @throws Error for what is not as it was written */
function parseManifest(text: string): Manifest {
  const [, version, checksum, content = ""] = SHAPE.exec(text) ?? [];
  if (version !== `${VERSION}` || checksum !== sha256(content)) throw new Error("not this version's, or damaged");
  return JSON.parse(content);
}

export function writeManifest(folder: string, manifest: Manifest): void {
  const content = JSON.stringify(manifest);
  const text = `{"version":${VERSION},"checksum":"${sha256(content)}","content":${content}}\n`;
  writeWhole(join(folder, MANIFEST_FILE), text);
}
