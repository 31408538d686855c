/** The list of alarms: active and muted ones, their history, and the chosen one beside them. */

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { AlarmEntry, AlarmPlace, Mute } from "../../../../model/alarms.ts";
import { chosenAlarm, showAlarm } from "../app/navigation.ts";
import { address, alarms, data, nowMs } from "../app/page.ts";
import { Icon } from "../shell/icons.tsx";
import { formatAge, formatInteger, formatMoment, formatQuantity } from "../text/format.ts";
import { feedKey } from "../text/measurement-name.ts";
import { say } from "../text/words.ts";
import { showDialog } from "../ui/dialog.tsx";
import { later } from "../ui/later.tsx";
import { Segments } from "../ui/segments.tsx";
import { ScrollTable } from "../ui/table.tsx";
import { countText, limitOf, mayChange, muteText, nameOf, seenText, worstOf } from "./alarm-entry.ts";
import type { KnownAlarms } from "./alarm-list.ts";
import { Lines, Problem, worstFirst } from "./alarms.tsx";

/** Entries of a list at first, and more at each request. */
const MOST_SHOWN = 200;
const Receivers = later(async () => (await import("./receivers.tsx")).Receivers);
const NewLimit = later(async () => (await import("./new-limit.tsx")).NewLimit);
/** With its chart. */
const AlarmDetail = later(async () => (await import("./alarm-detail.tsx")).AlarmDetail);

const ALL_MUTED = "All values beyond their limits are muted.";
const NONE_BEYOND = "No value is beyond its limits. Limits come from the header, or from “New limit”.";

export function Alarms(): JSX.Element {
  const [listed, setListed] = useState<"active" | "muted">("active");
  const [filter, setFilter] = useState("");
  const [most, setMost] = useState(MOST_SHOWN);
  useEffect(alarms.watch, []);
  const { list: known, isKnown } = alarms;
  if (!isKnown) return <p class="none">{say("Loading…")}</p>;
  if (known === undefined) return <p class="none">{say("The process that receives messages has the alarms.")}</p>;
  const passes = (place: AlarmPlace) => nameOf(place).toLowerCase().includes(filter.trim().toLowerCase());
  const active = [...alarms.unmuted].sort(worstFirst);
  const [lines, history] = [active.filter(passes), known.history.filter(passes)];
  const chosen = chosenOf(known);
  const found = Math.max(lines.length, history.length);
  // Where there is room beside the list, it is never empty.
  const shown = chosen ?? lines[0] ?? history[0];
  return (
    <div class="alarms" data-step={chosen === undefined ? "list" : "detail"}>
      <div class="lists">
        <div class="filters">
          <Segments
            label={say("Alarms")}
            choices={[
              ["active", say("Active {0}", active.length)],
              ["muted", say("Muted {0}", known.muted.length)],
            ]}
            isChosen={(one) => one === listed}
            onChoice={setListed}
          />
          <input
            type="search"
            placeholder={say("Filter")}
            aria-label={say("Filter alarms")}
            value={filter}
            onInput={({ currentTarget }) => setFilter(currentTarget.value)}
          />
          <button type="button" onClick={() => showDialog((close) => <Receivers close={close} />)}>
            {say("Where they are sent")}
          </button>
          {!address.isReadOnly && (
            <button type="button" class="primary" onClick={() => showDialog((close) => <NewLimit close={close} />)}>
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
        <Problem />
        {listed === "muted" && <Muted entries={known.muted.filter(passes)} />}
        {listed === "active" && active.length === 0 && (
          <p class="none">{say(known.active.length > 0 ? ALL_MUTED : NONE_BEYOND)}</p>
        )}
        {listed === "active" && lines.length > 0 && <Lines entries={lines.slice(0, most)} shown={shown} />}
        <div class="with-action">
          <h2>{say("History")}</h2>
          {known.history.length > 0 && (
            <a href="alarms?as=csv" download="alarms.csv">
              {say("Download as CSV")}
            </a>
          )}
        </div>
        {history.length === 0 ? (
          <p class="none">{say("None.")}</p>
        ) : (
          <History entries={history.slice(0, most)} shown={shown} />
        )}
        <More known={known} found={found} most={most} setMost={setMost} />
      </div>
      {shown !== undefined && <AlarmDetail entry={shown} />}
    </div>
  );
}

/** Older ones than the page knows are read until the chosen one is among them. */
function chosenOf(known: KnownAlarms): AlarmEntry | undefined {
  const alarm = chosenAlarm.value;
  const chosen = [...known.history, ...known.active].find(({ id }) => id === alarm);
  if (alarm !== undefined && chosen === undefined) alarms.more();
  return chosen;
}

/** @param found number of alarms that pass the filter, `most` of which are shown */
function More(props: {
  readonly known: KnownAlarms;
  readonly found: number;
  readonly most: number;
  readonly setMost: (most: number) => void;
}): JSX.Element | null {
  const { known, found, most, setMost } = props;
  const isMore = known.next !== undefined;
  if (found <= most && !isMore) return null;
  const show = () => {
    setMost(most + MOST_SHOWN);
    if (found <= most + MOST_SHOWN) alarms.more();
  };
  return (
    <button type="button" class="quiet" onClick={show}>
      {say("{0} of {1} are shown. Show more", Math.min(most, found), formatInteger(isMore ? known.total : found))}
    </button>
  );
}

function Muted({ entries }: { readonly entries: readonly Mute[] }): JSX.Element {
  if (entries.length === 0) return <p class="none">{say("No alarm is muted.")}</p>;
  return (
    <ul class="alarm-list" aria-label={say("Muted")}>
      {entries.map((mute) => (
        <li key={`${feedKey(mute)} ${mute.column}`}>
          <Icon name="mute" />
          <span>{nameOf(mute)}</span>
          <span />
          <small>{muteText(mute)}</small>
          <small>{mute.by}</small>
          {mayChange(mute) && (
            <button type="button" onClick={() => alarms.mute(mute, 0)}>
              {say("Unmute")}
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}

const TITLES = ["time", "device, field", "limit", "worst value", "duration", "note"] as const;

function History(props: {
  readonly entries: readonly AlarmEntry[];
  readonly shown: AlarmEntry | undefined;
}): JSX.Element {
  const { entries, shown } = props;
  const now = nowMs();
  return (
    <ScrollTable label={say("History of alarms")} className="history" titles={TITLES.map((one) => say(one))}>
      {entries.map((entry) => {
        const { id, time, level, unit, cleared, seen } = entry;
        const value = worstOf(entry);
        return (
          <tr key={id} aria-current={id === shown?.id ? "true" : undefined}>
            <td>{formatMoment(Date.parse(time), now)}</td>
            <td data-limit={level}>
              <span class="dot" aria-hidden="true" />
              <button type="button" class="quiet" onClick={() => showAlarm(id)}>
                {nameOf(entry)}
              </button>
              {countText(entry)}
            </td>
            <td>{limitOf(entry)}</td>
            <td>{formatQuantity(value, unit, data.feeds.get(feedKey(entry))?.format(entry.column, unit, value))}</td>
            <td>{cleared === undefined ? say("still active") : formatAge(Date.parse(cleared) - Date.parse(time))}</td>
            <td>{seenText(seen, now)}</td>
          </tr>
        );
      })}
    </ScrollTable>
  );
}
