/**
 * The times before which `[store] keep` deletes. They move on as the service sees time pass. What would move one on by more at
 * once (a `keep` that is shorter by a slip of the pen, a clock that runs ahead, a first `keep` for years of rows) waits for a
 * day, so that it can be put right before anything is gone.
 */

import type { Keep } from "../../config/keep.ts";

/** Times before which something is not kept, ns. */
export interface Edges {
  /** Rows. */
  readonly rows: bigint;
  /** Anything. */
  readonly all: bigint;
}

const MS = 1_000_000n;
const HOUR_NS = 3_600_000_000_000n;
const HOUR_MS = 3_600_000;
/** Edges are whole hours, and are moved every some minutes. */
const USUAL_MS = 3 * HOUR_MS;
const NEVER = -(2n ** 63n);

/** Whole hours: so no minute is half of it rows, and half of it figures, by our doing. */
export function edgesOf({ rowsMs, minutesMs }: Keep, nowNs: bigint): Edges {
  const edge = (ms: number) => {
    const timeNs = nowNs - BigInt(ms) * MS;
    return timeNs - (((timeNs % HOUR_NS) + HOUR_NS) % HOUR_NS);
  };
  return { rows: edge(rowsMs), all: edge(minutesMs ?? rowsMs) };
}

/** Whether what was deleted from rows is kept by the minute. */
export function hasMinutes({ rows, all }: Edges): boolean {
  return all < rows;
}

interface Edge {
  readonly atNs: bigint;
  /** Where it is wanted at a later time that it waits for. */
  readonly wantedNs?: bigint;
  readonly waitedMs: number;
}

const UNMOVED: Edge = { atNs: NEVER, waitedMs: 0 };

export class HeldEdges {
  readonly #graceMs: number;
  #rows = UNMOVED;
  #all = UNMOVED;

  constructor(graceMs: number) {
    this.#graceMs = graceMs;
  }

  /** @param text what an earlier process wrote down; anything else counts as nothing */
  remember(text: string | undefined): void {
    const given: unknown = text === undefined ? undefined : JSON.parse(text);
    if (!Array.isArray(given)) return;
    const edge = (at: string, waitedMs: number): Edge => ({ atNs: BigInt(at), waitedMs });
    this.#rows = edge(given[0], given[1]);
    this.#all = edge(given[2], given[3]);
  }

  /** For the next process. */
  get written(): string {
    return JSON.stringify([this.#rows, this.#all].flatMap(({ atNs, waitedMs }) => [`${atNs}`, Math.round(waitedMs)]));
  }

  /** @param passedMs since it was called last; infinite where there is nothing to lose */
  move(wanted: Edges, passedMs: number): void {
    this.#rows = this.#moved(this.#rows, wanted.rows, passedMs);
    this.#all = this.#moved(this.#all, wanted.all, passedMs);
  }

  /** Those in force; undefined where nothing is deleted yet. */
  get edges(): Edges | undefined {
    const rows = this.#rows.atNs;
    return rows === NEVER ? undefined : { rows, all: this.#all.atNs < rows ? this.#all.atNs : rows };
  }

  /** One sentence while an edge waits. */
  get notice(): string | undefined {
    const [waiting] = [this.#rows, this.#all].filter(({ wantedNs }) => wantedNs !== undefined);
    if (waiting?.wantedNs === undefined) return undefined;
    const what = waiting === this.#rows ? "rows" : "minutes";
    const time = new Date(Number(waiting.wantedNs / MS)).toISOString().slice(0, 16);
    const hours = Math.max(1, Math.round((this.#graceMs - waiting.waitedMs) / HOUR_MS));
    return `[store] keep deletes ${what} from before ${time}Z in ${hours} h; change keep, or set the clock, if you want to keep them`;
  }

  #moved({ atNs, waitedMs }: Edge, wantedNs: bigint, passedMs: number): Edge {
    const waited = waitedMs + passedMs;
    if (waited >= this.#graceMs) return { atNs: wantedNs, waitedMs: 0 };
    const usual = atNs + BigInt(Math.round(passedMs) + USUAL_MS) * MS;
    return wantedNs <= usual ? { atNs: wantedNs, waitedMs: 0 } : { atNs, wantedNs, waitedMs: waited };
  }
}
