/** Sent messages, the answers to their senders, and the rows to expect, derived from the steps alone. */

import { type Body, type Epoch, type Step, ZONES } from "./steps.ts";

export type SentStep = Extract<Step, { do: "post" | "publish" | "upload" | "frame" }>;

export interface SentRow {
  readonly n: number;
  readonly place: string;
  /** The sender's, without a zone, ms; else that of receipt. */
  readonly localMs?: number;
  readonly row: number;
  /** A frame's `v`, as it was sent. */
  readonly raw?: number;
}

export interface Sent {
  readonly step: SentStep;
  readonly rows: readonly SentRow[];
  /** When it arrived; several times if it was refused, or sent again to another process. */
  readonly receivedNs: bigint[];
  /** Any epoch that applied while it was in transit, or when it was retried or replayed. */
  readonly epochs: Set<Epoch>;
  /** `unavailable`: not kept. `late`: perhaps, or a part of it. `forbidden`: reported to the sender. */
  answer: "acknowledged" | "rejected" | "unavailable" | "late" | "forbidden" | "none";
  /** It may have been received again. */
  retried: boolean;
  /** Its sender got no answer from one process, and sent it again to another: it may be stored twice. */
  mayBeTwice?: boolean;
  /** A deletion of its measurement was answered after it, or may have come after it: it need not, or must not, be stored. */
  removed?: "certainly" | "perhaps";
  /** Whether its sender had permission while it arrived. */
  authority?: "always" | "never" | "sometimes";
}

/** Where rows of frames are. */
export const FRAMES = "rig_bus/07_probe";

/** 2025-02-01T00:00:00, a year before the simulated clock: times more than a day ahead do not count [D54]. */
const DAY_MS = 1_738_368_000_000;
const MINUTE_MS = 60_000;
/** 2026-01-31T23:00:00: in every zone more than an hour and less than a day after a run. */
const AHEAD_MS = 1_769_900_400_000;

export function payloadOf({ body, n, t }: { readonly body: Body; readonly n: number; readonly t?: number }): {
  readonly contentType: string;
  readonly payload: Buffer;
} {
  const json = (value: unknown) => ({ contentType: "application/json", payload: Buffer.from(JSON.stringify(value)) });
  switch (body) {
    case "json":
      return json({ n });
    case "level":
      return json({ n, t });
    case "timed":
      return json({ time: localText(n), n });
    case "ahead":
      return json({ time: new Date(aheadOf(n)).toISOString().slice(0, 19), n });
    case "rows":
      return json([{ n }, { n: n + 1 }, { n: n + 2 }]);
    case "csv":
      return {
        contentType: "text/csv",
        payload: Buffer.from(`## time,n\n${localText(n)},${n}\n${localText(n + 1)},${n + 1}\nno time,${n + 2}\n`),
      };
    case "odd":
      return json({ n, v: n % 2 === 0 ? n : `text ${n}` });
    case "bad":
      return { contentType: "application/json", payload: Buffer.from(`{"n": ${n},`) };
  }
}

/** Pieces of a body, and what it is. */
export function uploadOf({ body, n }: Extract<Step, { do: "upload" }>): { contentType: string; body: string[] } {
  const row = (of: number) => `${localText(of)},${of}\n`;
  switch (body) {
    case "timed":
      return { contentType: "application/json", body: [JSON.stringify({ time: localText(n), n })] };
    case "csv":
      return { contentType: "text/csv", body: [`## time,n\n${row(n)}${row(n + 1)}`] };
    case "slow csv":
      return { contentType: "text/csv", body: ["## time,n\n", row(n), row(n + 1), row(n + 2)] };
  }
}

/** `struct_probe`: length, ID, n, v. */
export function frameOf(n: number): Buffer {
  const bytes = Buffer.from([8, 7, 0, 0, 0, 0, 0, 0]);
  bytes.writeUInt32LE(n, 2);
  bytes.writeUInt16LE(rawOf(n), 6);
  return bytes;
}

const rawOf = (n: number): number => n % 1000;

/** Each in a minute of its own: no two zones put two rows at one time. */
function localText(n: number): string {
  return new Date(localOf(n)).toISOString().slice(0, 19);
}

const localOf = (n: number): number => DAY_MS + n * MINUTE_MS + (n % 60) * 1000;

const aheadOf = (n: number): number => AHEAD_MS + n * 1000;

export function rowsOf(step: SentStep): SentRow[] {
  const { n } = step;
  if (step.do === "frame") return [{ n, place: FRAMES, row: 0, raw: rawOf(n) }];
  const { realm, device, body } = step;
  const place = `${realm}_plant/hall_${device}_sensors`;
  switch (body) {
    case "bad":
      return [];
    case "rows":
      return [0, 1, 2].map((row) => ({ n: n + row, place, row }));
    case "slow csv":
      return [0, 1, 2].map((row) => ({ n: n + row, place, row, localMs: localOf(n + row) }));
    case "csv":
      return [0, 1].map((row) => ({ n: n + row, place, row, localMs: localOf(n + row) }));
    case "timed":
      return [{ n, place, row: 0, localMs: localOf(n) }];
    case "ahead":
      return [{ n, place, row: 0, localMs: aheadOf(n) }];
    default:
      return [{ n, place, row: 0 }];
  }
}

/** Undefined: the epoch has no such realm. @param received.stepNs between rows of one message */
export function timeIn(
  epoch: Epoch,
  { step }: Sent,
  { localMs, row }: SentRow,
  { receivedNs, stepNs }: { readonly receivedNs: bigint; readonly stepNs: bigint },
): bigint | undefined {
  if (step.do === "frame") return receivedNs;
  if (!epoch.realms.includes(step.realm)) return undefined;
  if (localMs === undefined) return receivedNs + BigInt(row) * stepNs;
  const hours = step.realm === "acme" ? ZONES[epoch.zone] : 0;
  return BigInt(localMs - hours * 3_600_000) * 1_000_000n;
}
