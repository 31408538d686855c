/** Navigation in time with wheel, pointer and fingers on a chart's area. One finger moves, two zoom. */

import type uPlot from "uplot";
import type { Span } from "../series/time-window.ts";

export interface ChartGestures {
  /** `factor` 2 shows twice as much; the position of `atMs` does not change. */
  onScale(factor: number, atMs: number): void;
  onDrag(span: Span, phase: "moving" | "settled"): void;
  /** A moment, or with Alt a range, was chosen; `place` on the screen, CSS pixels. */
  onMoment(span: Span, point: { readonly x: number; readonly y: number }): void;
}

const ZOOM_STEP = 1.25;
/** Maximum movement of the pointer during a click, pixels. */
const CLICK_RADIUS = 4;
/** A second click after this time is a separate one. */
export const DOUBLE_CLICK_MS = 250;

interface Held {
  readonly span: Span;
  readonly x: number;
  latest: Span | undefined;
}

export function addGestures(plot: uPlot, gestures: ChartGestures): void {
  const { over } = plot;
  const timeAt = (clientX: number) => plot.posToVal(clientX - over.getBoundingClientRect().left, "x");
  const span = (): Span => ({ fromMs: plot.scales["x"]!.min!, toMs: plot.scales["x"]!.max! });
  addWheel(over, span, timeAt, gestures);
  addPan(over, span, gestures);
  addPinch(over, span, gestures);
  addClicks(over, timeAt, gestures);
}

type TimeAt = (clientX: number) => number;

// The plain wheel scrolls the page; a pinch on a touch pad arrives as a wheel with Ctrl. [UI Events, WheelEvent]
function addWheel(over: HTMLElement, span: () => Span, timeAt: TimeAt, gestures: ChartGestures): void {
  let settle: ReturnType<typeof setTimeout> | undefined;
  over.addEventListener(
    "wheel",
    (event) => {
      const sideways = event.shiftKey && event.deltaX === 0 ? event.deltaY : event.deltaX;
      if (event.ctrlKey || event.metaKey) {
        event.preventDefault();
        gestures.onScale(event.deltaY > 0 ? ZOOM_STEP : 1 / ZOOM_STEP, timeAt(event.clientX));
      } else if (Math.abs(sideways) > Math.abs(event.shiftKey ? 0 : event.deltaY)) {
        event.preventDefault();
        const moved = shifted(span(), (sideways / over.clientWidth) * 0.5);
        gestures.onDrag(moved, "moving");
        clearTimeout(settle);
        settle = setTimeout(() => gestures.onDrag(moved, "settled"), 200);
      }
    },
    { passive: false },
  );
}

function addPan(over: HTMLElement, span: () => Span, gestures: ChartGestures): void {
  let held: Held | undefined;
  const moved = (clientX: number) => shifted(held!.span, (held!.x - clientX) / over.clientWidth);
  const end = () => {
    if (held?.latest !== undefined) gestures.onDrag(held.latest, "settled");
    held = undefined;
  };
  over.addEventListener("pointerdown", (event) => {
    const isFinger = event.pointerType === "touch";
    // A second finger begins a pinch.
    if (isFinger && !event.isPrimary) end();
    else if (isFinger || (event.shiftKey && event.button === 0)) {
      held = { span: span(), x: event.clientX, latest: undefined };
      over.setPointerCapture(event.pointerId);
    }
  });
  over.addEventListener("pointermove", (event) => {
    if (held === undefined || !event.isPrimary) return;
    if (held.latest === undefined && Math.abs(event.clientX - held.x) <= CLICK_RADIUS) return;
    held.latest = moved(event.clientX);
    gestures.onDrag(held.latest, "moving");
  });
  over.addEventListener("pointerup", end);
  // The browser uses the finger for scrolling the page.
  over.addEventListener("pointercancel", end);
}

/** Two fingers: the points under them stay under them. */
function addPinch(over: HTMLElement, span: () => Span, gestures: ChartGestures): void {
  let held: { readonly span: Span; readonly left: number; readonly right: number } | undefined;
  let latest: Span | undefined;
  const places = ({ touches }: TouchEvent): [number, number] => {
    const xs = [touches[0]!.clientX, touches[1]!.clientX].map((x) => x - over.getBoundingClientRect().left);
    return [Math.min(...xs), Math.max(...xs)];
  };
  over.addEventListener(
    "touchstart",
    (event) => {
      if (event.touches.length !== 2) return;
      const [left, right] = places(event);
      held = { span: span(), left, right };
    },
    { passive: true },
  );
  over.addEventListener(
    "touchmove",
    (event) => {
      if (held === undefined || event.touches.length !== 2) return;
      event.preventDefault();
      const [left, right] = places(event);
      const { fromMs, toMs } = held.span;
      const msPerPixel = (toMs - fromMs) / over.clientWidth;
      const scale = (msPerPixel * Math.max(10, held.right - held.left)) / Math.max(10, right - left);
      const from = fromMs + held.left * msPerPixel - left * scale;
      latest = { fromMs: from, toMs: from + scale * over.clientWidth };
      gestures.onDrag(latest, "moving");
    },
    { passive: false },
  );
  over.addEventListener("touchend", () => {
    if (latest !== undefined) gestures.onDrag(latest, "settled");
    held = undefined;
    latest = undefined;
  });
}

function addClicks(over: HTMLElement, timeAt: TimeAt, gestures: ChartGestures): void {
  let down: { readonly x: number; readonly y: number; readonly isRange: boolean } | undefined;
  let single: ReturnType<typeof setTimeout> | undefined;
  over.addEventListener("pointerdown", ({ clientX: x, clientY: y, altKey }) => {
    down = { x, y, isRange: altKey };
  });
  over.addEventListener("click", (event) => {
    const from = down;
    if (from === undefined || event.shiftKey) return;
    const isStill = Math.abs(event.clientX - from.x) <= CLICK_RADIUS;
    if (!isStill && !from.isRange) return;
    const ends = [timeAt(from.x), timeAt(event.clientX)].sort((a, b) => a - b);
    const span = isStill ? { fromMs: ends[1]!, toMs: ends[1]! } : { fromMs: ends[0]!, toMs: ends[1]! };
    const point = { x: event.clientX, y: event.clientY };
    clearTimeout(single);
    single = setTimeout(() => gestures.onMoment(span, point), DOUBLE_CLICK_MS);
  });
  over.addEventListener("dblclick", (event) => {
    clearTimeout(single);
    gestures.onScale(event.shiftKey ? 2 : 0.5, timeAt(event.clientX));
  });
}

function shifted({ fromMs, toMs }: Span, share: number): Span {
  const step = (toMs - fromMs) * share;
  return { fromMs: fromMs + step, toMs: toMs + step };
}
