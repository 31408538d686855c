/**
 * What the store of InfluxDB keeps of the fields of a fleet: time for each device, and memory.
 * `node --expose-gc --import tsx scripts/bench/influxdb-types.ts [DEVICES, 1,000,000]`
 */

import { DatabaseTypes } from "../../runtime/parts/influxdb/field-types.ts";

const FLEET = Number(process.argv[2] ?? 1_000_000);
const FIELDS = ["temperature", "humidity", "voltage"];

function megabytes(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed / 2 ** 20;
}

const before = megabytes();
const types = new DatabaseTypes("fleet_all");
const begin = performance.now();
for (let n = 0; n < FLEET; n++) {
  const known = types.measurement(`gateway${n % 1000}_device${n}_sensors`);
  known.addTypes(new Map(FIELDS.map((field) => [field, "float"])));
  known.announce(known.types);
}
const each = ((performance.now() - begin) * 1000) / FLEET;
console.log(
  `${types.measurements.size} measurements: ${each.toFixed(2)} µs and ${(Math.round((megabytes() - before) * 2 ** 20) / FLEET) | 0} bytes each`,
);
