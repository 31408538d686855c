/** The measurements offered to Foxglove, as the read API lists them, with the topics and schemas of an archive. */

import { type Listing, type MeasurementDescription, pageOf } from "../api/measurement-catalogue.ts";
import { jsonSchema, schemaName, topicOf } from "../api/measurement-schema.ts";
import { readable } from "../api/readable.ts";
import type { LiveMeasurement } from "../bus/foxglove/session.ts";
import { EVERYBODY } from "../http/caller.ts";
import type { AskedStore } from "../store/store.ts";
import type { Base } from "./base.ts";

/** If there are more, clients get a warning. */
const MOST_SHOWN = 1000;

export function showLive(base: Base, store: AskedStore, reading: Pick<Listing, "ruleOf">): void {
  const { foxglove, access, channels } = base;
  foxglove.serve({
    spectator(request) {
      if (access === undefined) return EVERYBODY;
      const caller = access.caller(request);
      return caller.isKnown ? caller : undefined;
    },
    async measurements(caller) {
      const { parts } = readable({ store, channels: () => channels.served() }, caller);
      const listing = { ...reading, store: parts.store, channels: parts.channels() };
      const { measurements, next } = await pageOf(listing, { limit: MOST_SHOWN });
      return { measurements: measurements.map(liveOf), isWhole: next === undefined };
    },
  });
  store.onNewColumns(() => foxglove.changed());
}

/** The JSON form of incoming rows: without their bytes, and without the store's column types. */
function liveOf(json: string): LiveMeasurement {
  const listed = JSON.parse(json) as MeasurementDescription;
  const { database, measurement, topic } = listed;
  const columns = listed.columns.flatMap(({ storedType: _, ...column }) => (column.name === "_hex_" ? [] : [column]));
  const description = { ...listed, columns };
  return {
    database,
    measurement,
    topic: topicOf(description),
    schemaName: schemaName(description),
    schema: JSON.stringify(jsonSchema(description)),
    ...(topic !== undefined && { busTopic: topic }),
  };
}
