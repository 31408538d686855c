/** Alarms: active ones, acknowledgements, history, and mutes. */

import type { ComponentChildren, JSX } from "preact";
import { useState } from "preact/hooks";
import type { AlarmEntry, AlarmPlace, Mute } from "../../../../model/alarms.ts";
import { newestValue } from "../fleet-state.ts";
import { formatAge, formatMoment, formatQuantity } from "../format.ts";
import { feedKey } from "../measurement-name.ts";
import { later } from "../ui/later.tsx";
import { say } from "../words.ts";
import { countText, limitOf, mayChange, muteText, nameOf, seenText, worstOf } from "./alarm-entry.ts";
import type { ShellHost } from "./host.ts";
import { Icon } from "./icons.tsx";

const MOST_SHOWN = 200;
const NewLimit = later(async () => (await import("../alarms/new-limit.tsx")).NewLimit);
/** With its chart. */
const AlarmDetail = later(async () => (await import("./alarm-detail.tsx")).AlarmDetail);

/** The number of alarms that are not muted or, without any, of warnings. */
export function AlarmBadge({ host }: { readonly host: ShellHost }): JSX.Element | null {
  const { alarm, warn } = host.alarms.counts ?? { alarm: 0, warn: 0 };
  if (alarm + warn === 0) return null;
  return (
    <span class="badge" data-limit={alarm > 0 ? "alarm" : "warn"}>
      {alarm || warn}
    </span>
  );
}

/** Alarms that are not muted: the worst first, then the newest. */
export function ActiveAlarms({ host, most }: { readonly host: ShellHost; readonly most: number }): JSX.Element | null {
  host.alarms.keepWithin();
  const active = [...host.alarms.unmuted].sort(worstFirst);
  if (active.length === 0) return null;
  return (
    <>
      <Lines host={host} entries={active.slice(0, most)}>
        {active.length > most && (
          <li class="all">
            <button type="button" class="quiet" onClick={() => host.navigation.go("alarms")}>
              {say("Show all {0}", active.length)}
            </button>
          </li>
        )}
      </Lines>
      <Problem host={host} />
    </>
  );
}

export function Alarms({ host }: { readonly host: ShellHost }): JSX.Element {
  const [listed, setListed] = useState<"active" | "muted">("active");
  const [filter, setFilter] = useState("");
  host.alarms.keepWithin();
  const { list: alarms, isKnown } = host.alarms;
  if (!isKnown) return <p class="none">{say("Loading…")}</p>;
  if (alarms === undefined) return <p class="none">{say("The process that receives messages has the alarms.")}</p>;
  const passes = (place: AlarmPlace) => nameOf(host, place).toLowerCase().includes(filter.trim().toLowerCase());
  const active = [...host.alarms.unmuted].sort(worstFirst);
  const [lines, history] = [active.filter(passes), alarms.history.filter(passes)];
  const chosen = alarms.history.find(({ id }) => id === host.navigation.alarm);
  // Where there is room beside the list, it is never empty.
  const shown = chosen ?? lines[0] ?? history[0];
  return (
    <div class="alarms" data-step={chosen === undefined ? "list" : "detail"}>
      <div class="lists">
        <div class="filters">
          <div class="segments" role="group" aria-label={say("Alarms")}>
            <button type="button" aria-pressed={listed === "active"} onClick={() => setListed("active")}>
              {say("Active {0}", active.length)}
            </button>
            <button type="button" aria-pressed={listed === "muted"} onClick={() => setListed("muted")}>
              {say("Muted {0}", alarms.muted.length)}
            </button>
          </div>
          <input
            type="search"
            placeholder={say("Filter")}
            aria-label={say("Filter alarms")}
            value={filter}
            onInput={({ currentTarget }) => setFilter(currentTarget.value)}
          />
          {!host.isReadOnly && (
            <button type="button" class="primary" onClick={() => host.shell.openDialog(<NewLimit host={host} />)}>
              <Icon name="plus" />
              {say("New limit")}
            </button>
          )}
          {typeof Notification !== "undefined" && Notification.permission === "default" && (
            <button type="button" onClick={() => void Notification.requestPermission()}>
              {say("Show them as notifications")}
            </button>
          )}
        </div>
        <Problem host={host} />
        {listed === "muted" && <Muted host={host} entries={alarms.muted.filter(passes)} />}
        {listed === "active" && active.length === 0 && <p class="none">{say("No value is beyond its limits.")}</p>}
        {listed === "active" && lines.length > 0 && (
          <Lines host={host} entries={lines.slice(0, MOST_SHOWN)} shown={shown} />
        )}
        <div class="with-action">
          <h2>{say("History")}</h2>
          {alarms.history.length > 0 && (
            <a href="alarms?as=csv" download="alarms.csv">
              {say("Download as CSV")}
            </a>
          )}
        </div>
        {history.length === 0 ? (
          <p class="none">{say("None.")}</p>
        ) : (
          <History host={host} entries={history.slice(0, MOST_SHOWN)} shown={shown} />
        )}
      </div>
      {shown !== undefined && <AlarmDetail host={host} entry={shown} />}
    </div>
  );
}

function Problem({ host }: { readonly host: ShellHost }): JSX.Element {
  return (
    <p class="problem" role="alert">
      {host.alarms.problem}
    </p>
  );
}

function Lines(props: {
  readonly host: ShellHost;
  readonly entries: readonly AlarmEntry[];
  /** The alarm whose detail is beside the list. */
  readonly shown?: AlarmEntry | undefined;
  readonly children?: ComponentChildren;
}): JSX.Element {
  const { host, entries, shown, children } = props;
  return (
    <ul class="alarm-list" aria-label={say("Active alarms")}>
      {entries.map((entry) => (
        <Line key={entry.id} entry={entry} host={host} isShown={entry.id === shown?.id} />
      ))}
      {children}
    </ul>
  );
}

function Line(props: { readonly entry: AlarmEntry; readonly host: ShellHost; readonly isShown: boolean }): JSX.Element {
  const { entry, host, isShown } = props;
  const { level, column, unit, time, seen } = entry;
  const feed = host.feeds.get(feedKey(entry));
  const device = host.fleet.devices.get(feedKey(entry));
  const latest = newestValue({ value: feed?.latest.value(column), atMs: feed?.lastMs }, device, column);
  const value = typeof latest === "number" ? latest : entry.value;
  const since = Date.parse(time);
  const name = nameOf(host, entry);
  return (
    <li data-limit={level} aria-current={isShown ? "true" : undefined}>
      <span class="dot" aria-hidden="true" />
      <button type="button" class="quiet" onClick={() => host.navigation.showAlarm(entry.id)}>
        {name}
      </button>
      <b>{formatQuantity(value, unit, feed?.format(column, unit, value))}</b>
      <small>
        {limitOf(entry)}
        {countText(entry)}
      </small>
      <small>{say("since {0}, {1}", formatMoment(since, host.nowMs()), formatAge(host.knownMs() - since))}</small>
      <span class="acts">
        {seen !== undefined && <small>{seen.by === "" ? say("seen") : say("seen by {0}", seen.by)}</small>}
        {seen === undefined && mayChange(host, entry) && (
          <button type="button" onClick={() => host.alarms.acknowledge(entry, "")}>
            {say("Acknowledge")}
          </button>
        )}
        {mayChange(host, entry) && (
          <button
            type="button"
            class="quiet square"
            aria-label={say("Mute {0} for 1 hour", name)}
            title={say("Mute for 1 hour")}
            onClick={() => host.alarms.mute(entry, 60)}
          >
            <Icon name="mute" />
          </button>
        )}
      </span>
    </li>
  );
}

function Muted({ host, entries }: { readonly host: ShellHost; readonly entries: readonly Mute[] }): JSX.Element {
  if (entries.length === 0) return <p class="none">{say("No alarm is muted.")}</p>;
  return (
    <ul class="alarm-list" aria-label={say("Muted")}>
      {entries.map((mute) => (
        <li key={`${feedKey(mute)} ${mute.column}`}>
          <Icon name="mute" />
          <span>{nameOf(host, mute)}</span>
          <span />
          <small>{muteText(host, mute)}</small>
          <small>{mute.by}</small>
          {mayChange(host, mute) && (
            <button type="button" onClick={() => host.alarms.mute(mute, 0)}>
              {say("Unmute")}
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}

function History(props: {
  readonly host: ShellHost;
  readonly entries: readonly AlarmEntry[];
  readonly shown: AlarmEntry | undefined;
}): JSX.Element {
  const { host, entries, shown } = props;
  const now = host.nowMs();
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={say("History of alarms")}>
      <table class="device-table history">
        <thead>
          <tr>
            {["time", "device, field", "limit", "worst value", "duration", "note"].map((text) => (
              <th scope="col" key={text}>
                {say(text)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => {
            const { id, time, level, unit, cleared, seen } = entry;
            const value = worstOf(entry);
            return (
              <tr key={id} aria-current={id === shown?.id ? "true" : undefined}>
                <td>{formatMoment(Date.parse(time), now)}</td>
                <td data-limit={level}>
                  <span class="dot" aria-hidden="true" />
                  <button type="button" class="quiet" onClick={() => host.navigation.showAlarm(id)}>
                    {nameOf(host, entry)}
                  </button>
                  {countText(entry)}
                </td>
                <td>{limitOf(entry)}</td>
                <td>
                  {formatQuantity(value, unit, host.feeds.get(feedKey(entry))?.format(entry.column, unit, value))}
                </td>
                <td>
                  {cleared === undefined ? say("still active") : formatAge(Date.parse(cleared) - Date.parse(time))}
                </td>
                <td>{seenText(seen, now)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

function worstFirst(a: AlarmEntry, b: AlarmEntry): number {
  return a.level === b.level ? b.id - a.id : a.level === "alarm" ? -1 : 1;
}
