/** A row of the table, and the comparison of two things in one run. */

export interface Row {
  /** Name on the command line. */
  readonly name: string;
  /** What is compared with what. */
  readonly about: string;
  /** It imports nothing of what it measures: by turns with another commit it runs that one's programs. */
  readonly measures?: "programs";
  /**
   * Prints nothing; returns the results.
   * @throws Unavailable
   */
  run(): Promise<readonly Figure[]>;
}

/** The machine lacks something that the row needs: one sentence. */
export class Unavailable extends Error {}

export interface Figure {
  /** Part of the row: `30 fields`. */
  readonly of: string;
  readonly value: Spread;
  /** Unit after the number: `×` for a ratio, `MB`, `ms`. */
  readonly unit: "×" | "MB" | "ms" | "µs" | "%" | "lost" | "places";
  readonly wanted?: { readonly atLeast: number } | { readonly atMost: number };
  /** Absolute values on this machine, which are not comparable with others. */
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

/** One repetition of a measurement. The caller knows whether less or more is better. */
export type Measure = () => number | Promise<number>;

export interface Compared {
  /** For each repetition, the first value divided by the second. */
  readonly ratio: Spread;
  readonly first: Spread;
  readonly second: Spread;
}

/** Processor time of this process, ns per iteration. Other processes do not affect it. */
export function processorNs(times: number, work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return ((user + system) * 1000) / times;
}

/** Alternates both in changing order, so that other load affects both. */
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

/** `12,345`; small numbers have three digits. */
export function shown(value: number): string {
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString("en");
  return Number(value.toPrecision(3)).toString();
}
