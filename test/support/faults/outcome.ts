/** Results of a fault for its messages, counted by the senders and in the database. */

/** One sender's side: the numbers it sent, and those of them that the service acknowledged. */
export interface Tally {
  readonly sent: number;
  /** Absent for UDP, which knows no acknowledgement. */
  readonly acknowledged?: readonly number[];
}

export interface Counts {
  readonly sent: number;
  readonly acknowledged?: number;
  /** Different messages in the database. */
  readonly stored: number;
  /** Acknowledged and not stored. */
  readonly lost: number;
  /** Rows beyond the first of a message. */
  readonly doubled: number;
}

export type Source = "udp" | "http" | "mqtt";

export interface FaultOutcome {
  readonly fault: string;
  readonly counts: Readonly<Partial<Record<Source, Counts>>>;
  /** What the fault looked like from outside. */
  readonly note: string;
}

/** @param stored the number of each row in the database */
export function compare({ sent, acknowledged }: Tally, stored: readonly number[]): Counts {
  const different = new Set(stored);
  const counts = { sent, stored: different.size, doubled: stored.length - different.size };
  if (acknowledged === undefined) return { ...counts, lost: 0 };
  const lost = acknowledged.filter((n) => !different.has(n)).length;
  return { ...counts, acknowledged: acknowledged.length, lost };
}

/** Rows of a markdown table, with a line for each source. */
export function formatOutcome({ fault, counts, note }: FaultOutcome): string[] {
  return Object.entries(counts).map(([source, { sent, acknowledged, stored, lost, doubled }], index) => {
    const cells = [
      index === 0 ? fault : "",
      source,
      formatCount(sent),
      acknowledged === undefined ? "–" : formatCount(acknowledged),
      ...[stored, lost, doubled].map(formatCount),
      index === 0 ? note : "",
    ];
    return `| ${cells.join(" | ")} |`;
  });
}

export const OUTCOME_HEADER = [
  "| fault | source | sent | acknowledged | stored | lost | doubled | what was seen |",
  "|---|---|--:|--:|--:|--:|--:|---|",
] as const;

function formatCount(count: number): string {
  return count.toLocaleString("en-US");
}
