/** What is beyond its limits right now. */

import type { JSX } from "preact";
import type { Device } from "../device-board.ts";
import { formatQuantity } from "../format.ts";
import { limitText } from "../limit-watch.ts";
import { say } from "../words.ts";
import type { ShellHost } from "./host.ts";

export function ActiveAlarms({ host }: { readonly host: ShellHost }): JSX.Element | null {
  const beyond = host.board.devices.filter(({ limit }) => limit !== "").sort(worstFirst);
  if (beyond.length === 0) return null;
  return (
    <ul class="alarm-list" aria-label={say("Active alarms")}>
      {beyond.map((device) => (
        <Line key={device.key} device={device} host={host} />
      ))}
    </ul>
  );
}

function Line({ device, host }: { readonly device: Device; readonly host: ShellHost }): JSX.Element {
  const { key, title, feed, column, limit } = device;
  const value = column === undefined ? undefined : feed?.latest.value(column.name);
  return (
    <li data-limit={limit}>
      <span class="dot" aria-hidden="true" />
      <button type="button" class="quiet" onClick={() => host.showDevice(key)}>
        {title}, {column?.name}
      </button>
      <b>{typeof value === "number" ? formatQuantity(value, column?.unit) : ""}</b>
      <small>{column === undefined ? "" : limitText(column, value)}</small>
    </li>
  );
}

export function Alarms({ host }: { readonly host: ShellHost }): JSX.Element {
  const { alarm, warn } = host.board.counts;
  return alarm + warn > 0 ? <ActiveAlarms host={host} /> : <p class="none">{say("Nothing is beyond its limits.")}</p>;
}

function worstFirst(a: Device, b: Device): number {
  return a.limit === b.limit ? 0 : a.limit === "alarm" ? -1 : 1;
}
