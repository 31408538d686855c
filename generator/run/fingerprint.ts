/** Hashes that decide whether a run could produce anything new. */

import { createHash, hash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { ChannelPlan } from "../plan/channel-plan.ts";
import type { Span } from "../source/span.ts";

export function sha256(bytes: string | Uint8Array): string {
  return hash("sha256", bytes, "hex");
}

/**
 * Hash of plain values: texts, numbers, arrays, objects, maps. Equal values give equal hashes in every process. V8's own
 * serialisation does not: it may write a repeated value in full or as a reference.
 */
export function valueHash(value: object): string {
  return sha256(JSON.stringify([generatorFingerprint(), value], plainValue));
}

/** Replaces values that JSON lacks. Positions become one text, because most hashed values are positions. */
function plainValue(_key: string, value: unknown): unknown {
  if (typeof value === "string") return value;
  if (typeof value === "bigint") return `${value}n`;
  if (value instanceof Map) return ["map", ...value];
  if (isSpan(value)) {
    const { file, start, end } = value;
    return `${start.line}:${start.column}-${end.line}:${end.column} ${file}`;
  }
  const isLost = typeof value === "number" && (!Number.isFinite(value) || Object.is(value, -0));
  return isLost ? ["number", Object.is(value, -0) ? "-0" : `${value}`] : value;
}

function isSpan(value: unknown): value is Span {
  return typeof value === "object" && value !== null && "file" in value && "start" in value;
}

/** Covers all inputs except the headers: the generator, its packages' versions, and the channels' settings. */
export function inputsFingerprint(
  plans: readonly ChannelPlan[],
  /** `shownFrom`: the folder that output paths are relative to; `form`: other settings that affect the output. */
  context: {
    readonly version: string;
    readonly shownFrom: string;
    readonly form: unknown;
    readonly names?: readonly unknown[];
  },
): string {
  const settings = plans.map((plan) => ({ ...plan, defines: [...plan.defines] }));
  return sha256(JSON.stringify([generatorFingerprint(), context, settings]));
}

let known: string | undefined;

/** Hash of the bundle, or of all sources if not bundled. Cached, because a running process does not change its code. */
function generatorFingerprint(): string {
  known ??= hashFiles(generatorFiles());
  return known;
}

function generatorFiles(): string[] {
  const self = fileURLToPath(import.meta.url);
  const root = dirname(dirname(dirname(self)));
  const lock = join(root, "package-lock.json");
  if (basename(self) !== "fingerprint.ts") return [...sourcesIn(dirname(self)), lock];
  return [
    ...["generator", "runtime/codec", "runtime/config", "runtime/frames"].flatMap((folder) =>
      sourcesIn(join(root, folder)),
    ),
    lock,
  ];
}

function sourcesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.(ts|c?js)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** A missing file counts as empty; an installed package has no lock file. */
function hashFiles(paths: readonly string[]): string {
  const hash = createHash("sha256");
  for (const path of paths) {
    hash.update(`${basename(path)}\0`);
    hash.update(readIfPresent(path));
  }
  return hash.digest("hex");
}

function readIfPresent(path: string): Uint8Array {
  try {
    return readFileSync(path);
  } catch {
    return new Uint8Array();
  }
}
