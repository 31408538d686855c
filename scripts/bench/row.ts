/** What a row of the table is, and how two things are compared in one run. */

export interface Row {
  /** As it is asked for on the command line. */
  readonly name: string;
  /** What is measured against what. */
  readonly about: string;
  /** Prints nothing; what it finds out is in the figures. @throws Unavailable */
  run(): Promise<readonly Figure[]>;
}

/** What the row needs cannot be had on this machine: one sentence. */
export class Unavailable extends Error {}

export interface Figure {
  /** What of the row: `30 fields`. */
  readonly of: string;
  readonly value: Spread;
  /** What stands behind the number: `×` of a ratio, `MB`, `ms`. */
  readonly unit: "×" | "MB" | "ms" | "µs" | "%" | "lost" | "places";
  readonly wanted?: { readonly atLeast: number } | { readonly atMost: number };
  /** The absolute values of this machine, which mean nothing elsewhere. */
  readonly detail: string;
}

export interface Spread {
  readonly median: number;
  readonly low: number;
  readonly high: number;
}

export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))] ?? Number.NaN;
  return { median: at(0.5), low: at(0), high: at(1) };
}

export function single(value: number): Spread {
  return { median: value, low: value, high: value };
}

/** One repetition of something that is measured; what is better, less or more, the caller knows. */
export type Measure = () => number | Promise<number>;

export interface Compared {
  /** Of each repetition, the first by the second. */
  readonly ratio: Spread;
  readonly first: Spread;
  readonly second: Spread;
}

/** Processor time of this process, ns for each of `times`: what else runs on the machine takes none of it. */
export function processorNs(times: number, work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return ((user + system) * 1000) / times;
}

/** Both by turns, in changing order, so that what else the machine does falls on both. */
export async function compare(repetitions: number, first: Measure, second: Measure): Promise<Compared> {
  const pairs: { first: number; second: number }[] = [];
  for (let index = 0; index < repetitions; index++) {
    if (index % 2 === 0) pairs.push({ first: await first(), second: await second() });
    else {
      const later = await second();
      pairs.push({ first: await first(), second: later });
    }
  }
  return {
    ratio: spreadOf(pairs.map((pair) => pair.first / pair.second)),
    first: spreadOf(pairs.map((pair) => pair.first)),
    second: spreadOf(pairs.map((pair) => pair.second)),
  };
}

export function isMet({ value, wanted }: Figure): boolean | undefined {
  if (wanted === undefined) return undefined;
  return "atLeast" in wanted ? value.median >= wanted.atLeast : value.median <= wanted.atMost;
}

/** `12,345`; small numbers with three digits. */
export function shown(value: number): string {
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString("en");
  return Number(value.toPrecision(3)).toString();
}
