/** A group of devices as a table of their fields. */

import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { nowMs, timeline } from "../app/page.ts";
import { numeric } from "../data/latest-values.ts";
import { Blocks } from "../shell/blocks.tsx";
import { openDevice } from "../shell/open-device.ts";
import { formatAge, formatOf, missingText, type NumberFormat, unitIn } from "../text/format.ts";
import { limitState } from "../text/limit-watch.ts";
import { say } from "../text/words.ts";
import type { Device, DeviceGroup } from "./device-board.ts";
import { missingIn, shownValue, textOf } from "./device-value.ts";
import { Sparkline, useSeen } from "./sparkline.tsx";

/** Maximum number of fields; the device's panel shows all. */
const MOST_FIELDS = 12;

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
export function DeviceTable(props: {
  readonly group: DeviceGroup;
  /** Each device says its folder. */
  readonly isMixed: boolean;
  readonly ticks: Ticks;
}): JSX.Element {
  const { group, isMixed, ticks } = props;
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
            <TableLine key={device.key} device={device} fields={fields} isMixed={isMixed} ticks={ticks} />
          )}
        />
      </table>
    </div>
  );
}

function TableLine(props: {
  readonly device: Device;
  readonly fields: readonly Field[];
  /** Each device says its folder. */
  readonly isMixed: boolean;
  readonly ticks: Ticks;
}): JSX.Element {
  const { device, fields, isMixed, ticks } = props;
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
        <button type="button" class="quiet" onClick={() => openDevice(device)}>
          {title}
        </button>
        {isMixed && <small>{group}</small>}
      </th>
      <td>{ageMs === undefined ? (state === "waiting" ? say("never") : "…") : formatAge(ageMs)}</td>
      {fields.map((field) => {
        const value = shownValue(device, field);
        const missing = missingText(missingIn(device, field.name), nowMs());
        const own = feed?.description.columns.find(({ name }) => name === field.name);
        return (
          <td
            key={field.name}
            class={missing === "" ? "" : "old"}
            title={missing}
            data-limit={own === undefined ? "" : limitState(own, value)}
          >
            {textOf(device, own, field.format).text}
          </td>
        );
      })}
      <td>
        {feed !== undefined && column !== undefined && (
          <Sparkline feed={feed} column={column.name} span={timeline.span()} />
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
