/** The time selection: a button with the current span, and its menu with ranges, start and end, and navigation. */

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { RANGES } from "../series/time-window.ts";
import type { Timeline } from "../series/timeline.ts";
import { formatAge, formatDate, formatMoment, formatNumber, formatTime } from "../text/format.ts";
import { formatRange, localText, parseLocal, parseRange } from "../text/moments.ts";
import { say } from "../text/words.ts";
import type { ShellHost } from "./host.ts";
import { Icon } from "./icons.tsx";
import { Popover } from "./popover.tsx";

const SPEEDS = [1, 10, 60, 600] as const;

export function TimeMenu({ host }: { readonly host: ShellHost }): JSX.Element {
  return (
    <Popover
      className="time-button"
      role="dialog"
      title={say("Time span")}
      label={
        <>
          <Icon name="clock" />
          <span class="span">{spanText(host)}</span>
          <small>▾</small>
        </>
      }
    >
      {(close) => <TimeForm host={host} close={close} />}
    </Popover>
  );
}

function TimeForm({ host, close }: { readonly host: ShellHost; readonly close: () => void }): JSX.Element {
  const { timeline } = host;
  const allMs = host.data.allHistoryMs;
  const { window, fits } = timeline;
  const { fromMs, toMs } = timeline.span();
  const [shown] = useState({ from: localText(fromMs), to: localText(toMs) });
  const [problem, setProblem] = useState("");
  const follow = (rangeMs: number) => {
    timeline.follow(rangeMs);
    close();
  };
  const isPressed = (rangeMs: number) => window.kind === "live" && window.rangeMs === rangeMs;
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    const text = (name: string) => String(form.get(name) ?? "");
    const isRange = event.submitter?.getAttribute("value") === "follow";
    const refusal = isRange
      ? followRange(timeline, text("range"))
      : showSpan(timeline, parseLocal(text("from")), parseLocal(text("to")));
    setProblem(refusal ?? "");
    if (refusal === undefined) close();
  };
  return (
    <form class="time-form" aria-label={say("Time span")} onSubmit={onSubmit}>
      <div class="ranges segments" role="group" aria-label={say("The last")}>
        {RANGES.map(([label, rangeMs]) => (
          <button type="button" key={label} aria-pressed={isPressed(rangeMs)} onClick={() => follow(rangeMs)}>
            {label}
          </button>
        ))}
        <button
          type="button"
          title={say("From the first stored value on")}
          aria-pressed={!fits && allMs !== undefined && isPressed(allMs)}
          onClick={() => {
            void host.data.showAllHistory();
            close();
          }}
        >
          {say("all")}
        </button>
      </div>
      <div class="navigation segments" role="group" aria-label={say("Move in time")}>
        <Move label="◀" name={say("Earlier")} hint="←" run={() => timeline.pan(-0.5)} />
        <Move label="▶" name={say("Later")} hint="→" run={() => timeline.pan(0.5)} />
        <Move label="−" name={say("Zoom out")} hint="−" run={() => timeline.zoom(2)} />
        <Move label="+" name={say("Zoom in")} hint="+" run={() => timeline.zoom(0.5)} />
        <Move
          label="↩"
          name={say("Back to the previous time span")}
          hint="B"
          isOff={!timeline.canGoBack}
          run={() => timeline.back()}
        />
      </div>
      <div class="play segments" role="group" aria-label={say("Play history")}>
        {SPEEDS.map((speed) => (
          <button
            type="button"
            key={speed}
            aria-pressed={timeline.speed === speed}
            aria-label={say("Play {0} times as fast", speed)}
            onClick={() => {
              timeline.play(speed);
              close();
            }}
          >
            ▶ {speed}×
          </button>
        ))}
      </div>
      <label>
        {say("From")}
        <input type="datetime-local" step="0.001" name="from" defaultValue={shown.from} />
      </label>
      <label>
        {say("To")}
        <input type="datetime-local" step="0.001" name="to" defaultValue={shown.to} />
      </label>
      <button type="submit" class="primary">
        {say("Show")}
      </button>
      <label>
        {say("or the last")}
        <input
          name="range"
          placeholder="90s, 15m, 2h, 30d"
          defaultValue={formatRange(Math.round((toMs - fromMs) / 1000) * 1000)}
        />
      </label>
      <button type="submit" value="follow">
        {say("Follow")}
      </button>
      <p class="problem" role="alert">
        {problem}
      </p>
    </form>
  );
}

function Move(props: {
  readonly label: string;
  readonly name: string;
  readonly hint: string;
  readonly isOff?: boolean;
  readonly run: () => void;
}): JSX.Element {
  const { label, name, hint, isOff = false, run } = props;
  return (
    <button type="button" aria-label={name} title={`${name} (${hint})`} disabled={isOff} onClick={run}>
      {label}
    </button>
  );
}

/** The error; undefined on success. */
function followRange(timeline: Timeline, text: string): string | undefined {
  const rangeMs = parseRange(text);
  if (rangeMs === undefined) return say("Write a range as 90s, 15m, 2h or 30d.");
  timeline.follow(rangeMs);
  return undefined;
}

function showSpan(timeline: Timeline, fromMs: number, toMs: number): string | undefined {
  if (!(fromMs >= 0 && toMs >= 0)) return say("Enter both times.");
  if (fromMs >= toMs) return say("'From' must be before 'To'.");
  timeline.show({ fromMs, toMs });
  return undefined;
}

/** Exact for whole minutes; a zoomed range, or one since a moment, is rounded. */
function rangeText(rangeMs: number): string {
  if (rangeMs % 60_000 === 0) return formatRange(rangeMs);
  const days = Math.floor(rangeMs / 86_400_000);
  if (days >= 2) return `${days} d ${Math.floor((rangeMs % 86_400_000) / 3_600_000)} h`;
  return rangeMs < 600_000 ? `${formatNumber(rangeMs / 1000)} s` : formatAge(rangeMs);
}

function spanText(host: ShellHost): string {
  const allMs = host.data.allHistoryMs;
  const { window } = host.timeline;
  const now = host.nowMs();
  if (window.kind === "live") {
    if (window.rangeMs === allMs) return say("All");
    const known = RANGES.find(([, rangeMs]) => rangeMs === window.rangeMs)?.[0];
    return say("Last {0}", known ?? rangeText(window.rangeMs));
  }
  const { fromMs, toMs } = window;
  const isOneDay = formatDate(fromMs) === formatDate(toMs);
  const shown = toMs - fromMs < 10_000 ? formatTime : formatMoment;
  return `${shown(fromMs, now)} – ${shown(toMs, isOneDay ? toMs : now)}`;
}
