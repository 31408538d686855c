/** The measurements offered to Foxglove, as the read API lists them, with the topics and schemas of an archive. */

import { pageOf } from "../../api/measurement-catalogue.ts";
import { jsonSchema, schemaName, topicOf } from "../../api/measurement-schema.ts";
import { readable } from "../../api/readable.ts";
import { Bound, tellIn } from "../../model/bounds.ts";
import type { MeasurementDescription } from "../../model/measurement.ts";
import type { View } from "../part-kind.ts";
import { FoxgloveServer } from "./foxglove-server.ts";
import type { LiveMeasurement } from "./session.ts";

/** If there are more, clients get a warning. */
const MOST_SHOWN = 1000;

export function openFoxglove(view: View): undefined {
  const { store, reading, channels, viewers, events, viewer } = view;
  const foxglove = new FoxgloveServer({}, new Bound("foxglove-clients", tellIn(view.log)));
  foxglove.serve({
    spectator: (request) => viewer(request),
    async measurements(caller) {
      const { parts } = readable({ store, channels }, caller);
      const listing = { ruleOf: reading.deviceRules, store: parts.store, channels: parts.channels() };
      const { measurements, next } = await pageOf(listing, { limit: MOST_SHOWN });
      return { measurements: measurements.map(liveOf), isWhole: next === undefined };
    },
  });
  for (const event of ["columns", "removed", "reloaded"] as const) events.on(event, () => foxglove.changed());
  viewers.add(foxglove);
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
