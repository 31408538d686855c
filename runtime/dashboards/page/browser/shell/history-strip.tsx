/** Below a panel that fills the window: everything that is stored of it, and the shown span to drag. */

import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import { mainColumn } from "../../../../model/main-column.ts";
import { fullPanel } from "../app/navigation.ts";
import { nowMs, timeline } from "../app/page.ts";
import { SPARK_HEIGHT, sparkPaths } from "../chart/spark-path.ts";
import { draggedSpan, type Grip } from "../chart/strip-drag.ts";
import { earliestMs } from "../data/earliest.ts";
import type { MeasurementFeed } from "../data/measurement-feed.ts";
import { Curve } from "../overview/sparkline.tsx";
import type { Span } from "../series/time-window.ts";
import { formatMoment } from "../text/format.ts";
import { feedKey } from "../text/measurement-name.ts";
import { say } from "../text/words.ts";
import { useQuery } from "../ui/use-query.ts";
import { useOwnSpan } from "./own-span.tsx";

const WIDTH = 600;
const POINTS = 2 * WIDTH;
const LEAST_MS = 1000;
/** The edges of the window stretch it, within these pixels. */
const EDGE = 8;

export function HistoryStrip(): JSX.Element | null {
  const panel = fullPanel.value;
  const shown = panel?.firstSeries();
  const column = shown?.column ?? (panel && mainColumn(panel.feed.description)?.name);
  const feed = shown?.feed ?? panel?.feed;
  const since = useEarliest(feed, nowMs());
  if (feed === undefined || column === undefined) return null;
  return (
    <div class="history-strip">
      {since !== undefined && <Strip key={feedKey(feed.description)} {...{ column, since }} of={feed} />}
    </div>
  );
}

/** Epoch ms of the first stored row; undefined until it is known. */
function useEarliest(feed: MeasurementFeed | undefined, now: number): number | undefined {
  const key = feed?.description.stored === true ? feedKey(feed.description) : undefined;
  // The panel says why history cannot be read.
  return useQuery(key, () => earliestMs([feed!.description], now)).answer;
}

function Strip(props: { readonly of: MeasurementFeed; readonly column: string; readonly since: number }): JSX.Element {
  const { of, column, since } = props;
  const feed = useOwnSpan(of, { kind: "live", rangeMs: roundedUp(nowMs() - since) }, POINTS);
  const root = useRef<HTMLDivElement>(null);
  const held = useRef<{ readonly grip: Grip; readonly at: number; readonly span: Span } | undefined>(undefined);
  const span = timeline.span();
  const now = nowMs();
  const all = { fromMs: since, toMs: Math.max(now, since + LEAST_MS) };
  const place = (ms: number) => Math.max(0, Math.min(100, ((ms - all.fromMs) / (all.toMs - all.fromMs)) * 100));
  const timeAt = ({ clientX }: PointerEvent) => {
    const { left, width } = root.current!.getBoundingClientRect();
    return all.fromMs + ((clientX - left) / width) * (all.toMs - all.fromMs);
  };
  /** A window at the end follows the time again. */
  const isLast = ({ toMs }: Span) => all.toMs - toMs < (all.toMs - all.fromMs) / POINTS;
  const onDown = (event: PointerEvent) => {
    if (event.button !== 0) return;
    root.current!.setPointerCapture(event.pointerId);
    const grip = gripOf(event, root.current!.lastElementChild!);
    // A click beside the window brings its middle there.
    const from = grip === "beside" ? draggedSpan("window", middleOf(span), timeAt(event), span, all) : span;
    if (grip === "beside") timeline.drag(from, "moving");
    held.current = { grip: grip === "beside" ? "window" : grip, at: timeAt(event), span: from };
  };
  const onMove = (event: PointerEvent) => {
    const { grip, at, span: from } = held.current ?? {};
    if (grip !== undefined) timeline.drag(draggedSpan(grip, at!, timeAt(event), from!, all), "moving");
  };
  const onUp = () => {
    if (held.current === undefined) return;
    const { grip } = held.current;
    held.current = undefined;
    timeline.drag(timeline.span(), "settled");
    if (grip !== "from" && isLast(timeline.span())) timeline.follow(span.toMs - span.fromMs);
  };
  // The arrow keys move it as everywhere on the page.
  const onKey = (event: KeyboardEvent) => {
    const step = (all.toMs - all.fromMs) / 10;
    const moves: Readonly<Record<string, number>> = {
      PageUp: step,
      PageDown: -step,
      Home: all.fromMs - span.fromMs,
      End: all.toMs - span.toMs,
    };
    const by = moves[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const moved = draggedSpan("window", 0, by, span, all);
    if (isLast(moved)) timeline.follow(moved.toMs - moved.fromMs);
    else timeline.show(moved);
  };
  const text = say("{0} to {1}", formatMoment(span.fromMs, now), formatMoment(span.toMs, now));
  const [left, right] = [place(span.fromMs), place(span.toMs)];
  return (
    <>
      <div
        ref={root}
        class="strip"
        role="slider"
        tabIndex={0}
        aria-label={say("Shown part of all stored values of {0}", column)}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(right)}
        aria-valuetext={text}
        onPointerDown={onDown}
        onPointerMove={onMove}
        onPointerUp={onUp}
        onPointerCancel={onUp}
        onKeyDown={onKey}
      >
        <svg viewBox={`0 0 ${WIDTH} ${SPARK_HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
          {!feed.isLoading && <Curve {...sparkPaths(feed.buffer.aligned([column]), all, WIDTH)} />}
        </svg>
        <span class="strip-window" style={{ left: `min(${left}%, 100% - 12px)`, width: `${right - left}%` }} />
      </div>
      <p>
        <small>{formatMoment(all.fromMs, now)}</small>
        <small>{say("all stored values of {0}", column)}</small>
        <small>{formatMoment(all.toMs, now)}</small>
      </p>
    </>
  );
}

function gripOf({ clientX }: PointerEvent, window: Element): Grip | "beside" {
  const { left, right } = window.getBoundingClientRect();
  if (clientX < left - EDGE || clientX > right + EDGE) return "beside";
  // A narrow window can only be moved.
  if (right - left < 4 * EDGE) return "window";
  if (clientX < left + EDGE) return "from";
  return clientX > right - EDGE ? "to" : "window";
}

const middleOf = ({ fromMs, toMs }: Span) => (fromMs + toMs) / 2;

/** Two digits, so that the strip is not read anew with every second. */
function roundedUp(rangeMs: number): number {
  const step = 10 ** (Math.floor(Math.log10(Math.max(LEAST_MS, rangeMs))) - 1);
  return Math.ceil(rangeMs / step) * step;
}
