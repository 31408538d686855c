/** The file of alarms, damaged in every way. */

import assert from "node:assert/strict";
import { join } from "node:path";
import { AlarmBook } from "../../../runtime/parts/alarms/alarm-book.ts";
import { COUNT, CREDENTIALS, type SmallFile, testDamage } from "../../support/small-files.ts";

const MUTE = { database: "lab_rig", measurement: "m" };

const ALARMS: SmallFile = {
  path: (folder) => join(folder, "alarms.json"),
  async write(folder) {
    const book = await AlarmBook.open(join(folder, "alarms.json"), assert.fail);
    for (let n = 0; n < COUNT; n++) book.mute({ ...MUTE, column: `c${n}` }, "ida", undefined);
    await book.close();
  },
  async read(folder, onProblem) {
    const book = await AlarmBook.open(join(folder, "alarms.json"), onProblem);
    await book.close();
    return book.list(() => true).muted.length;
  },
};

testDamage("alarms", ALARMS, CREDENTIALS);
