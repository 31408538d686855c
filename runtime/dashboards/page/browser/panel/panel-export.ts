/** The address of what a panel shows as a file: its fields, and those of other devices in it. No DOM. */

import { exportUrl } from "../data/api.ts";
import type { Span } from "../series/time-window.ts";
import { feedKey } from "../text/measurement-name.ts";
import type { Panel } from "./panel.tsx";

/** Measurements in one file, as the service limits them. */
export const MOST_IN_FILE = 100;
/** An address with more names would be too long: then all fields are in the file. */
const MOST_COLUMNS = 100;

export function panelExport(panel: Pick<Panel, "feed" | "settings" | "series">, span: Span, format: string): string {
  const { feed, settings, series } = panel;
  const own = settings.own === false ? [] : ownColumns(panel);
  const all = feed.description.columns.length;
  const others = series.others.map((one) => ({ description: one.feed.description, column: one.column }));
  const descriptions = [...(own.length > 0 ? [feed.description] : []), ...others.map(({ description }) => description)];
  const measurements = [...new Map(descriptions.map((one) => [feedKey(one), one])).values()];
  const isWhole = others.length === 0 && own.length === all;
  // Two databases may have measurements of one name.
  const isUnique = new Set(measurements.map(({ measurement }) => measurement)).size === measurements.length;
  const labelled = ({ database, measurement }: (typeof descriptions)[0], column: string) =>
    measurements.length === 1 ? column : `${isUnique ? "" : `${database}.`}${measurement}.${column}`;
  const columns = [
    ...own.map((column) => labelled(feed.description, column)),
    ...others.map(({ description, column }) => labelled(description, column)),
  ];
  const named = isWhole || columns.length > MOST_COLUMNS ? [] : [...new Set(columns)];
  return exportUrl(measurements, span, { format, columns: named });
}

/** What describes the message, such as its length, only if the user shows it. */
function ownColumns({ feed, settings }: Pick<Panel, "feed" | "settings">): string[] {
  return feed.description.columns
    .filter(({ name, role }) => settings.columns?.[name]?.shown ?? role !== "frame")
    .map(({ name }) => name);
}
