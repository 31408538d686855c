/** Changes the index of releases in turn with other publishers: what they add meanwhile stays. */

import { createPublicKey, type KeyObject } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { INDEX_FILE } from "../../runtime/channels/looked.ts";
import type { TextPlace } from "../../runtime/lib/text-place.ts";
import { withLock } from "../run/lock.ts";
import { indexText, type ReleaseIndex, readIndex } from "./release.ts";

export interface Shelf {
  readonly place: TextPlace;
  /** Private. */
  readonly key: KeyObject | undefined;
}

export type Releases = ReleaseIndex["releases"];

/** How long others may hold a folder, ms. */
const PATIENCE_MS = 60_000;
/**
 * A server may know no conditions. Then who read the index before our change may write over it, but not after this time, ms: nobody
 * writes what was read longer ago than half of it.
 */
const SETTLE_MS = 1000;
const MOST_ROUNDS = 20;

/**
 * @param change what the index has to be, undefined if it is so; called again until it is
 * @throws Error also if the index has no signature of the key, or another key's
 */
export function changeIndex(shelf: Shelf, change: (now: Releases) => Promise<Releases | undefined>): Promise<void> {
  const { folder } = shelf.place;
  if (folder === undefined) return untilSo(shelf, change, SETTLE_MS);
  return withLock(folder, PATIENCE_MS, () => untilSo(shelf, change, 0));
}

async function untilSo(
  { place, key }: Shelf,
  change: (now: Releases) => Promise<Releases | undefined>,
  settleMs: number,
): Promise<void> {
  const shown = `${place.shown}/${INDEX_FILE}`;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const started = performance.now();
    const since = () => performance.now() - started;
    const before = await place.read(INDEX_FILE);
    // On a slow line, others are slow, too.
    const waitMs = settleMs && settleMs + 4 * since();
    const { releases, signature } = readIndex(before?.text, shown, key && createPublicKey(key));
    if (key === undefined && signature !== undefined) throw new Error(`${shown} is signed: --key is missing`);
    const after = await change(releases);
    if (after === undefined) return;
    if (settleMs > 0 && since() > waitMs / 2) continue;
    await place.replace(INDEX_FILE, before, indexText(after, key));
    // Two that wait equally long would collide again.
    await sleep(waitMs * (1 + Math.random()));
  }
  throw new Error(`${shown} is changed by others again and again`);
}
