/** One alarm: its field around that time, its limit, earlier ones of the field, and what a user may do about it. */

import type { JSX } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { AlarmEntry } from "../../../../model/alarms.ts";
import { showAlarm, showDevice } from "../app/navigation.ts";
import { alarms, data, nowMs, theme, timeline } from "../app/page.ts";
import { Chart, Gutters } from "../chart/chart.ts";
import { chartShapes } from "../chart/chart-shapes.ts";
import type { MeasurementFeed } from "../data/measurement-feed.ts";
import { spanOf, type TimeWindow } from "../series/time-window.ts";
import { Icon } from "../shell/icons.tsx";
import { useOwnSpan } from "../shell/own-span.tsx";
import { formatAge, formatMoment, formatQuantity, unitIn } from "../text/format.ts";
import { feedKey } from "../text/measurement-name.ts";
import { say } from "../text/words.ts";
import { Choice } from "../ui/fields.tsx";
import { limitOf, mayChange, muteText, nameOf, seenText } from "./alarm-entry.ts";

const POINTS = 600;
/** The chart shows at least this long before and after the alarm. */
const LEAST_AROUND_MS = 60_000;
const MOST_EARLIER = 5;
const MUTES = [
  ["60", "Mute for 1 hour"],
  ["480", "Mute for 8 hours"],
  ["", "Mute until it clears"],
] as const;

export function AlarmDetail({ entry }: { readonly entry: AlarmEntry }): JSX.Element {
  const root = useRef<HTMLElement>(null);
  // On a phone, it replaces a list that was scrolled.
  useLayoutEffect(() => root.current?.scrollIntoView({ block: "nearest" }), [entry.id]);
  const feed = data.feeds.get(feedKey(entry));
  const name = nameOf(entry);
  const { level, column, value, unit, time, cleared, seen } = entry;
  const now = nowMs();
  const [since, end] = [Date.parse(time), cleared === undefined ? now : Date.parse(cleared)];
  const window = windowAround(entry, now);
  return (
    <section ref={root} class="alarm-detail" aria-label={name} data-limit={level}>
      <header>
        <button type="button" class="quiet square back" aria-label={say("Back")} onClick={() => showAlarm(undefined)}>
          ←
        </button>
        <span class="dot" aria-hidden="true" />
        <h2>{name}</h2>
        <button
          type="button"
          class="quiet"
          onClick={() => {
            timeline.show(spanOf(window, now));
            showDevice(feedKey(entry));
          }}
        >
          {say("Open")}
        </button>
      </header>
      {feed !== undefined && <Around key={`${feedKey(entry)} ${column}`} of={feed} entry={entry} window={window} />}
      <dl>
        <dt>{say("Limit")}</dt>
        <dd>{limitOf(entry)}</dd>
        <dt>{say("Value")}</dt>
        <dd>{formatQuantity(value, unit, feed?.format(column, unit, value))}</dd>
        {entry.worst !== undefined && (
          <>
            <dt>{say("Worst value")}</dt>
            <dd>{formatQuantity(entry.worst, unit, feed?.format(column, unit, entry.worst))}</dd>
          </>
        )}
        {entry.again !== undefined && (
          <>
            <dt>{say("Raised")}</dt>
            <dd>{say("{0} times, last {1}", entry.count ?? 1, formatMoment(Date.parse(entry.again), now))}</dd>
          </>
        )}
        <dt>{say("Time")}</dt>
        <dd>
          {formatMoment(since, now)}, {formatAge(end - since)}
          {cleared === undefined && `, ${say("still active")}`}
        </dd>
        {seen !== undefined && (
          <>
            <dt>{say("Seen")}</dt>
            <dd>{seenText(seen, now)}</dd>
          </>
        )}
      </dl>
      {mayChange(entry) && <Acts key={entry.id} entry={entry} />}
      <Earlier entry={entry} />
    </section>
  );
}

function Acts({ entry }: { readonly entry: AlarmEntry }): JSX.Element {
  const [note, setNote] = useState(entry.seen?.note ?? "");
  const [minutes, setMinutes] = useState("60");
  const mute = alarms.muteOf(entry);
  return (
    <>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          alarms.acknowledge(entry, note);
        }}
      >
        <label class="stacked">
          {say("Note")}
          <input
            name="note"
            maxLength={1000}
            placeholder={say("What you see or do")}
            value={note}
            onInput={({ currentTarget }) => setNote(currentTarget.value)}
          />
        </label>
        <button type="submit" class="primary">
          {entry.seen === undefined ? say("Acknowledge") : say("Save the note")}
        </button>
      </form>
      <div class="mute">
        {mute !== undefined ? (
          <>
            <Icon name="mute" />
            <span>{muteText(mute)}</span>
            <button type="button" onClick={() => alarms.mute(entry, 0)}>
              {say("Unmute")}
            </button>
          </>
        ) : (
          <>
            <Choice
              label={say("Mute for")}
              value={minutes}
              choices={MUTES.map(([one, text]) => [one, say(text)] as const)}
              onValue={setMinutes}
            />
            <button type="button" onClick={() => alarms.mute(entry, minutes === "" ? undefined : Number(minutes))}>
              {say("Mute")}
            </button>
          </>
        )}
      </div>
    </>
  );
}

function Earlier({ entry }: { readonly entry: AlarmEntry }): JSX.Element | null {
  const name = nameOf(entry);
  const others = (alarms.list?.history ?? []).filter((one) => one.id < entry.id && nameOf(one) === name);
  if (others.length === 0) return null;
  const now = nowMs();
  return (
    <>
      <h3>{say("Earlier alarms")}</h3>
      <ul class="earlier">
        {others.slice(0, MOST_EARLIER).map((one) => (
          <li key={one.id} data-limit={one.level}>
            <span class="dot" aria-hidden="true" />
            <button type="button" class="quiet" onClick={() => showAlarm(one.id)}>
              {formatMoment(Date.parse(one.time), now)}
            </button>
            <small>{limitOf(one)}</small>
            <small>{seenText(one.seen, now)}</small>
          </li>
        ))}
      </ul>
    </>
  );
}

/** The field's chart. */
function Around(props: {
  readonly of: MeasurementFeed;
  readonly entry: AlarmEntry;
  readonly window: TimeWindow;
}): JSX.Element {
  const { of, entry, window } = props;
  const { column, time } = entry;
  const root = useRef<HTMLDivElement>(null);
  const holder = useRef<HTMLDivElement>(null);
  const drawn = useRef<Chart | undefined>(undefined);
  const feed = useOwnSpan(of, window, POINTS);
  const columns = of.description.columns.filter(({ name }) => name === column);
  const [shape] = chartShapes({
    description: { ...of.description, columns },
    settings: {},
    extent: (name) => feed.buffer.extent(name),
    lines: theme.value.lines,
  });
  const key = JSON.stringify(shape);
  useLayoutEffect(() => {
    if (shape === undefined) return undefined;
    const width = root.current!.clientWidth;
    const gutters = new Gutters([shape]);
    drawn.current = new Chart(holder.current!, { shape, width, theme: theme.value, gutters });
    return () => drawn.current!.destroy();
  }, [key, theme.value]);
  // The page is drawn at least every second.
  useLayoutEffect(() => {
    const chart = drawn.current;
    if (chart === undefined) return;
    const { clientWidth } = root.current!;
    if (clientWidth !== chart.width) chart.resize(clientWidth);
    chart.draw({
      data: feed.buffer.aligned([column]),
      span: feed.span(),
      marks: [{ kind: "cursor", timeMs: Date.parse(time) }],
      format: (name, unit) => feed.format(name, unit),
    });
  });
  const state = feed.isLoading ? say("Loading…") : feed.buffer.length === 0 ? say("no values in this time span") : "";
  return (
    <div ref={root} class="charts">
      <div ref={holder} class="chart" aria-hidden="true">
        {shape?.kind === "lines" && (
          <p class="chart-title">
            {shape.left.title}
            <small>{unitIn(feed.format(column, shape.left.unit), shape.left.unit)}</small>
          </p>
        )}
      </div>
      <p class="empty">{state}</p>
    </div>
  );
}

/** From some time before the alarm until now, in steps, or until some time after its end. */
function windowAround({ time, cleared }: AlarmEntry, nowMs: number): TimeWindow {
  const since = Date.parse(time);
  const end = cleared === undefined ? nowMs : Date.parse(cleared);
  const around = Math.max(LEAST_AROUND_MS, (end - since) / 2);
  if (cleared !== undefined) return { kind: "fixed", fromMs: since - around, toMs: end + around };
  const minutes = (end - since + around) / LEAST_AROUND_MS;
  return { kind: "live", rangeMs: LEAST_AROUND_MS * 2 ** Math.ceil(Math.log2(minutes)) };
}
