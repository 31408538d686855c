/** `build.json` in the output folder: what the last run read and wrote, so that an unchanged run can end at once. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { EmitName } from "../runtime/config/emit-names.ts";
import type { Diagnostic } from "./diagnostics/diagnostic.ts";
import { sha256 } from "./fingerprint.ts";
import type { ReadRecord } from "./recording-reader.ts";
import { writeWhole } from "./write-whole.ts";

export const MANIFEST_FILE = "build.json";

/** Changes with the shape of `Manifest`. */
const VERSION = 4;

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
  /** What `--emit` asked for: later runs keep it current until another `--emit`. */
  readonly emit: readonly EmitName[];
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

/** The last run's manifest; undefined when there is none, or when it is not as it was written. */
export function readManifest(folder: string): Manifest | undefined {
  try {
    const { version, checksum, content } = JSON.parse(readFileSync(join(folder, MANIFEST_FILE), "utf8"));
    return version === VERSION && checksum === sha256(JSON.stringify(content)) ? content : undefined;
  } catch {
    return undefined;
  }
}

export function writeManifest(folder: string, content: Manifest): void {
  const checksum = sha256(JSON.stringify(content));
  writeWhole(join(folder, MANIFEST_FILE), `${JSON.stringify({ version: VERSION, checksum, content }, undefined, 1)}\n`);
}
