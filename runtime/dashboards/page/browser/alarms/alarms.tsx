/** Alarms: active ones, acknowledgements, history, and mutes. */

import type { ComponentChildren, JSX } from "preact";
import { useEffect } from "preact/hooks";
import type { AlarmEntry } from "../../../../model/alarms.ts";
import { go, showAlarm } from "../app/navigation.ts";
import { alarms, data, fleet, knownMs, nowMs } from "../app/page.ts";
import { missingSince, newestValue } from "../overview/fleet-state.ts";
import { Icon } from "../shell/icons.tsx";
import { formatAge, formatMoment, formatQuantity, missingText } from "../text/format.ts";
import { feedKey } from "../text/measurement-name.ts";
import { say } from "../text/words.ts";
import { countText, limitOf, mayChange, nameOf } from "./alarm-entry.ts";

/** The number of alarms that are not muted or, without any, of warnings. */
export function AlarmBadge(): JSX.Element | null {
  const { alarm, warn } = alarms.counts ?? { alarm: 0, warn: 0 };
  if (alarm + warn === 0) return null;
  return (
    <span class="badge" data-limit={alarm > 0 ? "alarm" : "warn"}>
      {alarm || warn}
    </span>
  );
}

/** Alarms that are not muted: the worst first, then the newest. */
export function ActiveAlarms({ most }: { readonly most: number }): JSX.Element | null {
  useEffect(alarms.watch, []);
  const active = [...alarms.unmuted].sort(worstFirst);
  if (active.length === 0) return null;
  return (
    <>
      <Lines entries={active.slice(0, most)}>
        {active.length > most && (
          <li class="all">
            <button type="button" class="quiet" onClick={() => go("alarms")}>
              {say("Show all {0}", active.length)}
            </button>
          </li>
        )}
      </Lines>
      <Problem />
    </>
  );
}

export function Problem(): JSX.Element {
  return (
    <p class="problem" role="alert">
      {alarms.problem.value}
    </p>
  );
}

export function Lines(props: {
  readonly entries: readonly AlarmEntry[];
  /** The alarm whose detail is beside the list. */
  readonly shown?: AlarmEntry | undefined;
  readonly children?: ComponentChildren;
}): JSX.Element {
  const { entries, shown, children } = props;
  return (
    <ul class="alarm-list" aria-label={say("Active alarms")}>
      {entries.map((entry) => (
        <Line key={entry.id} entry={entry} isShown={entry.id === shown?.id} />
      ))}
      {children}
    </ul>
  );
}

function Line(props: { readonly entry: AlarmEntry; readonly isShown: boolean }): JSX.Element {
  const { entry, isShown } = props;
  const { level, column, unit, time, seen } = entry;
  const feed = data.feeds.get(feedKey(entry));
  const device = fleet.devices.get(feedKey(entry));
  const latest = newestValue({ value: feed?.latest.value(column), atMs: feed?.lastMs }, device, column);
  const value = typeof latest === "number" ? latest : entry.value;
  const missing = missingText(missingSince(feed, device, column), nowMs());
  const since = Date.parse(time);
  const name = nameOf(entry);
  return (
    <li data-limit={level} aria-current={isShown ? "true" : undefined}>
      <span class="dot" aria-hidden="true" />
      <button type="button" class="quiet" onClick={() => showAlarm(entry.id)}>
        {name}
      </button>
      <b class={missing === "" ? "" : "old"} title={missing}>
        {formatQuantity(value, unit, feed?.format(column, unit, value))}
      </b>
      <small>
        {limitOf(entry)}
        {countText(entry)}
      </small>
      <small>{say("since {0}, {1}", formatMoment(since, nowMs()), formatAge(knownMs() - since))}</small>
      <span class="acts">
        {seen !== undefined && <small>{seen.by === "" ? say("seen") : say("seen by {0}", seen.by)}</small>}
        {seen === undefined && mayChange(entry) && (
          <button type="button" onClick={() => alarms.acknowledge(entry, "")}>
            {say("Acknowledge")}
          </button>
        )}
        {mayChange(entry) && (
          <button
            type="button"
            class="quiet square"
            aria-label={say("Mute {0} for 1 hour", name)}
            title={say("Mute for 1 hour")}
            onClick={() => alarms.mute(entry, 60)}
          >
            <Icon name="mute" />
          </button>
        )}
      </span>
    </li>
  );
}

export function worstFirst(a: AlarmEntry, b: AlarmEntry): number {
  return a.level === b.level ? b.id - a.id : a.level === "alarm" ? -1 : 1;
}
