/**
 * The journal's identity: positions are meaningful only to a store that knows the same journal. Its file remains one JSON object
 * with the format, which every program reads first, and a sum.
 */

import { randomUUID } from "node:crypto";
import * as fs from "node:fs/promises";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { sumOf } from "../lib/entry-text.ts";
import { replaceFile } from "../lib/replace-file.ts";
import type { JournalIdentity } from "../model/journal-entry.ts";

/**
 * Increased with each change in the folder (segments, cursors, dead letters, epochs, the embedded store's tables) that
 * an older program would misread. Programs read this number first.
 */
export const DATA_FORMAT = 3;

const FORMAT_WITH_SUM = 3;

export const IDENTITY_FILE = "identity";
const UUID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/;

/** Undefined without a file; `damaged`: the file cannot be used. */
export async function readIdentity(directory: string): Promise<JournalIdentity | "damaged" | undefined> {
  const content = await contentIn(directory);
  if (content === undefined) return undefined;
  const { uuid, predatesIdentities, format, sum } = content;
  if (typeof uuid !== "string" || !UUID.test(uuid)) return "damaged";
  const identity = { uuid, predatesIdentities: predatesIdentities === true };
  // Earlier programs wrote none.
  const hasSum = typeof format === "number" && format >= FORMAT_WITH_SUM;
  return !hasSum || sum === sumOfIdentity(identity, format) ? identity : "damaged";
}

/** Must run before anything in the folder is changed. @throws Error if a newer program wrote it */
export async function refuseNewer(directory: string): Promise<void> {
  const { format } = (await contentIn(directory)) ?? {};
  if (typeof format !== "number" || format <= DATA_FORMAT) return;
  throw new Error(
    `The data in ${directory} have format ${format}, which a newer structline wrote; this one reads formats up to ${DATA_FORMAT}. ` +
      "Nothing was changed: start the newer one, or name another folder in [journal] directory",
  );
}

/** Undefined if there is no file; empty if it is something else than a JSON object. */
async function contentIn(directory: string): Promise<Readonly<Record<string, unknown>> | undefined> {
  try {
    const content: unknown = JSON.parse(await fs.readFile(join(directory, IDENTITY_FILE), "utf8"));
    return typeof content === "object" && content !== null ? { ...content } : {};
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return undefined;
    if (code === undefined) return {};
    throw error;
  }
}

function sumOfIdentity({ uuid, predatesIdentities }: JournalIdentity, format: number): string {
  return sumOf(IDENTITY_FILE, JSON.stringify([uuid, predatesIdentities, format]));
}

export function newIdentity(predatesIdentities: boolean): JournalIdentity {
  return { uuid: randomUUID(), predatesIdentities };
}

/**
 * Writes the identity with this program's data format. Durable when the promise resolves; must be awaited before the
 * first segment is created.
 */
export async function writeIdentity(directory: string, identity: JournalIdentity): Promise<void> {
  const content = { ...identity, format: DATA_FORMAT, sum: sumOfIdentity(identity, DATA_FORMAT) };
  if (isDeepStrictEqual(await contentIn(directory), content)) return;
  const path = join(directory, IDENTITY_FILE);
  await replaceFile(path, `${JSON.stringify(content)}\n`);
}
