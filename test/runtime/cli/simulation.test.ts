/** Simulated messages have values that a reader of the header expects. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { StructSimulation } from "../../../runtime/cli/simulation.ts";
import { codecsOf } from "../../support/random-structs.ts";

/** Four a second, for two minutes. */
async function valuesOf(member: string, column: string): Promise<number[]> {
  const { structs } = await codecsOf(
    `#include <stdint.h>\n#pragma pack(1)\nstruct struct_tank { uint8_t length; uint8_t ID;\n${member}\n} tank = {sizeof(struct struct_tank), 2};\n`,
  );
  const codec = structs[0]!;
  const simulation = new StructSimulation(codec);
  return Array.from({ length: 480 }, (_, index) => {
    const bytes = simulation.message(index / 4);
    const stored = codec.toStored(codec.decode(new DataView(bytes.buffer, bytes.byteOffset, bytes.length)));
    return (stored as Readonly<Record<string, number>>)[column]!;
  });
}

const largestStep = (values: readonly number[]) =>
  Math.max(...values.slice(1).map((value, index) => Math.abs(value - values[index]!)));

test("a field has only the states that have names", async () => {
  const values = await valuesOf("uint8_t mode : 3; // @rule: states=0=boot, 1=run, 6=fault", "mode");
  assert.deepEqual([...new Set(values)], [0, 1, 6]);
});

test("values move around the limits, and just beyond them", async () => {
  const values = await valuesOf("float tyre; // @rule: unit=°C; warn=70..110", "tyre");
  assert.ok(Math.min(...values) > 60 && Math.min(...values) < 71, `${Math.min(...values)}`);
  assert.ok(Math.max(...values) < 120 && Math.max(...values) > 109, `${Math.max(...values)}`);
});

test("a field that cannot hold what is usual of its unit moves smoothly in its own range", async () => {
  const values = await valuesOf("uint8_t battery; // @rule: expr=2 + battery / 100; unit=V", "battery");
  const [least, most] = [Math.min(...values), Math.max(...values)];
  assert.ok(least >= 2 && most <= 4.55, `${least} to ${most}`);
  assert.ok(largestStep(values) < 1, `${largestStep(values)}`);
});
