/** Places and devices: their reception, refused messages, and links to each panel. */

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { AlarmBadge } from "../alarms/alarms.tsx";
import { go, openDashboard, view } from "../app/navigation.ts";
import { board, data, layout } from "../app/page.ts";
import { openSearch } from "../app/page-search.ts";
import type { Device, DeviceGroup } from "../overview/device-board.ts";
import { type Branch, treeOf } from "../overview/device-tree.ts";
import { isInFilter } from "../panel/panel-filter.ts";
import { hasPorts } from "../serial/has-ports.ts";
import { formatAge, formatInteger } from "../text/format.ts";
import { say } from "../text/words.ts";
import { toggleBeside } from "../ui/beside.ts";
import { Blocks, GROUPS } from "./blocks.tsx";
import { breakable } from "./breakable.tsx";
import { Icon } from "./icons.tsx";
import { openDevice } from "./open-device.ts";

/** A longer folder among others is closed by default. */
const OPEN_UP_TO = 40;
/** What the user opened and closed, by path: a folder that is out of sight for a while has no element. */
const opened = new Map<string, boolean>();

export function Sidebar(): JSX.Element {
  const { devices, groups } = board.value;
  const shown = view.value;
  return (
    <>
      <button type="button" class="place" aria-current={current(shown === "overview")} onClick={() => go("overview")}>
        <Icon name="home" />
        {say("Overview")}
        <small>{data.isListed && `${devices.length}${data.isPartial ? "+" : ""}`}</small>
      </button>
      <button type="button" class="place" aria-current={current(shown === "alarms")} onClick={() => go("alarms")}>
        <Icon name="bell" />
        {say("Alarms")}
        <AlarmBadge />
      </button>
      <button type="button" class="place" aria-current={current(shown === "runs")} onClick={() => go("runs")}>
        <Icon name="runs" />
        {say("Runs")}
      </button>
      {hasPorts() && (
        <button
          type="button"
          class="place"
          aria-current={current(shown === "serial-port")}
          onClick={() => go("serial-port")}
        >
          <Icon name="port" />
          {say("Serial port")}
        </button>
      )}
      <h2>{say("Dashboards")}</h2>
      {layout.links.map(({ name, title }) => (
        <button
          type="button"
          class="place"
          key={name}
          aria-current={current(shown === "panels" && layout.name === name)}
          onClick={() => openDashboard(name)}
        >
          <Icon name={name === layout.list.start ? "star" : "chart"} />
          {title}
        </button>
      ))}
      <h2>{say("Devices")}</h2>
      <Branches branches={treeOf(shownIn(groups))} />
      {data.isPartial && (
        <button type="button" class="place" onClick={openSearch}>
          <Icon name="search" />
          {say("Find others…")}
        </button>
      )}
    </>
  );
}

/** Without devices that do not pass the filter. */
function shownIn(groups: readonly DeviceGroup[]): readonly DeviceGroup[] {
  return groups.flatMap((group) => {
    const devices = group.devices.filter(({ feed, key }) => feed === undefined || isInFilter(key));
    return devices.length === 0 ? [] : [{ ...group, devices }];
  });
}

function Branches(props: { readonly branches: readonly Branch[] }): JSX.Element {
  const { branches } = props;
  return (
    <Blocks
      items={branches}
      keyOf={({ path }) => path}
      tag="div"
      size={GROUPS}
      height={60}
      isTop
      render={(branch) => <Folder key={branch.path} branch={branch} isOnly={branches.length === 1} />}
    />
  );
}

/** Its content is made when it is opened. */
function Folder(props: { readonly branch: Branch; readonly isOnly: boolean }): JSX.Element {
  const { branch, isOnly } = props;
  const { path, name, branches, group, count, worst } = branch;
  const [isOpen, setOpen] = useState(opened.get(path) ?? (isOnly || count <= OPEN_UP_TO));
  const toggle = (isNowOpen: boolean) => {
    if (isNowOpen !== isOpen) opened.set(path, isNowOpen);
    setOpen(isNowOpen);
  };
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => toggle(currentTarget.open)}>
      <summary data-limit={worst}>
        {!isOpen && worst !== "" && <span class="dot" aria-hidden="true" />}
        <span>{breakable(name)}</span>
        {group?.udpPort !== undefined && <small>udp {group.udpPort}</small>}
        <small>{count}</small>
      </summary>
      {group !== undefined && (
        <p class="channel">
          {group.received !== undefined && <span>{say("{0} received", formatInteger(group.received))}</span>}
          <Why count={group.refused ?? 0} onWhy={() => toggleBeside({ kind: "status", about: group.name })} />
        </p>
      )}
      {isOpen && branches.length > 0 && <Branches branches={branches} />}
      {isOpen && group !== undefined && (
        <Blocks
          items={group.devices}
          keyOf={({ key }) => key}
          tag="ul"
          height={28}
          render={(device) => <Line key={device.key} device={device} />}
        />
      )}
    </details>
  );
}

function Line({ device }: { readonly device: Device }): JSX.Element {
  const { title, feed, state, limit, ageMs, refused, address } = device;
  const hint = feed === undefined ? title : `${title} (${feed.description.measurement})`;
  return (
    <li data-state={state} data-limit={limit}>
      <span class="dot" aria-hidden="true" />
      <button type="button" title={hint} onClick={() => openDevice(device)}>
        {breakable(title)}
      </button>
      <small class="age">
        {ageMs === undefined ? (state === "waiting" ? "–" : "…") : state === "live" ? "" : formatAge(ageMs)}
      </small>
      <Why count={refused} onWhy={() => toggleBeside({ kind: "status", about: address })} />
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
