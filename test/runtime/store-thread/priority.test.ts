/** Only the store's thread yields. */

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { yieldToOthers } from "../../../runtime/store-thread/priority.ts";

/** Field 19 of stat, "nice", for each thread of this process; a thread's name may contain blanks and brackets. */
function priorities(): Map<number, number> {
  const threads = readdirSync("/proc/self/task").map(Number);
  return new Map(
    threads.map((thread) => {
      const stat = readFileSync(`/proc/self/task/${thread}/stat`, "utf8");
      return [thread, Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[16])];
    }),
  );
}

test("a thread that yields has a lower priority than the other threads of its process", {
  skip: process.platform === "linux" ? false : "only Linux gives priorities to single threads",
}, () => {
  const before = priorities();
  yieldToOthers();
  for (const [thread, nice] of priorities()) {
    const was = before.get(thread);
    if (was === undefined) continue;
    assert.equal(nice, thread === process.pid ? Math.min(was + 5, 19) : was);
  }
});
