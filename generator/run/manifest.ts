/** `build.json` in the output folder: inputs and outputs of the last run, so that an unchanged run can stop early. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { ReadRecord } from "../source/recording-reader.ts";
import { sha256 } from "./fingerprint.ts";
import { writeWhole } from "./write-whole.ts";

export const MANIFEST_FILE = "build.json";

/** Increase this when `Manifest` changes. */
const VERSION = 6;

export interface Manifest {
  /** Hash of the generator's code and of the settings that affect the output. */
  readonly inputs: string;
  /** One for each channel with its older versions, in order. */
  readonly groups: readonly GroupRecord[];
  /** Output path → SHA-256 of its text. */
  readonly outputs: Readonly<Record<string, string>>;
  /** Output path → hash of the text's inputs, for outputs that have them. */
  readonly keys: Readonly<Record<string, string>>;
  /** All warnings and notes, which an unchanged run reports again. */
  readonly diagnostics: readonly Diagnostic[];
}

export interface GroupRecord {
  /** Like the manifest's, for this group only. */
  readonly inputs: string;
  /** One for each channel of the group, in order. */
  readonly reads: readonly ReadRecord[];
  /** Outputs of this group only. */
  readonly paths: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

let known: { readonly text: string; readonly manifest: Manifest } | undefined;

/** The last run's manifest; undefined if there is none or it was edited. The same text gives the same object. */
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

/** @throws Error if it was edited */
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
