/** The time span of all panels: following, fixed, panned, zoomed, and back. No DOM. */

import { type Signal, signal } from "@preact/signals";
import { formatRange, MAX_RANGE_MS, parseMoment, parseRange } from "../text/moments.ts";
import { say } from "../text/words.ts";
import { DEFAULT_RANGE_MS, RANGES, type Span, spanOf, type TimeWindow } from "./time-window.ts";

export type CursorName = "a" | "b";
type Cursors = Readonly<Record<CursorName, number | undefined>>;

/** `settled`: history may be read; `moving`: the window is being dragged; `marked`: only cursors have moved. */
export type TimeChange = "settled" | "moving" | "marked";

const MAX_BACK = 50;
/** During playback, the next history is read at this interval, ms. */
const PLAY_READ_MS = 1000;
const MIN_RANGE_MS = 1;

export class Timeline {
  /** Set with each change. */
  readonly change: Signal<{ readonly kind: TimeChange } | undefined> = signal(undefined);
  readonly #cursors = signal<Cursors>({ a: undefined, b: undefined });
  /** The moment chosen by keyboard, like a pointer's position. */
  readonly #moment = signal<number | undefined>(undefined);
  readonly #nowMs: () => number;
  readonly #back = signal<readonly TimeWindow[]>([]);
  readonly #window = signal<TimeWindow>({ kind: "live", rangeMs: DEFAULT_RANGE_MS });
  /** The last range that was followed, before a zoom or a pause. */
  #followRangeMs = DEFAULT_RANGE_MS;
  /** True until the user chooses a range: it adapts to the data. */
  readonly #fits = signal(true);
  /** Playback: its speed as a factor. */
  readonly #speed = signal<number | undefined>(undefined);
  #playing: { steppedMs: number | undefined; readMs: number } = { steppedMs: undefined, readMs: 0 };
  #isDragging = false;

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  get cursors(): Cursors {
    return this.#cursors.value;
  }

  /** Undefined unless both cursors are set. */
  get cursorSpan(): Span | undefined {
    const { a, b } = this.cursors;
    return a === undefined || b === undefined ? undefined : { fromMs: Math.min(a, b), toMs: Math.max(a, b) };
  }

  get window(): TimeWindow {
    return this.#window.value;
  }

  get fits(): boolean {
    return this.#fits.value;
  }

  get canGoBack(): boolean {
    return this.#back.value.length > 0;
  }

  span(): Span {
    return spanOf(this.window, this.#nowMs());
  }

  /** Follows the current time, by default with the last followed range. */
  follow(rangeMs = this.#followRangeMs): void {
    this.#choose({ kind: "live", rangeMs });
  }

  /** Chooses the smallest offered range that includes the time since `sinceMs`, unless the user has chosen one. */
  fit(sinceMs: number): void {
    if (!this.fits || this.window.kind !== "live") return;
    const fitting = RANGES.find(([, rangeMs]) => rangeMs >= sinceMs)?.[1] ?? DEFAULT_RANGE_MS;
    const rangeMs = Math.min(fitting, DEFAULT_RANGE_MS);
    if (rangeMs === this.window.rangeMs) return;
    this.#followRangeMs = rangeMs;
    this.#set({ kind: "live", rangeMs }, "settled");
  }

  show({ fromMs, toMs }: Span): void {
    const rangeMs = Math.min(MAX_RANGE_MS, Math.max(MIN_RANGE_MS, toMs - fromMs));
    const from = Math.max(0, Math.floor(fromMs));
    this.#choose({ kind: "fixed", fromMs: from, toMs: Math.ceil(from + rangeMs) });
  }

  /** Stops at the current span; the charts stay. */
  pause(): void {
    const { fromMs, toMs } = this.span();
    this.#remember();
    this.#set({ kind: "fixed", fromMs, toMs }, "moving");
  }

  /** In fractions of the range: -0.5 goes back by half of it. */
  pan(share: number): void {
    const { fromMs, toMs } = this.span();
    const step = (toMs - fromMs) * share;
    this.show({ fromMs: fromMs + step, toMs: toMs + step });
  }

  /** `factor` 2 shows twice as much; the position of `atMs` does not change. */
  zoom(factor: number, atMs?: number): void {
    const { fromMs, toMs } = this.span();
    // While following, zooming at the current time continues to follow.
    if (this.window.kind === "live" && atMs === undefined) {
      this.#choose({ kind: "live", rangeMs: Math.min(MAX_RANGE_MS, Math.max(1000, this.window.rangeMs * factor)) });
      return;
    }
    const pivot = atMs ?? (fromMs + toMs) / 2;
    this.show({ fromMs: pivot - (pivot - fromMs) * factor, toMs: pivot + (toMs - pivot) * factor });
  }

  /** During a drag, charts move; history is read at its end. */
  drag(span: Span, phase: "moving" | "settled"): void {
    if (phase === "moving" && !this.#isDragging) this.#remember();
    this.#isDragging = phase === "moving";
    this.#speed.value = undefined;
    this.#fits.value = false;
    this.#set({ kind: "fixed", fromMs: Math.max(0, span.fromMs), toMs: Math.max(1, span.toMs) }, phase);
  }

  /** Playback speed as a factor; undefined without playback. */
  get speed(): number | undefined {
    return this.#speed.value;
  }

  /**
   * Plays what follows the shown span, or while it follows the time, what is shown: the window moves until it reaches the
   * current time, and then follows it.
   */
  play(speed: number): void {
    const { fromMs, toMs } = this.span();
    const back = this.window.kind === "live" ? toMs - fromMs : 0;
    this.#remember();
    this.#fits.value = false;
    this.#speed.value = speed;
    this.#playing = { steppedMs: undefined, readMs: 0 };
    this.#set({ kind: "fixed", fromMs: fromMs - back, toMs: toMs - back }, "settled");
  }

  stop(): void {
    if (this.speed === undefined) return;
    this.#speed.value = undefined;
    this.#changed("settled");
  }

  /** Call this in every frame. @param atMs time of a monotonic clock */
  step(atMs: number): void {
    const { speed, window } = this;
    const playing = this.#playing;
    if (speed === undefined) return;
    if (window.kind !== "fixed") {
      this.#speed.value = undefined;
      return;
    }
    const movedMs = (atMs - (playing.steppedMs ?? atMs)) * speed;
    playing.steppedMs = atMs;
    if (window.toMs + movedMs >= this.#nowMs()) {
      this.#speed.value = undefined;
      this.follow(window.toMs - window.fromMs);
      return;
    }
    const isDue = atMs - playing.readMs >= PLAY_READ_MS;
    if (isDue) playing.readMs = atMs;
    this.#set(
      { kind: "fixed", fromMs: window.fromMs + movedMs, toMs: window.toMs + movedMs },
      isDue ? "settled" : "moving",
    );
  }

  back(): void {
    const last = this.#back.value.at(-1);
    this.#back.value = this.#back.value.slice(0, -1);
    if (last !== undefined) this.#set(last, "settled");
  }

  setCursor(name: CursorName, timeMs: number | undefined): void {
    this.#cursors.value = { ...this.cursors, [name]: timeMs };
    this.#changed("marked");
  }

  get moment(): number | undefined {
    return this.#moment.value;
  }

  /** In fractions of the range, from the middle if no moment was visible; undefined removes it. */
  moveMoment(share: number | undefined): void {
    const { fromMs, toMs } = this.span();
    const { moment } = this;
    const known = moment !== undefined && moment >= fromMs && moment <= toMs;
    const from = known ? moment + (share ?? 0) * (toMs - fromMs) : (fromMs + toMs) / 2;
    this.#moment.value = share === undefined ? undefined : Math.min(toMs, Math.max(fromMs, from));
    this.#changed("marked");
  }

  /** The parts of a link to this view. */
  write(query: URLSearchParams): void {
    for (const name of ["range", "from", "to", "a", "b"]) query.delete(name);
    const { window } = this;
    if (window.kind === "fixed") {
      query.set("from", new Date(window.fromMs).toISOString());
      query.set("to", new Date(window.toMs).toISOString());
    } else if (!this.fits) {
      query.set("range", formatRange(window.rangeMs));
    }
    for (const name of ["a", "b"] as const) {
      const cursor = this.cursors[name];
      if (cursor !== undefined) query.set(name, new Date(cursor).toISOString());
    }
  }

  /** Reads the output of `write`, and times as people write them. @returns a sentence for each invalid part */
  read(query: URLSearchParams): readonly string[] {
    const problems: string[] = [];
    const now = this.#nowMs();
    const moment = (name: string, edge: "from" | "to") => {
      const text = query.get(name);
      const timeMs = text === null ? undefined : parseMoment(text, edge, now);
      if (text !== null && timeMs === undefined) {
        problems.push(
          say("The address has {0}={1}: write a time such as 2026-03-01T12:00, now-1h or yesterday.", name, text),
        );
      }
      return timeMs;
    };
    const window = this.#windowOf(moment("from", "from"), moment("to", "to"), query.get("range"), problems);
    if (window?.kind === "live") this.#followRangeMs = window.rangeMs;
    this.#window.value = window ?? { kind: "live", rangeMs: this.#followRangeMs };
    this.#fits.value = window === undefined;
    this.#cursors.value = { a: moment("a", "from"), b: moment("b", "from") };
    return problems;
  }

  #windowOf(
    fromMs: number | undefined,
    toMs: number | undefined,
    range: string | null,
    problems: string[],
  ): TimeWindow | undefined {
    const now = this.#nowMs();
    const end = toMs ?? now;
    if (fromMs !== undefined && fromMs < end) {
      return toMs === undefined ? { kind: "live", rangeMs: now - fromMs } : { kind: "fixed", fromMs, toMs };
    }
    if (fromMs !== undefined) problems.push(say("In the address, 'from' must be before 'to'."));
    if (range === null) return undefined;
    const rangeMs = parseRange(range);
    if (rangeMs !== undefined) return { kind: "live", rangeMs };
    problems.push(say("The address has range={0}: write 90s, 15m, 2h or 30d.", range));
    return undefined;
  }

  #choose(window: TimeWindow): void {
    this.#remember();
    this.#speed.value = undefined;
    this.#fits.value = false;
    if (window.kind === "live") this.#followRangeMs = window.rangeMs;
    this.#set(window, "settled");
  }

  #remember(): void {
    this.#back.value = [...this.#back.value, this.window].slice(-MAX_BACK);
  }

  #set(window: TimeWindow, change: "settled" | "moving"): void {
    this.#window.value = window;
    this.#changed(change);
  }

  #changed(kind: TimeChange): void {
    this.change.value = { kind };
  }
}
