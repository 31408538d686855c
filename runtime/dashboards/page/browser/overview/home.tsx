/** The overview: every device with its state, last value and history, as tiles or as a table of its fields. */

import type { JSX } from "preact";
import { useRef, useState } from "preact/hooks";
import { ActiveAlarms } from "../alarms/alarms.tsx";
import { keep, kept } from "../app/kept.ts";
import { view } from "../app/navigation.ts";
import { alarms, board, data, filterText, nowMs, timeline } from "../app/page.ts";
import { matchesFilter, setFilter } from "../panel/panel-filter.ts";
import { Blocks, GROUPS } from "../shell/blocks.tsx";
import { breakable } from "../shell/breakable.tsx";
import { openDevice } from "../shell/open-device.ts";
import { formatAge, formatInteger, missingText } from "../text/format.ts";
import { limitText } from "../text/limit-watch.ts";
import { say } from "../text/words.ts";
import { Choice } from "../ui/fields.tsx";
import { later } from "../ui/later.tsx";
import { Segments } from "../ui/segments.tsx";
import { classOf, type Device, type DeviceBoard, type DeviceClass, type DeviceGroup } from "./device-board.ts";
import { missingIn, shownValue, textOf } from "./device-value.ts";
import { Sparkline, useSeen } from "./sparkline.tsx";

type Shape = "tiles" | "small" | "table";

/** The list of alarms has all; here, the devices stay in sight. */
const MOST_ALARMS = 3;
/** Smaller letters: cut, it would look like a smaller number. */
const LONG_INTEGER = /^−?[\d\u202f]{14,}$/;
const SHAPE = "structline.overview";
const GROUPING = "structline.grouping";
const DeviceTable = later(async () => (await import("./device-table.tsx")).DeviceTable);
const Ticked = later(async () => (await import("./ticked.tsx")).Ticked);
const GROUPINGS = { address: "Group by address", state: "Group by state", kind: "Group by kind" } as const;
type Grouping = keyof typeof GROUPINGS;

export function Home(): JSX.Element {
  const [shape, setShape] = useState<Shape>(keptShape);
  const [wanted, setWanted] = useState<DeviceClass | "all">("all");
  const [by, setBy] = useState<Grouping>(keptGrouping);
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const tick = (keys: readonly string[], isTicked: boolean) => {
    const others = [...ticked].filter((key) => !keys.includes(key));
    setTicked(new Set(isTicked ? [...others, ...keys] : others));
  };
  const { counts } = board.value;
  if (!data.isListed) return <p class="none">{say("Loading…")}</p>;
  const groups = groupsBy(by, board.value)
    .map((group) => ({ ...group, devices: group.devices.filter((device) => isWanted(device, wanted)) }))
    .filter(({ devices }) => devices.length > 0)
    .sort((a, b) => Number(isNeverSeen(a)) - Number(isNeverSeen(b)));
  const classes = (["alarm", "warn", "refused", "silent", "waiting", "unknown"] as const).filter(
    (one) => counts[one] > 0 || one === wanted,
  );
  return (
    <>
      <ActiveAlarms most={MOST_ALARMS} />
      <div class="filters">
        <input
          type="search"
          placeholder={say("Filter by name, address or field")}
          aria-label={say("Filter devices")}
          value={filterText.value}
          onInput={({ currentTarget }) => setFilter(currentTarget.value)}
        />
        <Segments
          label={say("State")}
          choices={[
            ["all", say("All")] as const,
            ...classes.map((one) => [one, `${say(CAPITAL[one])} ${counts[one]}`] as const),
          ]}
          isChosen={(one) => one === wanted}
          onChoice={setWanted}
        />
        <Choice
          className="right"
          label={say("Grouping")}
          value={by}
          choices={(["address", "state", "kind"] as const).map((one) => [one, say(GROUPINGS[one])] as const)}
          onValue={(one) => {
            keep(GROUPING, one);
            setBy(one);
          }}
        />
        <Segments
          label={say("Show as")}
          choices={(["tiles", "small", "table"] as const).map((one) => [one, say(SHAPES[one])] as const)}
          isChosen={(one) => one === shape}
          onChoice={(one) => {
            keep(SHAPE, one);
            setShape(one);
          }}
        />
      </div>
      {shape === "table" && ticked.size > 0 && (
        <Ticked devices={board.value.devices.filter(({ key }) => ticked.has(key))} clear={() => setTicked(new Set())} />
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
                <DeviceTable group={group} isMixed={by !== "address"} ticks={{ ticked, tick }} />
              ) : (
                <Blocks
                  items={group.devices}
                  keyOf={({ key }) => key}
                  tag="div"
                  className={`tiles ${isNeverSeen(group) ? "small" : shape}`}
                  height={heightOf(shape)}
                  render={(device) => <Tile key={device.key} device={device} note={noteFor(by, group, device)} />}
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
export function Summary(): JSX.Element | null {
  const inAlarm = alarms.counts;
  if (view.value === "alarms" && inAlarm !== undefined)
    return (
      <p class="summary">
        <Count one="alarm" count={inAlarm.alarm} />
        <Count one="warn" count={inAlarm.warn} />
      </p>
    );
  if (!data.isListed || view.value !== "overview") return null;
  const { counts, devices } = board.value;
  const total = Object.values(counts).reduce((sum, one) => sum + one, 0);
  return (
    <p class="summary">
      <span>
        {data.isPartial
          ? say("{0} devices, {1} of them shown: filter or search to see others", total, devices.length)
          : say(total === 1 ? "{0} device" : "{0} devices", total)}
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

/** Tiles with their gaps, width and height in pixels, as the style has them. */
const TILE = { tiles: [176, 71], small: [116, 52] } as const;
/** Beside the tiles, pixels. */
const SIDES = 300;

/** A guess of a device's share of a row: too high a one leaves parts of the window empty at first. */
function heightOf(shape: keyof typeof TILE): number {
  const [width, height] = TILE[shape];
  return height / Math.max(2, Math.floor((innerWidth - SIDES) / width));
}

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

function isWanted(device: Device, wanted: DeviceClass | "all"): boolean {
  return (wanted === "all" || classOf(device) === wanted) && (device.feed === undefined || matchesFilter(device.key));
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
  /** What to say of it while nothing is wrong. */
  readonly note: string;
}): JSX.Element {
  const { device, note } = props;
  const { title, feed, column, state, limit } = device;
  const root = useRef<HTMLButtonElement>(null);
  useSeen(root, column && feed, column?.name);
  const { text, unit } = textOf(device, column);
  const missing = column === undefined ? "" : missingText(missingIn(device, column.name), nowMs());
  return (
    <button
      ref={root}
      type="button"
      class="tile"
      data-state={state}
      data-limit={limit}
      onClick={() => openDevice(device)}
    >
      <span class="dot" aria-hidden="true" />
      <span class="tile-head">
        <span class="tile-title">{breakable(title)}</span>
        <small>{missing || noteOf(device, note)}</small>
      </span>
      <span class="tile-value">
        <b class={missing === "" ? "" : "old"} data-long={LONG_INTEGER.test(text) ? "" : undefined}>
          {text}
        </b>
        <small>{unit}</small>
      </span>
      {feed !== undefined && column !== undefined && (
        <Sparkline feed={feed} column={column.name} span={timeline.span()} />
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
