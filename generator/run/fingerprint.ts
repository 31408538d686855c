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
  return sha256(generatorFingerprint() + textOf(value));
}

/**
 * A text for each value, and another one for each other value: as JSON, which lacks some numbers and maps, and takes three times as long
 * where a function replaces them. Members that are `undefined` are left out.
 */
function textOf(value: unknown): string {
  switch (typeof value) {
    case "string":
      return `"${value.length} ${value}`;
    case "number":
      return Object.is(value, -0) ? "-0," : `${value},`;
    case "bigint":
      return `${value}n`;
    case "boolean":
      return value ? "t" : "f";
    case "object":
      return value === null ? "_" : objectText(value);
    default:
      return "_";
  }
}

function objectText(value: object): string {
  if (Array.isArray(value)) return listText(value, "[");
  // Most hashed values are positions.
  if (isSpan(value)) return spanText(value);
  if (value instanceof Map) return listText([...value.keys(), ...value.values()], "(");
  let text = "{";
  // Plain objects inherit nothing that this lists, and `Object.keys` makes a list for each.
  for (const key in value) {
    const member = (value as Readonly<Record<string, unknown>>)[key];
    if (member !== undefined) text += `${key.length} ${key}${textOf(member)}`;
  }
  return `${text}}`;
}

function listText(values: readonly unknown[], open: string): string {
  let text = `${open}${values.length} `;
  for (const value of values) text += textOf(value);
  return text;
}

function spanText({ file, start, end }: Span): string {
  return `@${start.line}:${start.column}-${end.line}:${end.column} ${file.length} ${file}`;
}

function isSpan(value: object): value is Span {
  return "file" in value && "start" in value;
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
