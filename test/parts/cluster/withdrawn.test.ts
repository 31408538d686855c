/** The file of withdrawn messages, damaged in every way. */

import assert from "node:assert/strict";
import { join } from "node:path";
import { Withdrawn } from "../../../runtime/parts/cluster/withdrawn.ts";
import { COUNT, CREDENTIALS, type SmallFile, testDamage } from "../../support/small-files.ts";

const WITHDRAWN: SmallFile = {
  path: (folder) => join(folder, "withdrawn"),
  async write(folder) {
    const withdrawn = await Withdrawn.open(folder, "a", 0, assert.fail);
    for (let n = 0; n < COUNT; n++) await withdrawn.add(2 * n + 1);
  },
  async read(folder, onProblem) {
    return (await Withdrawn.open(folder, "a", 0, onProblem)).ranges.length;
  },
  older: { journal: "a", ranges: [{ from: 1, to: 1 }] },
};

testDamage("withdrawn-messages", WITHDRAWN, CREDENTIALS);
