/** Alarms: active ones, acknowledgements, history, and mutes. */

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { AlarmEntry } from "../../../../api/alarms.ts";
import { labelled, openDialog, select } from "../dialog.ts";
import { element } from "../dom.ts";
import { formatAge, formatMoment, formatQuantity, inLanguage } from "../format.ts";
import { feedKey } from "../measurement-feed.ts";
import { say } from "../words.ts";
import type { ShellHost } from "./host.ts";
import { Icon } from "./icons.tsx";

const MOST_SHOWN = 200;

/** The number of alarms that are not muted or, without any, of warnings. */
export function AlarmBadge({ host }: { readonly host: ShellHost }): JSX.Element | null {
  const { alarm, warn } = host.alarmCounts ?? { alarm: 0, warn: 0 };
  if (alarm + warn === 0) return null;
  return (
    <span class="badge" data-limit={alarm > 0 ? "alarm" : "warn"}>
      {alarm || warn}
    </span>
  );
}

/** Alarms that are not muted: the worst first, then the newest. */
export function ActiveAlarms(props: { readonly host: ShellHost; readonly most: number }): JSX.Element | null {
  const { host, most } = props;
  host.alarmList.keep("often");
  const active = [...host.alarmList.unmuted].sort(worstFirst);
  if (active.length === 0) return null;
  return (
    <ul class="alarm-list" aria-label={say("Active alarms")}>
      {active.slice(0, most).map((entry) => (
        <Line key={entry.id} entry={entry} host={host} />
      ))}
      {active.length > most && host.view !== "alarms" && (
        <li class="all">
          <button type="button" class="quiet" onClick={() => host.go("alarms")}>
            {say("Show all {0}", active.length)}
          </button>
        </li>
      )}
    </ul>
  );
}

export function Alarms({ host }: { readonly host: ShellHost }): JSX.Element {
  const [shown, setShown] = useState<"active" | "muted">("active");
  host.alarmList.keep("often");
  const { alarms, isKnown } = host.alarmList;
  if (!isKnown) return <p class="none">{say("Loading…")}</p>;
  if (alarms === undefined) return <p class="none">{say("The process that receives messages has the alarms.")}</p>;
  const active = host.alarmList.unmuted;
  return (
    <>
      <div class="filters">
        <div class="segments" role="group" aria-label={say("Alarms")}>
          <button type="button" aria-pressed={shown === "active"} onClick={() => setShown("active")}>
            {say("Active {0}", active.length)}
          </button>
          <button type="button" aria-pressed={shown === "muted"} onClick={() => setShown("muted")}>
            {say("Muted {0}", alarms.muted.length)}
          </button>
        </div>
        {typeof Notification !== "undefined" && Notification.permission === "default" && (
          <button type="button" onClick={() => void Notification.requestPermission()}>
            {say("Show them as notifications")}
          </button>
        )}
      </div>
      {shown === "muted" && <Muted host={host} />}
      {shown === "active" && active.length === 0 && <p class="none">{say("No value is beyond its limits.")}</p>}
      {shown === "active" && <ActiveAlarms host={host} most={MOST_SHOWN} />}
      <h2>{say("History")}</h2>
      <History host={host} entries={alarms.history.slice(0, MOST_SHOWN)} />
    </>
  );
}

function Line({ entry, host }: { readonly entry: AlarmEntry; readonly host: ShellHost }): JSX.Element {
  const { level, column, unit, time, seen } = entry;
  const feed = host.feeds.get(feedKey(entry));
  const latest = feed?.latest.value(column);
  const since = Date.parse(time);
  const name = nameOf(host, entry);
  const mayChange = !host.isReadOnly && host.alarmList.mayChange(entry);
  return (
    <li data-limit={level}>
      <span class="dot" aria-hidden="true" />
      <button type="button" class="quiet" onClick={() => host.showDevice(feedKey(entry))}>
        {name}
      </button>
      <b>{formatQuantity(typeof latest === "number" ? latest : entry.value, unit, feed?.format(column, unit))}</b>
      <small>{limitOf(entry)}</small>
      <small>{say("since {0}, {1}", formatMoment(since, host.nowMs()), formatAge(host.nowMs() - since))}</small>
      <span class="acts">
        {seen !== undefined && <small>{seen.by === "" ? say("seen") : say("seen by {0}", seen.by)}</small>}
        {seen === undefined && mayChange && (
          <button type="button" onClick={() => askNote(host, entry)}>
            {say("Acknowledge")}
          </button>
        )}
        {mayChange && (
          <button
            type="button"
            class="quiet square"
            aria-label={say("Mute {0}", name)}
            onClick={() => askMute(host, entry)}
          >
            <Icon name="mute" />
          </button>
        )}
      </span>
    </li>
  );
}

function Muted({ host }: { readonly host: ShellHost }): JSX.Element {
  const { muted = [] } = host.alarmList.alarms ?? {};
  if (muted.length === 0) return <p class="none">{say("No alarm is muted.")}</p>;
  return (
    <ul class="alarm-list" aria-label={say("Muted")}>
      {muted.map((mute) => (
        <li key={`${feedKey(mute)} ${mute.column}`}>
          <Icon name="mute" />
          <span>{nameOf(host, mute)}</span>
          <span />
          <small>
            {mute.until === undefined
              ? say("until it clears")
              : say("until {0}", formatMoment(Date.parse(mute.until), host.nowMs()))}
          </small>
          <small>{mute.by}</small>
          {host.alarmList.mayChange(mute) && (
            <button type="button" onClick={() => void host.alarmList.mute(mute, 0)}>
              {say("Unmute")}
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}

function History({
  host,
  entries,
}: {
  readonly host: ShellHost;
  readonly entries: readonly AlarmEntry[];
}): JSX.Element {
  const now = host.nowMs();
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={say("History of alarms")}>
      <table class="device-table history">
        <thead>
          <tr>
            {["time", "device, field", "limit", "value", "duration", "note"].map((text) => (
              <th scope="col" key={text}>
                {say(text)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => {
            const { id, time, level, value, unit, cleared, seen } = entry;
            return (
              <tr key={id}>
                <td>{formatMoment(Date.parse(time), now)}</td>
                <td data-limit={level}>
                  <span class="dot" aria-hidden="true" /> {nameOf(host, entry)}
                </td>
                <td>{limitOf(entry)}</td>
                <td>{formatQuantity(value, unit, host.feeds.get(feedKey(entry))?.format(entry.column, unit))}</td>
                <td>
                  {cleared === undefined ? say("still active") : formatAge(Date.parse(cleared) - Date.parse(time))}
                </td>
                <td>
                  {seen === undefined
                    ? ""
                    : [seen.by, seen.note].filter((text) => text !== "").join(": ") || say("seen")}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

function askNote(host: ShellHost, entry: AlarmEntry): void {
  openDialog({
    title: nameOf(host, entry),
    submit: say("Acknowledge"),
    fields: [
      element("p", {}, entry.message),
      labelled(
        say("Note"),
        element("input", { name: "note", maxlength: "1000", placeholder: say("Action"), autofocus: "" }),
      ),
    ],
    onSubmit: (form) => host.alarmList.acknowledge(entry, String(form.get("note"))),
  });
}

function askMute(host: ShellHost, entry: AlarmEntry): void {
  const choices = [
    ["60", say("1 hour")],
    ["480", say("8 hours")],
    ["", say("until it clears")],
  ] as const;
  openDialog({
    title: say("Mute {0}", nameOf(host, entry)),
    submit: say("Mute"),
    fields: [
      labelled(
        say("For"),
        select("minutes", choices, "60"),
        say("No messages are sent about it. It is listed under Muted."),
      ),
    ],
    onSubmit: (form) => {
      const minutes = String(form.get("minutes"));
      return host.alarmList.mute(entry, minutes === "" ? undefined : Number(minutes));
    },
  });
}

function nameOf(
  host: ShellHost,
  { database, measurement, column }: Pick<AlarmEntry, "database" | "measurement" | "column">,
): string {
  const title = host.feeds.get(feedKey({ database, measurement }))?.title ?? measurement;
  return `${title}, ${column}`;
}

/** `above 65 °C`: the end of the service's sentence. */
function limitOf({ message }: AlarmEntry): string {
  return (
    /, ((?:above|below) .*)$/
      .exec(message)?.[1]
      ?.replace(/^(above|below) (.*)$/, (_all, way: string, limit: string) => say(`${way} {0}`, inLanguage(limit))) ??
    ""
  );
}

function worstFirst(a: AlarmEntry, b: AlarmEntry): number {
  return a.level === b.level ? b.id - a.id : a.level === "alarm" ? -1 : 1;
}
