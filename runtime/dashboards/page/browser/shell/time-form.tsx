/** The form of the time selection: ranges, start and end, and navigation. */

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { data, report, timeline } from "../app/page.ts";
import { RANGES } from "../series/time-window.ts";
import type { Timeline } from "../series/timeline.ts";
import { formatRange, localText, parseLocal, parseRange } from "../text/moments.ts";
import { say } from "../text/words.ts";
import { Segments } from "../ui/segments.tsx";

const SPEEDS = [1, 10, 60, 600] as const;

export function TimeForm({ close }: { readonly close: () => void }): JSX.Element {
  const allMs = data.allHistoryMs.value;
  const { window, fits } = timeline;
  const { fromMs, toMs } = timeline.span();
  const [shown] = useState({ fromMs, toMs, from: localText(fromMs), to: localText(toMs) });
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
    // Where the clock is set back, a text is not one time.
    const timeOf = (name: "from" | "to") => (text(name) === shown[name] ? shown[`${name}Ms`] : parseLocal(text(name)));
    const isRange = event.submitter?.getAttribute("value") === "follow";
    const refusal = isRange ? followRange(timeline, text("range")) : showSpan(timeline, timeOf("from"), timeOf("to"));
    setProblem(refusal ?? "");
    if (refusal === undefined) close();
  };
  return (
    <form class="time-form" aria-label={say("Time span")} onSubmit={onSubmit}>
      <Segments
        label={say("The last")}
        className="ranges"
        choices={RANGES.map(([label, rangeMs]) => [rangeMs, label] as const)}
        isChosen={isPressed}
        onChoice={follow}
      >
        <button
          type="button"
          title={say("From the first stored value on")}
          aria-pressed={!fits && allMs !== undefined && isPressed(allMs)}
          onClick={() => {
            void data
              .showAllHistory()
              .catch((error: Error) => report(say("History cannot be read: {0}", error.message)));
            close();
          }}
        >
          {say("all")}
        </button>
      </Segments>
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
      <Segments
        label={say("Play history")}
        className="play"
        choices={SPEEDS.map((speed) => [speed, `▶ ${speed}×`, say("Play {0} times as fast", speed)] as const)}
        isChosen={(speed) => timeline.speed === speed}
        onChoice={(speed) => {
          timeline.play(speed);
          close();
        }}
      />
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
