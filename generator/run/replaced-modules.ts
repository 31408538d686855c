/** Keeps replaced modules in `history`. The service may still have messages to store that arrived under the old codec; their stored values must not change. */

import { mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { moduleDigest, readReplacedName, replacedName } from "../../runtime/channels/codec-modules.ts";
import { type EmittedFile, HISTORY_FOLDER } from "../codec/emitted-file.ts";
import { readBytes } from "./known-files.ts";
import { replaceWhole } from "./write-whole.ts";

/** Maximum per struct; the oldest is removed first. A journal normally holds messages of a few seconds. */
const MOST_OF_STRUCT = 16;

const MODULE = /^(?:history\/)?([^/]+)\/([^/.]+)\.js$/;
/** Property of every codec. [runtime/codec/struct-codec.ts] */
const CODEC = "storedValues";

/** Call this before `path` is overwritten or removed. */
export function keepReplaced(folder: string, path: string, by?: Pick<EmittedFile, "text">): void {
  const [, stem, struct] = MODULE.exec(path) ?? [];
  if (stem === undefined || struct === undefined) return;
  const bytes = readBytes(join(folder, path));
  if (bytes === undefined) return;
  const text = Buffer.from(bytes).toString();
  if (!text.includes(CODEC)) return;
  const digest = moduleDigest(text);
  if (by !== undefined && moduleDigest(by.text) === digest) return;
  const directory = join(folder, HISTORY_FOLDER, stem);
  mkdirSync(directory, { recursive: true });
  replaceWhole(join(directory, replacedName(struct, digest)), text);
  removeOldest(directory, struct);
}

function removeOldest(directory: string, struct: string): void {
  const kept = readdirSync(directory).filter((name) => readReplacedName(name)?.struct === struct);
  const files = kept.map((name) => join(directory, name));
  const oldestFirst = files.map((file) => ({ file, atMs: statSync(file).mtimeMs })).sort((a, b) => a.atMs - b.atMs);
  const tooMany = Math.max(0, files.length - MOST_OF_STRUCT);
  for (const { file } of oldestFirst.slice(0, tooMany)) rmSync(file, { force: true });
}
