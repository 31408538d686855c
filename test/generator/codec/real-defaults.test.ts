/** Default values of fields that are not measured yet, beside g++: `NAN`, `INFINITY`, `std::numeric_limits<float>`. */

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { compile } from "../../../generator/compile.ts";
import { memoryReader } from "../../../generator/source/header-reader.ts";
import { planOf } from "../../support/channel-plan.ts";
import { channelsOf, encoded, fileText } from "../../support/compiled-channels.ts";
import { requires } from "../../support/requirements.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const HEADER = `#include <cmath>
#include <cfloat>
#include <limits>
#include <cstdint>
struct __attribute__((packed)) struct_a { uint8_t length = 85; uint8_t ID = 3; float a = NAN; double b = NAN; float c = INFINITY, d = -INFINITY;
  float e[3] = {NAN, 1.0f, NAN}; float f = std::numeric_limits<float>::quiet_NaN(); double g = -std::numeric_limits<double>::infinity();
  float h = FLT_MAX; double i = DBL_MAX; float j = std::numeric_limits<float>::lowest(); double k = std::numeric_limits<double>::epsilon();
  float l = std::numeric_limits<float>::min(); int32_t m = -7; double n = HUGE_VAL, o = DBL_EPSILON; float p = FLT_MIN; };
`;
const MAIN = `#include <cstdio>
#include "lab.hpp"
int main() { struct_a a; std::fwrite(&a, sizeof a, 1, stdout); }
`;

test("fields get the default values of the C library's names, as g++ stores them", {
  skip: requires("g++"),
}, async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "lab.hpp"), HEADER);
  writeFileSync(join(folder, "main.cpp"), MAIN);
  execFileSync("g++", ["-o", join(folder, "main"), join(folder, "main.cpp")]);
  const bytes = execFileSync(join(folder, "main"));
  const { files, diagnostics } = compile(
    [
      {
        plan: planOf({ name: "rig", abi: "x86-64", headerFiles: ["lab.hpp"] }),
        reader: memoryReader({ "lab.hpp": HEADER }),
      },
    ],
    { version: "0.0.0" },
  );
  assert.deepEqual(
    diagnostics.filter(({ severity }) => severity === "error"),
    [],
  );
  const { rig } = await channelsOf(files);
  const [codec] = rig?.structs ?? [];
  if (codec === undefined) assert.fail("no struct");
  assert.equal(Buffer.from(encoded(codec, {})).toString("hex"), bytes.toString("hex"));
  const catalogue = fileText(files, /^catalogue\.json$/);
  const initials = [...catalogue.matchAll(/"path": ?"([a-d])"[^}]*?"initial": ?("?[^,"]*"?)/g)];
  assert.deepEqual(
    initials.map(([, path, initial]) => [path, initial]),
    [
      ["a", '"NaN"'],
      ["b", '"NaN"'],
      ["c", '"Infinity"'],
      ["d", '"-Infinity"'],
    ],
  );
});
