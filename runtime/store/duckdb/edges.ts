/**
 * The time limits of `[store] keep`. They advance with the passage of time in the service. A larger jump (a mistyped
 * `keep`, a clock that runs ahead, a first `keep` with years of rows) waits for a day, so that it can be corrected
 * before data is deleted.
 */

import { floorTo } from "../../model/clock.ts";
import type { Keep } from "../../model/keep.ts";

/** Data before these times is deleted, ns. */
export interface Edges {
  /** Limit for rows. */
  readonly rows: bigint;
  /** Limit for everything. */
  readonly all: bigint;
}

const MS = 1_000_000n;
const HOUR_NS = 3_600_000_000_000n;
const HOUR_MS = 3_600_000;
/** Limits are whole hours, and advance every few minutes. */
const USUAL_MS = 3 * HOUR_MS;
const NEVER = -(2n ** 63n);

/** Whole hours: no minute is half rows and half statistics because of a limit. */
export function edgesOf({ rowsMs, minutesMs }: Keep, nowNs: bigint): Edges {
  const edge = (ms: number) => floorTo(nowNs - BigInt(ms) * MS, HOUR_NS);
  return { rows: edge(rowsMs), all: edge(minutesMs ?? rowsMs) };
}

/** Whether statistics of deleted rows are kept by the minute. */
export function hasMinutes({ rows, all }: Edges): boolean {
  return all < rows;
}

interface Edge {
  readonly atNs: bigint;
  /** A later limit that waits to be applied. */
  readonly wantedNs?: bigint;
  readonly waitedMs: number;
  /** Of the limit that waits: another period has a day of its own. */
  readonly periodMs?: number;
}

const UNMOVED: Edge = { atNs: NEVER, waitedMs: 0 };

export class HeldEdges {
  readonly #graceMs: number;
  #rows = UNMOVED;
  #all = UNMOVED;

  constructor(graceMs: number) {
    this.#graceMs = graceMs;
  }

  /** @param text saved by an earlier process; invalid text is ignored */
  remember(text: string | undefined): void {
    const given: unknown = text === undefined ? undefined : JSON.parse(text);
    if (!Array.isArray(given)) return;
    const edge = (at: string, waitedMs: number, periodMs: number | null = null): Edge => ({
      atNs: BigInt(at),
      waitedMs,
      ...(periodMs !== null && { periodMs }),
    });
    this.#rows = edge(given[0], given[1], given[4]);
    this.#all = edge(given[2], given[3], given[5]);
  }

  /** The limits as text for the next process. */
  get written(): string {
    const both = [this.#rows, this.#all];
    const limits = both.flatMap(({ atNs, waitedMs }) => [`${atNs}`, Math.round(waitedMs)]);
    return JSON.stringify([...limits, ...both.map(({ periodMs }) => periodMs ?? null)]);
  }

  /** @param passedMs time since the last call; infinite if there is nothing to lose */
  move(keep: Keep, nowNs: bigint, passedMs: number): void {
    const wanted = edgesOf(keep, nowNs);
    this.#rows = this.#moved(this.#rows, { wantedNs: wanted.rows, periodMs: keep.rowsMs }, passedMs);
    this.#all = this.#moved(this.#all, { wantedNs: wanted.all, periodMs: keep.minutesMs ?? keep.rowsMs }, passedMs);
  }

  /** The current limits; undefined if nothing is deleted yet. */
  get edges(): Edges | undefined {
    const rows = this.#rows.atNs;
    return rows === NEVER ? undefined : { rows, all: this.#all.atNs < rows ? this.#all.atNs : rows };
  }

  /** One sentence while a limit waits. */
  get notice(): string | undefined {
    const [waiting] = [this.#rows, this.#all].filter(({ wantedNs }) => wantedNs !== undefined);
    if (waiting?.wantedNs === undefined) return undefined;
    const what = waiting === this.#rows ? "rows" : "minutes";
    const time = new Date(Number(waiting.wantedNs / MS)).toISOString().slice(0, 16);
    const hours = Math.max(1, Math.round((this.#graceMs - waiting.waitedMs) / HOUR_MS));
    return `[store] keep deletes ${what} from before ${time}Z in ${hours} h; change keep, or set the clock, if you want to keep them`;
  }

  #moved(edge: Edge, { wantedNs, periodMs }: Required<Pick<Edge, "wantedNs" | "periodMs">>, passedMs: number): Edge {
    const { atNs } = edge;
    // The time before a limit was first wanted does not count: until then, nobody was warned.
    const waitedMs = edge.periodMs === periodMs ? edge.waitedMs + passedMs : 0;
    if (passedMs === Number.POSITIVE_INFINITY || waitedMs >= this.#graceMs) return { atNs: wantedNs, waitedMs: 0 };
    const usual = atNs + BigInt(Math.round(passedMs) + USUAL_MS) * MS;
    return wantedNs <= usual ? { atNs: wantedNs, waitedMs: 0 } : { atNs, wantedNs, waitedMs, periodMs };
  }
}
