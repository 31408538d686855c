/** What is shown of a device's values. No DOM. */

import type { ColumnDescription } from "../../../../model/measurement.ts";
import { numeric } from "../data/latest-values.ts";
import type { MeasurementFeed } from "../data/measurement-feed.ts";
import { formatOf, type NumberFormat } from "../text/format.ts";
import { type ValueText, valueText } from "../text/value-text.ts";
import type { Device } from "./device-board.ts";
import { type FleetDevice, missingSince, newestValue } from "./fleet-state.ts";

export function textOf(device: Device, column: ColumnDescription | undefined, format?: NumberFormat): ValueText {
  const { feed } = device;
  const value = shownValue(device, column);
  if (device.state === "loading" && value === undefined) return { text: "…", unit: "" };
  if (feed === undefined || column === undefined) return { text: "–", unit: "" };
  const { name, unit } = column;
  return valueText(column, value, format ?? formatIn(feed, name, unit, value), unit);
}

/** The newer one of what arrived live and what the service last said. */
export function shownValue(device: Device, column: { readonly name: string } | undefined): unknown {
  if (column === undefined) return undefined;
  const { feed, column: reported, value, atMs } = device;
  const live = { value: feed?.latest.value(column.name), atMs: feed?.lastMs };
  return newestValue(live, { column: reported?.name, value: value as FleetDevice["value"], atMs }, column.name);
}

export function missingIn({ feed, column, sinceMs }: Device, name: string): number | undefined {
  return missingSince(feed, { column: column?.name, sinceMs }, name);
}

/** Before its history is read, the value alone decides. */
function formatIn(feed: MeasurementFeed, name: string, unit: string | undefined, value: unknown): NumberFormat {
  return feed.buffer.length === 0 ? formatOf([numeric(value)], unit) : feed.format(name, unit);
}
