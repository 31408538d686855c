/** The time that all panels show: following, standing still, moved, zoomed, and the way back. No DOM. */

import { DEFAULT_RANGE_MS, RANGES, type Span, spanOf, type TimeWindow } from "./time-window.ts";

export type CursorName = "a" | "b";

/** `settled`: history may be read; `moving`: the window is being dragged; `marked`: only cursors have moved. */
export type TimeChange = "settled" | "moving" | "marked";

export interface TimelineEvents {
  onChange(change: TimeChange): void;
}

const MAX_BACK = 50;
const MIN_RANGE_MS = 1;
const MAX_RANGE_MS = 100 * 365 * 86_400_000;

export class Timeline {
  readonly cursors: Record<CursorName, number | undefined> = { a: undefined, b: undefined };
  /** What the keys point at, as a pointer does. */
  #moment: number | undefined;
  readonly #nowMs: () => number;
  readonly #events: TimelineEvents;
  readonly #back: TimeWindow[] = [];
  #window: TimeWindow = { kind: "live", rangeMs: DEFAULT_RANGE_MS };
  /** The range that was followed before somebody zoomed or paused. */
  #followRangeMs = DEFAULT_RANGE_MS;
  /** True until somebody chooses a range: it fits what there is. */
  #fits = true;

  constructor(nowMs: () => number, events: TimelineEvents) {
    this.#nowMs = nowMs;
    this.#events = events;
  }

  get window(): TimeWindow {
    return this.#window;
  }

  get fits(): boolean {
    return this.#fits;
  }

  get canGoBack(): boolean {
    return this.#back.length > 0;
  }

  span(): Span {
    return spanOf(this.#window, this.#nowMs());
  }

  /** Follows now, with the range that was followed last where none is given. */
  follow(rangeMs = this.#followRangeMs): void {
    this.#choose({ kind: "live", rangeMs });
  }

  /** The smallest offered range that shows all of what began `sinceMs` ago, while nobody has chosen one. */
  fit(sinceMs: number): void {
    if (!this.#fits || this.#window.kind !== "live") return;
    const fitting = RANGES.find(([, rangeMs]) => rangeMs >= sinceMs)?.[1] ?? DEFAULT_RANGE_MS;
    const rangeMs = Math.min(fitting, DEFAULT_RANGE_MS);
    if (rangeMs === this.#window.rangeMs) return;
    this.#followRangeMs = rangeMs;
    this.#set({ kind: "live", rangeMs }, "settled");
  }

  show({ fromMs, toMs }: Span): void {
    const rangeMs = Math.min(MAX_RANGE_MS, Math.max(MIN_RANGE_MS, toMs - fromMs));
    const from = Math.max(0, Math.floor(fromMs));
    this.#choose({ kind: "fixed", fromMs: from, toMs: Math.ceil(from + rangeMs) });
  }

  /** Stands still at what is shown now; the charts stay as they are. */
  pause(): void {
    const { fromMs, toMs } = this.span();
    this.#remember();
    this.#set({ kind: "fixed", fromMs, toMs }, "moving");
  }

  /** By parts of the range: -0.5 goes back by half of what is shown. */
  pan(share: number): void {
    const { fromMs, toMs } = this.span();
    const step = (toMs - fromMs) * share;
    this.show({ fromMs: fromMs + step, toMs: toMs + step });
  }

  /** `factor` 2 shows twice as much; what is at `atMs` stays where it is. */
  zoom(factor: number, atMs?: number): void {
    const { fromMs, toMs } = this.span();
    // At the edge that follows, zooming goes on following.
    if (this.#window.kind === "live" && atMs === undefined) {
      this.#choose({ kind: "live", rangeMs: Math.min(MAX_RANGE_MS, Math.max(1000, this.#window.rangeMs * factor)) });
      return;
    }
    const pivot = atMs ?? (fromMs + toMs) / 2;
    this.show({ fromMs: pivot - (pivot - fromMs) * factor, toMs: pivot + (toMs - pivot) * factor });
  }

  /** While something is dragged: charts follow, history is read at the end. */
  drag(span: Span, phase: "moving" | "settled"): void {
    if (phase === "moving" && !this.#isDragging) this.#remember();
    this.#isDragging = phase === "moving";
    this.#fits = false;
    this.#set({ kind: "fixed", fromMs: Math.max(0, span.fromMs), toMs: Math.max(1, span.toMs) }, phase);
  }

  #isDragging = false;

  back(): void {
    const last = this.#back.pop();
    if (last !== undefined) this.#set(last, "settled");
  }

  setCursor(name: CursorName, timeMs: number | undefined): void {
    this.cursors[name] = timeMs;
    this.#events.onChange("marked");
  }

  get moment(): number | undefined {
    return this.#moment;
  }

  /** By parts of the range, from the middle where there was none in view; undefined takes it away. */
  moveMoment(share: number | undefined): void {
    const { fromMs, toMs } = this.span();
    const known = this.#moment !== undefined && this.#moment >= fromMs && this.#moment <= toMs;
    const from = known ? this.#moment! + (share ?? 0) * (toMs - fromMs) : (fromMs + toMs) / 2;
    this.#moment = share === undefined ? undefined : Math.min(toMs, Math.max(fromMs, from));
    this.#events.onChange("marked");
  }

  /** What a link to this view holds. */
  write(query: URLSearchParams): void {
    for (const name of ["range", "from", "to", "a", "b"]) query.delete(name);
    if (this.#window.kind === "fixed") {
      query.set("from", new Date(this.#window.fromMs).toISOString());
      query.set("to", new Date(this.#window.toMs).toISOString());
    } else if (!this.#fits) {
      query.set("range", formatRange(this.#window.rangeMs));
    }
    for (const name of ["a", "b"] as const) {
      const cursor = this.cursors[name];
      if (cursor !== undefined) query.set(name, new Date(cursor).toISOString());
    }
  }

  /** Takes what `write` wrote; what cannot be read is passed over. */
  read(query: URLSearchParams): void {
    const [from, to] = [Date.parse(query.get("from") ?? ""), Date.parse(query.get("to") ?? "")];
    const rangeMs = parseRange(query.get("range") ?? "");
    if (from < to) this.#window = { kind: "fixed", fromMs: from, toMs: to };
    else if (rangeMs !== undefined) this.#window = { kind: "live", rangeMs };
    if (this.#window.kind === "live") this.#followRangeMs = this.#window.rangeMs;
    this.#fits = !(from < to) && rangeMs === undefined;
    for (const name of ["a", "b"] as const) {
      const cursor = Date.parse(query.get(name) ?? "");
      if (Number.isFinite(cursor)) this.cursors[name] = cursor;
    }
  }

  #choose(window: TimeWindow): void {
    this.#remember();
    this.#fits = false;
    if (window.kind === "live") this.#followRangeMs = window.rangeMs;
    this.#set(window, "settled");
  }

  #remember(): void {
    this.#back.push(this.#window);
    if (this.#back.length > MAX_BACK) this.#back.shift();
  }

  #set(window: TimeWindow, change: "settled" | "moving"): void {
    this.#window = window;
    this.#events.onChange(change);
  }
}

const UNITS_MS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** `15m`, `90s`. */
export function formatRange(rangeMs: number): string {
  const unit = ["d", "h", "m"].find((name) => rangeMs % UNITS_MS[name]! === 0) ?? "s";
  return `${rangeMs / UNITS_MS[unit]!}${unit}`;
}

export function parseRange(text: string): number | undefined {
  const match = /^(\d{1,9}(?:\.\d{1,6})?)([smhd])$/.exec(text.trim());
  const rangeMs = match === null ? 0 : Number(match[1]) * UNITS_MS[match[2]!]!;
  return rangeMs > 0 && rangeMs <= MAX_RANGE_MS ? rangeMs : undefined;
}
