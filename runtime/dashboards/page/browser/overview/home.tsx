/** The overview: every device with its state, last value and history, as tiles or as a table of its fields. */

import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { ColumnDescription } from "../../../../model/measurement.ts";
import { ActiveAlarms } from "../alarms/alarms.tsx";
import { keep, kept } from "../app/kept.ts";
import { numeric } from "../data/latest-values.ts";
import type { MeasurementFeed } from "../data/measurement-feed.ts";
import { Blocks, GROUPS } from "../shell/blocks.tsx";
import { breakable } from "../shell/breakable.tsx";
import type { ShellHost } from "../shell/host.ts";
import { openDevice } from "../shell/open-device.ts";
import { formatAge, formatInteger, formatOf, type NumberFormat, unitIn } from "../text/format.ts";
import { limitState, limitText } from "../text/limit-watch.ts";
import { type ValueText, valueText } from "../text/value-text.ts";
import { say } from "../text/words.ts";
import { later } from "../ui/later.tsx";
import { classOf, type Device, type DeviceBoard, type DeviceClass, type DeviceGroup } from "./device-board.ts";
import { type FleetDevice, newestValue } from "./fleet-state.ts";
import { Sparkline, useSeen } from "./sparkline.tsx";

type Shape = "tiles" | "small" | "table";

/** Maximum number of fields in a table; the device's panel shows all. */
const MOST_FIELDS = 12;
/** The list of alarms has all; here, the devices stay in sight. */
const MOST_ALARMS = 3;
const SHAPE = "structline.overview";
const GROUPING = "structline.grouping";
const Ticked = later(async () => (await import("./ticked.tsx")).Ticked);
const GROUPINGS = { address: "Group by address", state: "Group by state", kind: "Group by kind" } as const;
type Grouping = keyof typeof GROUPINGS;

export function Home({ host }: { readonly host: ShellHost }): JSX.Element {
  const [shape, setShape] = useState<Shape>(keptShape);
  const [wanted, setWanted] = useState<DeviceClass | "all">("all");
  const [by, setBy] = useState<Grouping>(keptGrouping);
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const tick = (keys: readonly string[], isTicked: boolean) => {
    const others = [...ticked].filter((key) => !keys.includes(key));
    setTicked(new Set(isTicked ? [...others, ...keys] : others));
  };
  const { counts } = host.board;
  if (!host.data.isListed) return <p class="none">{say("Loading…")}</p>;
  const groups = groupsBy(by, host.board)
    .map((group) => ({ ...group, devices: group.devices.filter((device) => isWanted(device, wanted, host)) }))
    .filter(({ devices }) => devices.length > 0)
    .sort((a, b) => Number(isNeverSeen(a)) - Number(isNeverSeen(b)));
  const classes = (["alarm", "warn", "refused", "silent", "waiting", "unknown"] as const).filter(
    (one) => counts[one] > 0 || one === wanted,
  );
  return (
    <>
      <ActiveAlarms host={host} most={MOST_ALARMS} />
      <div class="filters">
        <input
          type="search"
          placeholder={say("Filter by name, address or field")}
          aria-label={say("Filter devices")}
          value={host.filter.text}
          onInput={({ currentTarget }) => host.filter.set(currentTarget.value)}
        />
        <div class="segments" role="group" aria-label={say("State")}>
          <button type="button" aria-pressed={wanted === "all"} onClick={() => setWanted("all")}>
            {say("All")}
          </button>
          {classes.map((one) => (
            <button type="button" key={one} aria-pressed={wanted === one} onClick={() => setWanted(one)}>
              {say(CAPITAL[one])} {counts[one]}
            </button>
          ))}
        </div>
        <select
          class="right"
          aria-label={say("Grouping")}
          value={by}
          onChange={({ currentTarget }) => {
            keep(GROUPING, currentTarget.value);
            setBy(keptGrouping());
          }}
        >
          {Object.entries(GROUPINGS).map(([one, label]) => (
            <option key={one} value={one}>
              {say(label)}
            </option>
          ))}
        </select>
        <div class="segments" role="group" aria-label={say("Show as")}>
          {(["tiles", "small", "table"] as const).map((one) => (
            <button
              type="button"
              key={one}
              aria-pressed={shape === one}
              onClick={() => {
                keep(SHAPE, one);
                setShape(one);
              }}
            >
              {say(SHAPES[one])}
            </button>
          ))}
        </div>
      </div>
      {shape === "table" && ticked.size > 0 && (
        <Ticked
          host={host}
          devices={host.board.devices.filter(({ key }) => ticked.has(key))}
          clear={() => setTicked(new Set())}
        />
      )}
      <Blocks
        items={groups}
        keyOf={({ name }) => name}
        tag="div"
        className="device-groups"
        size={GROUPS}
        height={110}
        isTop
        render={(group) => (
          <section key={group.name} aria-label={group.name}>
            <details open class="device-group">
              <summary>
                {group.name} <span class="hint">{groupText(group)}</span>
                {by !== "state" && <Marks group={group} />}
              </summary>
              {shape === "table" ? (
                <DeviceTable group={group} host={host} by={by} ticks={{ ticked, tick }} />
              ) : (
                <Blocks
                  items={group.devices}
                  keyOf={({ key }) => key}
                  tag="div"
                  className={`tiles ${isNeverSeen(group) ? "small" : shape}`}
                  height={shape === "small" ? 12 : 24}
                  render={(device) => (
                    <Tile key={device.key} device={device} host={host} note={noteFor(by, group, device)} />
                  )}
                />
              )}
            </details>
          </section>
        )}
      />
    </>
  );
}

/** Beside the title: how many devices, or alarms, are in which state. */
export function Summary({ host }: { readonly host: ShellHost }): JSX.Element | null {
  const { view } = host.navigation;
  const inAlarm = host.alarms.counts;
  if (view === "alarms" && inAlarm !== undefined)
    return (
      <p class="summary">
        <Count one="alarm" count={inAlarm.alarm} />
        <Count one="warn" count={inAlarm.warn} />
      </p>
    );
  if (!host.data.isListed || view !== "overview") return null;
  const { counts, devices } = host.board;
  const total = Object.values(counts).reduce((sum, one) => sum + one, 0);
  return (
    <p class="summary">
      <span>
        {host.data.isPartial
          ? say("{0} devices, {1} of them shown: filter or search to see others", total, devices.length)
          : say("{0} devices", total)}
      </span>
      {SUMMARY.filter((one) => !SELDOM.includes(one) || counts[one] > 0).map((one) => (
        <Count key={one} one={one} count={counts[one]} />
      ))}
    </p>
  );
}

function Count({ one, count }: { readonly one: DeviceClass; readonly count: number }): JSX.Element {
  return (
    <span {...marks(one)} data-none={count === 0 ? "" : undefined}>
      <span class="dot" aria-hidden="true" />
      <b>{count}</b> {say(one === "warn" ? "warning" : one)}
    </span>
  );
}

const CAPITAL = {
  alarm: "Alarm",
  warn: "Warning",
  refused: "Refused",
  silent: "Silent",
  unknown: "Unknown",
  fine: "Fine",
  waiting: "Never seen",
} as const;
const CLASSES = Object.keys(CAPITAL) as DeviceClass[];
const SUMMARY = ["fine", "warn", "alarm", "refused", "silent", "unknown"] as const;
/** Named only if there are some. */
const SELDOM: readonly DeviceClass[] = ["refused", "unknown"];
const SHAPES = { tiles: "Tiles", small: "Small", table: "Table" } as const;

function keptShape(): Shape {
  const chosen = kept(SHAPE);
  return chosen === "small" || chosen === "table" ? chosen : "tiles";
}

function keptGrouping(): Grouping {
  const chosen = kept(GROUPING);
  return chosen === "state" || chosen === "kind" ? chosen : "address";
}

/** In another grouping, each device is listed once, and favourites have no group. */
function groupsBy(by: Grouping, { groups, devices }: DeviceBoard): readonly DeviceGroup[] {
  if (by === "address") return groups;
  const found = new Map<string, Device[]>(by === "state" ? CLASSES.map((one) => [say(CAPITAL[one]), []]) : []);
  for (const device of devices) {
    const name = by === "state" ? say(CAPITAL[classOf(device)]) : kindOf(device);
    const list = found.get(name);
    if (list === undefined) found.set(name, [device]);
    else list.push(device);
  }
  return [...found].map(([name, list]) => ({ name, devices: list }));
}

/** A struct's name; devices without one are of a kind if they send the same fields. */
function kindOf({ feed }: Device): string {
  if (feed === undefined) return say("Refused");
  const { struct, columns } = feed.description;
  return struct?.name ?? columns.flatMap(({ name, role }) => (role === "frame" ? [] : [name])).join(", ");
}

function isWanted(device: Device, wanted: DeviceClass | "all", host: ShellHost): boolean {
  return (
    (wanted === "all" || classOf(device) === wanted) && (device.feed === undefined || host.filter.matches(device.key))
  );
}

/** Determines the shape of the dot. */
function marks(one: DeviceClass): Record<string, string> {
  if (one === "warn" || one === "alarm") return { "data-limit": one };
  if (one === "unknown") return { "data-state": "loading" };
  if (one === "refused") return { "data-state": "refused" };
  return one === "fine" ? { "data-state": "live" } : {};
}

/** It never sent anything: it is shown last and small. */
function isNeverSeen({ devices }: Pick<DeviceGroup, "devices">): boolean {
  return devices.every((device) => classOf(device) === "waiting");
}

function isOneField({ devices }: Pick<DeviceGroup, "devices">): boolean {
  const names = new Set(devices.map(({ column }) => column?.name));
  return names.size === 1 && !names.has(undefined);
}

function groupText({ devices, udpPort }: DeviceGroup): string {
  const field = isOneField({ devices }) ? `, ${devices[0]!.column!.name}` : "";
  return `${say(devices.length === 1 ? "{0} device" : "{0} devices", devices.length)}${field}${udpPort === undefined ? "" : `, udp ${udpPort}`}`;
}

function Marks({ group }: { readonly group: DeviceGroup }): JSX.Element {
  const count = (wanted: DeviceClass) => group.devices.filter((device) => classOf(device) === wanted).length;
  const [alarm, warn, silent] = [count("alarm"), count("warn"), count("silent")];
  return (
    <>
      {alarm > 0 && <span class="tag alarm">{say(alarm === 1 ? "{0} alarm" : "{0} alarms", alarm)}</span>}
      {warn > 0 && <span class="tag warn">{say(warn === 1 ? "{0} warning" : "{0} warnings", warn)}</span>}
      {silent > 0 && <span class="tag">{say("{0} silent", silent)}</span>}
    </>
  );
}

function Tile(props: {
  readonly device: Device;
  readonly host: ShellHost;
  /** What to say of it while nothing is wrong. */
  readonly note: string;
}): JSX.Element {
  const { device, host, note } = props;
  const { title, feed, column, state, limit } = device;
  const root = useRef<HTMLButtonElement>(null);
  useSeen(root, column && feed, column?.name);
  const { text, unit } = textOf(device, column);
  return (
    <button
      ref={root}
      type="button"
      class="tile"
      data-state={state}
      data-limit={limit}
      onClick={() => openDevice(host, device)}
    >
      <span class="dot" aria-hidden="true" />
      <span class="tile-title">{breakable(title)}</span>
      <small>{noteOf(device, note)}</small>
      <span class="tile-value">
        <b>{text}</b>
        <small>{unit}</small>
      </span>
      {feed !== undefined && column !== undefined && (
        <Sparkline feed={feed} column={column.name} span={host.timeline.span()} />
      )}
    </button>
  );
}

/** The part that the group's heading does not contain: the folder, or the name of the field. */
function noteFor(by: Grouping, group: DeviceGroup, { column, group: folder }: Device): string {
  if (by !== "address") return folder;
  return isOneField(group) ? "" : (column?.name ?? "");
}

/** A tile's note: the problem, else `note`. */
function noteOf(device: Device, note: string): string {
  const { column, limit, state, ageMs, refused } = device;
  if (state === "refused") return say("{0} refused", formatInteger(refused));
  if (limit !== "" && column !== undefined) return limitText(column, shownValue(device, column));
  if (state === "stale" && ageMs !== undefined) return say("silent {0}", formatAge(ageMs));
  return note;
}

function textOf(device: Device, column: ColumnDescription | undefined, format?: NumberFormat): ValueText {
  const { feed } = device;
  const value = shownValue(device, column);
  if (device.state === "loading" && value === undefined) return { text: "…", unit: "" };
  if (feed === undefined || column === undefined) return { text: "–", unit: "" };
  const { name, unit } = column;
  return valueText(column, value, format ?? formatIn(feed, name, unit, value), unit);
}

/** The newer one of what arrived live and what the service last said. */
function shownValue(device: Device, column: { readonly name: string } | undefined): unknown {
  if (column === undefined) return undefined;
  const { feed, column: reported, value, atMs } = device;
  const live = { value: feed?.latest.value(column.name), atMs: feed?.lastMs };
  return newestValue(live, { column: reported?.name, value: value as FleetDevice["value"], atMs }, column.name);
}

/** Before its history is read, the value alone decides. */
function formatIn(feed: MeasurementFeed, name: string, unit: string | undefined, value: unknown): NumberFormat {
  return feed.buffer.length === 0 ? formatOf([numeric(value)], unit) : feed.format(name, unit);
}

interface Ticks {
  readonly ticked: ReadonlySet<string>;
  readonly tick: (keys: readonly string[], isTicked: boolean) => void;
}

interface Sorting {
  readonly by: string;
  readonly way: 1 | -1;
}

const BY_NAME: Sorting = { by: "", way: 1 };
const BY_AGE = " age";

/** One row for each device, one column for each common field. */
function DeviceTable(props: {
  readonly group: DeviceGroup;
  readonly host: ShellHost;
  readonly by: Grouping;
  readonly ticks: Ticks;
}): JSX.Element {
  const { group, host, by, ticks } = props;
  const [sorting, setSorting] = useState(BY_NAME);
  const fields = fieldsOf(group);
  const devices = [...group.devices].sort((a, b) => compare(a, b, sorting));
  const { by: sorted } = sorting;
  // The order is of all, also of those out of sight.
  useEffect(() => {
    if (sorted !== "" && sorted !== BY_AGE) for (const { feed } of group.devices) feed?.readLatest();
  }, [sorted, group.devices.length]);
  const heading = (by: string, label: string) => {
    const isSorted = sorting.by === by;
    const sort = isSorted ? (sorting.way === 1 ? "ascending" : "descending") : undefined;
    const way = isSorted && sorting.way === 1 ? -1 : 1;
    return (
      <th scope="col" key={by} aria-sort={sort}>
        <button type="button" class="quiet" onClick={() => setSorting({ by, way })}>
          {label}
          {isSorted && (sorting.way === 1 ? " ↑" : " ↓")}
        </button>
      </th>
    );
  };
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={say("Devices of {0}", group.name)}>
      <table class="device-table">
        <thead>
          <tr>
            <td class="tick">
              <input
                type="checkbox"
                aria-label={say("Tick all devices of {0}", group.name)}
                checked={devices.every(({ key }) => ticks.ticked.has(key))}
                onChange={({ currentTarget }) =>
                  ticks.tick(
                    devices.map(({ key }) => key),
                    currentTarget.checked,
                  )
                }
              />
            </td>
            {heading("", say("device"))}
            {heading(BY_AGE, say("age"))}
            {fields.map(({ name, unit }) => heading(name, unit === "" ? name : `${name}, ${unit}`))}
            <td />
          </tr>
        </thead>
        <Blocks
          items={devices}
          keyOf={({ key }) => key}
          tag="tbody"
          height={28}
          render={(device) => (
            <TableLine key={device.key} device={device} host={host} fields={fields} by={by} ticks={ticks} />
          )}
        />
      </table>
    </div>
  );
}

function TableLine(props: {
  readonly device: Device;
  readonly host: ShellHost;
  readonly fields: readonly Field[];
  readonly by: Grouping;
  readonly ticks: Ticks;
}): JSX.Element {
  const { device, host, fields, by, ticks } = props;
  const { key, title, group, feed, state, limit, column, ageMs } = device;
  const root = useRef<HTMLTableRowElement>(null);
  useSeen(root, feed);
  return (
    <tr ref={root} data-state={state} data-limit={limit}>
      <td class="tick">
        <input
          type="checkbox"
          aria-label={say("Tick {0}", title)}
          checked={ticks.ticked.has(key)}
          onChange={({ currentTarget }) => ticks.tick([key], currentTarget.checked)}
        />
      </td>
      <th scope="row" data-state={state} data-limit={limit}>
        <span class="dot" aria-hidden="true" />
        <button type="button" class="quiet" onClick={() => openDevice(host, device)}>
          {title}
        </button>
        {by !== "address" && <small>{group}</small>}
      </th>
      <td>{ageMs === undefined ? (state === "waiting" ? say("never") : "…") : formatAge(ageMs)}</td>
      {fields.map((field) => {
        const value = shownValue(device, field);
        const own = feed?.description.columns.find(({ name }) => name === field.name);
        return (
          <td key={field.name} data-limit={own === undefined ? "" : limitState(own, value)}>
            {textOf(device, own, field.format).text}
          </td>
        );
      })}
      <td>
        {feed !== undefined && column !== undefined && (
          <Sparkline feed={feed} column={column.name} span={host.timeline.span()} />
        )}
      </td>
    </tr>
  );
}

interface Field {
  readonly name: string;
  /** With its prefix; empty if there is none. */
  readonly unit: string;
  readonly format: NumberFormat;
}

/** Fields that most devices have, each with one format for all. */
function fieldsOf({ devices }: DeviceGroup): Field[] {
  const counts = new Map<string, { count: number; unit: string | undefined; values: (number | undefined)[] }>();
  for (const { feed } of devices) {
    for (const { name, role, unit } of feed?.description.columns ?? []) {
      if (role === "frame") continue;
      const known = counts.get(name) ?? { count: 0, unit, values: [] };
      known.count += 1;
      const { min, max, fraction } = feed?.buffer.extent(name) ?? {};
      known.values.push(min, max, fraction, numeric(feed?.latest.value(name)));
      counts.set(name, known);
    }
  }
  return [...counts]
    .sort(([, a], [, b]) => b.count - a.count)
    .slice(0, MOST_FIELDS)
    .map(([name, { unit, values }]) => {
      const format = formatOf(values, unit);
      return { name, unit: unitIn(format, unit), format };
    });
}

function isNumber(value: unknown): value is number | bigint {
  return typeof value === "number" || typeof value === "bigint";
}

function compare(a: Device, b: Device, { by, way }: Sorting): number {
  if (by === "") return way * a.title.localeCompare(b.title, undefined, { numeric: true });
  const of = (device: Device) => (by === BY_AGE ? device.ageMs : shownValue(device, { name: by }));
  const [left, right] = [of(a), of(b)];
  // Devices without a value come last in either order.
  if (left === undefined || right === undefined) return left === right ? 0 : left === undefined ? 1 : -1;
  if (isNumber(left) && isNumber(right)) return way * (left < right ? -1 : Number(left > right));
  return way * String(left).localeCompare(String(right), undefined, { numeric: true });
}
