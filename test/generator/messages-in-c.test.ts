/** A Makefile's flags select C by `-std=`; the configuration names structs as before. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { compile } from "../../generator/compile.ts";
import { memoryReader } from "../../generator/source/header-reader.ts";
import { planOf } from "../support/channel-plan.ts";

const HEADER =
  "struct gps { uint8_t fix; uint16_t speed; };\ntypedef struct imu { uint8_t x, y; } imu_t;\nstruct imu other;\n";

for (const flag of ["-std=gnu11", "-std=c99", "--std=gnu17", "-ansi"]) {
  test(`messages by tag with ${flag}`, () => {
    const span = { file: "channels.ini", start: { line: 1, column: 1 }, end: { line: 1, column: 2 } };
    const messages = ["gps", "imu", "imu_t"].map((struct, index) => {
      return { id: index + 1, idText: String(index + 1), struct, checkExtra: undefined, span };
    });
    const plan = planOf({ cflags: [flag, "-Wall"], messages });
    const { diagnostics, files } = compile([{ plan, reader: memoryReader({ "lab.h": HEADER }) }], { version: "0" });
    assert.deepEqual(
      diagnostics.filter(({ severity }) => severity === "error").map(({ message }) => message),
      [],
    );
    assert.ok(
      files.some(({ path }) => path.endsWith("gps.ts")),
      "the codec of a struct that only has a tag",
    );
  });
}
