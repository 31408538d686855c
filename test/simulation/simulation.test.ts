/** The service on simulated machines. The long form is `scripts/campaigns/simulate.ts`. */

import assert from "node:assert/strict";
import { before, test } from "node:test";
import { rounds } from "../support/long.ts";
import type { Programs } from "./machine.ts";
import { explain, programsOf, simulate } from "./simulate.ts";

const RUNS = rounds(30, 200);

let programs: Programs;

before(async () => {
  programs = await programsOf();
});

test("every acknowledged message is stored once, with the value and time of its epoch, or reported, whatever happens", async () => {
  const told = {
    ...{ acknowledged: 0, rejected: 0, unavailable: 0, late: 0, forbidden: 0, none: 0 },
    ...{ exports: 0, replays: 0, alarms: 0, calm: 0, mutes: 0 },
  };
  for (let seed = 0; seed < RUNS; seed++) {
    const outcome = await simulate(seed, programs);
    if (outcome.problems.length > 0) assert.fail(await explain(seed, programs));
    for (const answer of Object.keys(told) as (keyof typeof told)[]) told[answer] += outcome.told[answer];
  }
  // They did not all fail, nor all succeed.
  for (const [answer, count] of Object.entries(told)) assert.ok(count > 5, `${count} ${answer}`);
});

test("a seed determines the whole run", async () => {
  const [one, other] = [await simulate(7, programs), await simulate(7, programs)];
  assert.deepEqual([one.turns, one.told], [other.turns, other.told]);
});
