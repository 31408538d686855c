/** The form of an annotation, and the measurements that store a panel's annotations. No DOM. */

import { CHANNELS_REALM, storedName } from "../../../../model/address.ts";
import type { MeasurementDescription } from "../../../../model/measurement.ts";
import type { StoredRow } from "../data/latest-values.ts";
import { parseIsoMs } from "../text/format.ts";
import type { MeasurementName } from "../text/measurement-name.ts";

export interface Annotation {
  /** The measurement that stores it. */
  readonly source: MeasurementName;
  /** The exact stored time, ns: together with the source it identifies the annotation. */
  readonly time: string;
  readonly timeMs: number;
  /** End of a range. */
  readonly endMs: number | undefined;
  readonly title: string;
  readonly text: string;
  readonly tags: readonly string[];
  /** The name of the run that it marks; empty: none. */
  readonly run: string;
}

export function annotationFrom(row: StoredRow, source: MeasurementName): Annotation {
  const text = (name: string) => (row[name] === undefined || row[name] === null ? "" : String(row[name]));
  const tags = text("tags").split(",");
  return {
    source,
    time: row.time,
    timeMs: parseIsoMs(row.time),
    endMs: endOf(text("timeEnd"), parseIsoMs(row.time)),
    title: text("title"),
    text: text("text"),
    tags: tags.map((tag) => tag.trim()).filter((tag) => tag !== ""),
    run: text("run"),
  };
}

function endOf(text: string, timeMs: number): number | undefined {
  // In the page's format, or epoch ms in Grafana's.
  const ms = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Date.parse(text);
  return ms > timeMs ? ms : undefined;
}

/** By database: events belong to all panels of their database; events of `lab/<channel>` to the channel's panels. */
export function annotationSources(
  measurements: readonly MeasurementDescription[],
): ReadonlyMap<string, readonly MeasurementName[]> {
  const events = measurements.filter(({ kind }) => kind === "events");
  const channelDatabases = new Map(
    measurements.flatMap(({ kind, group, database }) =>
      kind === "struct" ? [[storedName(`${CHANNELS_REALM}_${group}`), database]] : [],
    ),
  );
  const sourcesOf = (database: string) =>
    events
      .filter((one) => [one.database, channelDatabases.get(one.database)].includes(database))
      .map(({ database: base, measurement }) => ({ database: base, measurement }));
  return new Map(measurements.map(({ database }) => [database, sourcesOf(database)]));
}
