/** Places and devices: their reception, refused messages, and links to each panel. */

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { Device, DeviceGroup } from "../device-board.ts";
import { formatAge, formatInteger } from "../format.ts";
import { hasPorts } from "../serial/has-ports.ts";
import { say } from "../words.ts";
import { AlarmBadge } from "./alarms.tsx";
import { Blocks, GROUPS } from "./blocks.tsx";
import { breakable } from "./breakable.tsx";
import type { ShellHost } from "./host.ts";
import { Icon } from "./icons.tsx";

/** A longer group among others is closed by default. */
const OPEN_UP_TO = 40;

export function Sidebar({ host }: { readonly host: ShellHost }): JSX.Element {
  const { board } = host;
  const { view } = host.navigation;
  return (
    <>
      <button
        type="button"
        class="place"
        aria-current={current(view === "overview")}
        onClick={() => host.navigation.go("overview")}
      >
        <Icon name="home" />
        {say("Overview")}
        <small>{host.data.isListed && `${board.devices.length}${host.data.isPartial ? "+" : ""}`}</small>
      </button>
      <button
        type="button"
        class="place"
        aria-current={current(view === "alarms")}
        onClick={() => host.navigation.go("alarms")}
      >
        <Icon name="bell" />
        {say("Alarms")}
        <AlarmBadge host={host} />
      </button>
      <button
        type="button"
        class="place"
        aria-current={current(view === "runs")}
        onClick={() => host.navigation.go("runs")}
      >
        <Icon name="runs" />
        {say("Runs")}
      </button>
      {hasPorts(host) && (
        <button
          type="button"
          class="place"
          aria-current={current(view === "serial-port")}
          onClick={() => host.navigation.go("serial-port")}
        >
          <Icon name="port" />
          {say("Serial port")}
        </button>
      )}
      <h2>{say("Dashboards")}</h2>
      {host.layout.links.map(({ name, title }) => (
        <button
          type="button"
          class="place"
          key={name}
          aria-current={current(view === "panels" && host.layout.name === name)}
          onClick={() => host.navigation.openDashboard(name)}
        >
          <Icon name={name === host.layout.list.start ? "star" : "chart"} />
          {title}
        </button>
      ))}
      <h2>{say("Devices")}</h2>
      <Blocks
        items={board.groups}
        keyOf={({ name }) => name}
        tag="div"
        size={GROUPS}
        height={60}
        isTop
        render={(group) => (
          <Group
            key={group.name}
            group={group}
            host={host}
            isOpen={board.groups.length === 1 || group.devices.length <= OPEN_UP_TO}
          />
        )}
      />
      {host.data.isPartial && (
        <button type="button" class="place" onClick={() => host.search.openEverything()}>
          <Icon name="search" />
          {say("Find others…")}
        </button>
      )}
    </>
  );
}

function Group(props: {
  readonly group: DeviceGroup;
  readonly host: ShellHost;
  readonly isOpen: boolean;
}): JSX.Element | null {
  const { group, host } = props;
  const [isOpen, setOpen] = useState(props.isOpen);
  const shown = group.devices.filter(({ feed, key }) => feed === undefined || host.filter.isShown(key));
  if (shown.length === 0) return null;
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <span>{breakable(group.name)}</span>
        {group.udpPort !== undefined && <small>udp {group.udpPort}</small>}
        <small>{shown.length}</small>
      </summary>
      <p class="channel">
        {group.received !== undefined && <span>{say("{0} received", formatInteger(group.received))}</span>}
        <Why count={group.refused ?? 0} onWhy={() => void host.status.use((view) => view.toggle(group.name))} />
      </p>
      {isOpen && (
        <Blocks
          items={shown}
          keyOf={({ key }) => key}
          tag="ul"
          height={28}
          render={(device) => <Line key={device.key} device={device} host={host} />}
        />
      )}
    </details>
  );
}

function Line({ device, host }: { readonly device: Device; readonly host: ShellHost }): JSX.Element {
  const { key, title, feed, state, limit, ageMs, refused, address } = device;
  const hint = feed === undefined ? title : `${title} (${feed.description.measurement})`;
  return (
    <li data-state={state} data-limit={limit}>
      <span class="dot" aria-hidden="true" />
      <button
        type="button"
        title={hint}
        onClick={() =>
          feed === undefined ? void host.status.use((view) => view.toggle(address)) : host.navigation.showDevice(key)
        }
      >
        {breakable(title)}
      </button>
      <small class="age">
        {ageMs === undefined ? (state === "waiting" ? "–" : "…") : state === "live" ? "" : formatAge(ageMs)}
      </small>
      <Why count={refused} onWhy={() => void host.status.use((view) => view.toggle(address))} />
    </li>
  );
}

function Why({ count, onWhy }: { readonly count: number; readonly onWhy: () => void }): JSX.Element | null {
  if (count === 0) return null;
  return (
    <button type="button" class="why" onClick={onWhy}>
      {say("{0} rejected – why?", formatInteger(count))}
    </button>
  );
}

function current(isCurrent: boolean): "page" | undefined {
  return isCurrent ? "page" : undefined;
}
