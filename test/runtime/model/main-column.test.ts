/** What stands for a device in a list: what it measures, not what its frames count. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { mainColumn } from "../../../runtime/model/main-column.ts";
import type { ColumnDescription } from "../../../runtime/model/measurement.ts";

function main(...columns: readonly (string | Partial<ColumnDescription>)[]): string | undefined {
  const described = columns.map((given): ColumnDescription => {
    const own = typeof given === "string" ? { name: given } : given;
    return { name: "", type: "float", role: "value", ...own };
  });
  return mainColumn({ columns: described })?.name;
}

test("what a frame says of itself is no device's main value", () => {
  // The first members of vendors' telemetry structs.
  for (const own of [
    "hdr.version",
    "uptime_ms",
    "seq",
    "Header.SeqNum",
    "time_boot_ms",
    "timestamp",
    "hdr.msg_id",
    "packet_count",
  ])
    assert.equal(main(own, "volts"), "volts", own);
  // Words that only begin or end like them.
  for (const measured of ["conversion", "timeout_level", "flow_account", "solid", "discount"])
    assert.equal(main(measured, "volts"), measured, measured);
});

test("limits come first, then units, then any measured column", () => {
  assert.equal(main("raw", { name: "temp", unit: "°C" }), "temp");
  assert.equal(main({ name: "age_ms", unit: "ms" }, "raw"), "age_ms");
  assert.equal(main({ name: "uptime_ms", unit: "ms" }, "raw"), "raw");
  assert.equal(main({ name: "temp", unit: "°C" }, { name: "seq", limits: {} }), "seq");
  assert.equal(main({ name: "mode", states: { 0: "idle" } }, "raw"), "raw");
  assert.equal(main("seq", "uptime"), "seq");
  assert.equal(main({ name: "length", role: "frame" }, { name: "name", type: "string" }), "name");
});
