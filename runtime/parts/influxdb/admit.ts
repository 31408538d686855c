/** Limits the number of measurements, before anything is created or requested. */

import type { Point } from "../../model/point.ts";
import { databaseOwner, type RefusedPoint } from "../../model/store.ts";
import type { Databases } from "./databases.ts";
import { refusal, refusalText } from "./http-error.ts";

export interface Admitted {
  readonly admitted: readonly Point[];
  readonly refused: RefusedPoint[];
}

/** Points of existing measurements, and of new ones while there is room. */
export function admit(points: readonly Point[], databases: Databases, maxMeasurements: number): Admitted {
  const room = databases.room();
  // Four fifths are everybody's.
  if (5 * (room.all + points.length) <= 4 * maxMeasurements) return { admitted: points, refused: [] };
  const added = new Set<string>();
  const admitted: Point[] = [];
  const refused: RefusedPoint[] = [];
  for (const point of points) {
    const { database, measurement } = point;
    const name = `${database}\0${measurement}`;
    if (added.has(name) || databases.known(database)?.measurements.has(measurement)) admitted.push(point);
    else if (room.has(databaseOwner(point), maxMeasurements)) {
      added.add(name);
      room.take(databaseOwner(point));
      admitted.push(point);
    } else {
      const reason = `unable to store point of measurement ${JSON.stringify(measurement)}: more than ${maxMeasurements} measurements`;
      refused.push({ point, error: refusal(refusalText(reason), "store-refused") });
    }
  }
  return { admitted, refused };
}
