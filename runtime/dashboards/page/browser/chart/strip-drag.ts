/** The span after a drag in a strip of all history. No DOM. */

import type { Span } from "../series/time-window.ts";

/** What is held: the window, or one of its edges. */
export type Grip = "window" | "from" | "to";

const LEAST_MS = 1;

/** The span after `grip` was dragged from `atMs` to `toMs`, within `all`; a moved window keeps its length. */
export function draggedSpan(grip: Grip, atMs: number, toMs: number, span: Span, all: Span): Span {
  const by = toMs - atMs;
  if (grip === "from")
    return { ...span, fromMs: Math.max(all.fromMs, Math.min(span.fromMs + by, span.toMs - LEAST_MS)) };
  if (grip === "to") return { ...span, toMs: Math.min(all.toMs, Math.max(span.toMs + by, span.fromMs + LEAST_MS)) };
  // A span longer than the history ends with it.
  const step = Math.min(all.toMs - span.toMs, Math.max(all.fromMs - span.fromMs, by));
  return { fromMs: span.fromMs + step, toMs: span.toMs + step };
}
