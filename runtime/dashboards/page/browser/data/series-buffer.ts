/** Values of one measurement over time for charts, in bounded memory at any rate. */

/** `undefined`: no value at this time; `null`: a gap that must not be drawn over. */
export type Cell = number | null | undefined;

/** Values of a column in memory. */
export interface Extent {
  readonly min: number;
  readonly max: number;
  /** The range of most values. */
  readonly usual: { readonly min: number; readonly max: number };
  /** One that is not an integer, if there are any. */
  readonly fraction: number | undefined;
}

export interface LoadedSeries {
  readonly columns: readonly string[];
  /** Epoch ms. */
  readonly times: readonly number[];
  readonly values: readonly (readonly (number | null)[])[];
  /** False: received rows are not stored yet, and must be requested again. */
  readonly complete?: boolean;
}

interface Drawn {
  readonly gapMs: number;
  readonly cuts: readonly number[];
  readonly times: number[];
  readonly cells: Map<string, Cell[]>;
}

export class SeriesBuffer {
  readonly columns: readonly string[];
  #times: number[] = [];
  /** By column, as long as `#times`; `undefined` for missing values. */
  #values: (number | undefined)[][];
  /** Rows within this duration are merged to at most two: the minimum and maximum values. */
  #bucketMs: number;
  #rowsInBucket = 0;
  /** A value of each column that is not an integer, also one that was merged. */
  #fractions: (number | undefined)[] = [];
  #loadedFromMs = Number.POSITIVE_INFINITY;
  /** Cached until rows change: a moving window draws the same rows many times. */
  #drawn: Drawn | undefined;
  /** Whether each row has the column, but what was not a number: where it has none for long, there is a gap in it. */
  readonly #isInEach: (column: string) => boolean;
  /** By column, also cached until rows change. */
  readonly #extents = new Map<string, Extent | undefined>();

  /** `bucketMs` applies until history is loaded. */
  constructor(columns: readonly string[], bucketMs = 1000, isInEach: (column: string) => boolean = () => false) {
    this.columns = columns;
    this.#isInEach = isInEach;
    this.#bucketMs = bucketMs;
    this.#values = columns.map(() => []);
  }

  get length(): number {
    return this.#times.length;
  }

  get firstMs(): number | undefined {
    return this.#times[0];
  }

  get lastMs(): number | undefined {
    return this.#times.at(-1);
  }

  /** Start of the loaded history; earlier data is unknown. */
  get loadedFromMs(): number {
    return this.#loadedFromMs;
  }

  /** Replaces everything up to its end; newer live rows stay. */
  load(
    series: LoadedSeries,
    window: { readonly fromMs: number; readonly toMs: number; readonly points: number },
  ): void {
    const lastMs = series.times.at(-1) ?? Number.NEGATIVE_INFINITY;
    const keep = this.#times.findIndex((time) => time > Math.max(lastMs, window.fromMs));
    const newer = keep === -1 ? this.#times.length : keep;
    this.#times = [...series.times, ...this.#times.slice(newer)];
    this.#values = this.columns.map((name, i) => {
      const index = series.columns.indexOf(name);
      const loaded = series.values[index] ?? series.times.map(() => null);
      return [...loaded.map((value) => value ?? undefined), ...this.#values[i]!.slice(newer)];
    });
    this.#fractions = this.#values.map((column) => column.find(isFraction));
    this.#bucketMs = (window.toMs - window.fromMs) / window.points;
    this.#rowsInBucket = 0;
    this.#loadedFromMs = window.fromMs;
    this.#forget();
  }

  /** Adds a live row; late ones (with a device's own, older time) are added by the next load. */
  append(timeMs: number, valueFor: (column: string) => number | undefined): void {
    const { lastMs } = this;
    if (lastMs !== undefined && timeMs < lastMs) return;
    const startsBucket = lastMs === undefined || bucketOf(timeMs, this.#bucketMs) !== bucketOf(lastMs, this.#bucketMs);
    this.#rowsInBucket = startsBucket ? 1 : this.#rowsInBucket + 1;
    this.#forget();
    for (const [i, name] of this.columns.entries()) {
      const value = valueFor(name);
      if (isFraction(value)) this.#fractions[i] = value;
    }
    if (this.#rowsInBucket > 2) this.#merge(timeMs, valueFor);
    else this.#push(timeMs, valueFor);
  }

  /** Removes rows before `fromMs`, many at a time. */
  trim(fromMs: number): void {
    const first = this.#times.findIndex((time) => time >= fromMs);
    const old = first === -1 ? this.#times.length : first;
    if (old < 256 || old < this.#times.length / 4) return;
    this.#forget();
    this.#times.splice(0, old);
    for (const column of this.#values) column.splice(0, old);
  }

  /** Undefined without values. */
  extent(column: string): Extent | undefined {
    if (!this.#extents.has(column)) this.#extents.set(column, this.#extentOf(column));
    return this.#extents.get(column);
  }

  #extentOf(column: string): Extent | undefined {
    const index = this.columns.indexOf(column);
    const values = this.#values[index] ?? [];
    let min = Number.POSITIVE_INFINITY;
    let max = Number.NEGATIVE_INFINITY;
    for (const value of values) {
      if (value === undefined) continue;
      if (value < min) min = value;
      if (value > max) max = value;
    }
    if (min > max) return undefined;
    return { min, max, usual: usualOf(values) ?? { min, max }, fraction: this.#fractions[index] };
  }

  /** Times and the requested columns, with gaps after unusually long pauses; do not modify. */
  aligned(columns: readonly string[]): [number[], ...Cell[][]] {
    this.#drawn ??= this.#draw();
    const { gapMs, cuts, times, cells } = this.#drawn;
    const wanted = columns.map((name) => {
      const known = cells.get(name);
      if (known !== undefined) return known;
      const values = this.#values[this.columns.indexOf(name)] ?? this.#times.map(() => undefined);
      const made = insertAt<Cell>(values, cuts, () => null);
      if (this.#isInEach(name)) cutMissing(made, times, gapMs);
      cells.set(name, made);
      return made;
    });
    return [times, ...wanted];
  }

  /** What the drawn points around a time allow: the extremes of the column near it, however they were downsampled. */
  rangeAt(column: string, timeMs: number): { readonly min: number; readonly max: number } | undefined {
    const values = this.#values[this.columns.indexOf(column)] ?? [];
    // The store's intervals have two points each.
    const widthMs = 2 * this.#bucketMs;
    let min = Number.POSITIVE_INFINITY;
    let max = Number.NEGATIVE_INFINITY;
    const note = (value: number | undefined) => {
      if (value === undefined) return;
      min = Math.min(min, value);
      max = Math.max(max, value);
    };
    let i = indexAfter(this.#times, timeMs);
    for (let k = i; k < values.length && this.#times[k]! <= timeMs + widthMs; k += 1) note(values[k]);
    for (i -= 1; i >= 0 && (min > max || this.#times[i]! >= timeMs - widthMs); i -= 1) note(values[i]);
    return min <= max ? { min, max } : undefined;
  }

  /** Pauses longer than usual, epoch ms. */
  gaps(): (readonly [fromMs: number, toMs: number])[] {
    this.#drawn ??= this.#draw();
    return this.#drawn.cuts.map((i) => [this.#times[i - 1]!, this.#times[i]!] as const);
  }

  /** Rows change. */
  #forget(): void {
    this.#drawn = undefined;
    this.#extents.clear();
  }

  #draw(): Drawn {
    const usualMs = this.#usualMs();
    const gapMs = Math.max(5 * usualMs, 3 * this.#bucketMs, 1000);
    const cuts = this.#cuts(gapMs);
    // The last value before a gap holds for a usual interval.
    const times = insertAt(this.#times, cuts, (i) => this.#times[i - 1]! + usualMs);
    return { gapMs, cuts, times, cells: new Map() };
  }

  #push(timeMs: number, valueFor: (column: string) => number | undefined): void {
    this.#times.push(timeMs);
    for (const [i, name] of this.columns.entries()) this.#values[i]!.push(valueFor(name));
  }

  // A bucket's two rows hold each column's extremes in order of arrival, like downsampled history.
  #merge(timeMs: number, valueFor: (column: string) => number | undefined): void {
    const last = this.#times.length - 1;
    this.#times[last] = timeMs;
    for (const [i, name] of this.columns.entries()) {
      const column = this.#values[i]!;
      const value = valueFor(name);
      if (value !== undefined) [column[last - 1], column[last]] = extremes(column[last - 1], column[last], value);
    }
  }

  /** The usual interval between rows: a pause of several of them is a gap. */
  #usualMs(): number {
    const distances: number[] = [];
    const step = Math.max(1, Math.floor(this.#times.length / 200));
    for (let i = step; i < this.#times.length; i += step) {
      distances.push((this.#times[i]! - this.#times[i - step]!) / step);
    }
    if (distances.length === 0) return Number.POSITIVE_INFINITY;
    distances.sort((a, b) => a - b);
    return distances[Math.floor(distances.length * 0.75)]!;
  }

  #cuts(gapMs: number): number[] {
    const cuts: number[] = [];
    for (let i = 1; i < this.#times.length; i += 1) if (this.#times[i]! - this.#times[i - 1]! > gapMs) cuts.push(i);
    return cuts;
  }
}

/** Index of the first time after `timeMs`. */
export function indexAfter(times: readonly number[], timeMs: number): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle]! <= timeMs) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Ends the line at a value if the next one comes more than `gapMs` later. */
function cutMissing(cells: Cell[], times: readonly number[], gapMs: number): void {
  if (!cells.includes(undefined)) return;
  let last = -1;
  for (let i = 0; i <= cells.length; i += 1) {
    if (i < cells.length && cells[i] === undefined) continue;
    const untilMs = times[Math.min(i, cells.length - 1)]!;
    if (last >= 0 && i > last + 1 && untilMs - times[last]! > gapMs) cells[last + 1] = null;
    last = i;
  }
}

function extremes(first: number | undefined, second: number | undefined, next: number): [number, number] {
  const low = Math.min(first ?? next, second ?? next);
  const high = Math.max(first ?? next, second ?? next);
  if (next < low) return [high, next];
  if (next > high) return [low, next];
  return [first ?? next, second ?? next];
}

/** Values that determine a column's format: the range of most values, and a fraction among them. */
export function usualValues(extent: Extent | undefined): (number | undefined)[] {
  if (extent === undefined) return [];
  const { usual, fraction } = extent;
  const isUsual = fraction !== undefined && fraction >= usual.min && fraction <= usual.max;
  return [usual.min, usual.max, isUsual ? fraction : undefined];
}

const SAMPLES = 100;
/** With fewer values, one of them may be as usual as the others. */
const LEAST_SAMPLES = 4;

/** The range of most values, from samples: without the tenth that is least and the tenth that is greatest. */
function usualOf(values: readonly (number | undefined)[]): { readonly min: number; readonly max: number } | undefined {
  const step = Math.max(1, Math.floor(values.length / SAMPLES));
  const samples: number[] = [];
  for (let i = values.length - 1; i >= 0; i -= step) {
    const value = values[i];
    if (value !== undefined) samples.push(value);
  }
  if (samples.length < LEAST_SAMPLES) return undefined;
  samples.sort((a, b) => a - b);
  const edge = Math.ceil(samples.length / 10);
  return { min: samples[edge]!, max: samples[samples.length - 1 - edge]! };
}

function isFraction(value: number | undefined): value is number {
  return value !== undefined && !Number.isInteger(value);
}

function bucketOf(timeMs: number, bucketMs: number): number {
  return Math.floor(timeMs / bucketMs);
}

function insertAt<Item>(items: readonly Item[], indices: readonly number[], make: (index: number) => Item): Item[] {
  if (indices.length === 0) return items.slice();
  const result: Item[] = [];
  let from = 0;
  for (const index of indices) {
    for (; from < index; from += 1) result.push(items[from]!);
    result.push(make(index));
  }
  for (; from < items.length; from += 1) result.push(items[from]!);
  return result;
}
