/** Which journal this is: positions say nothing to a store that knows another one. */

import { randomUUID } from "node:crypto";
import * as fs from "node:fs/promises";
import { join } from "node:path";
import { syncDirectory } from "./segment.ts";

export interface JournalIdentity {
  readonly uuid: string;
  /** It began under a version to 0.1, when neither journals nor stores had an identity: a store without one is its own. */
  readonly predatesIdentities: boolean;
}

const NAME = "identity";
const UUID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/;

/** Undefined where there is none, or none that can be read. */
export async function readIdentity(directory: string): Promise<JournalIdentity | undefined> {
  try {
    const { uuid, predatesIdentities } = JSON.parse(await fs.readFile(join(directory, NAME), "utf8"));
    return UUID.test(uuid) ? { uuid, predatesIdentities: predatesIdentities === true } : undefined;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined || code === "ENOENT") return undefined;
    throw error;
  }
}

export function newIdentity(predatesIdentities: boolean): JournalIdentity {
  return { uuid: randomUUID(), predatesIdentities };
}

/** Durable when it resolves; to be awaited before the first segment is made. */
export async function writeIdentity(directory: string, identity: JournalIdentity): Promise<void> {
  const file = await fs.open(join(directory, NAME), "w");
  try {
    await file.writeFile(`${JSON.stringify(identity)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await syncDirectory(directory);
}
