/** Colours of states mean something: a fault is never green, and safe is never red. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { stateColour } from "../../../../runtime/dashboards/page/browser/state-colour.ts";
import type { Theme } from "../../../../runtime/dashboards/page/browser/theme-colours.ts";

const STATES = ["grey", "amber", "blue", "green", "red", "violet", "teal", "olive"];
const theme = { states: STATES } as unknown as Theme;

test("the name decides, whatever the value is", () => {
  const colours = ["SAFE", "FAULT", "over_temp_error", "ready", "Warning", "idle", "GPS lost"].map((name, value) =>
    stateColour(value, theme, name),
  );
  assert.deepEqual(colours, ["green", "red", "red", "green", "amber", "grey", "red"]);
});

test("a name without a meaning has a colour without one, always the same", () => {
  const neutral = new Set(["blue", "violet", "teal", "olive"]);
  for (const name of ["FIRING", "tracking", "default", "errand", "booked", "offset"])
    for (let value = 0; value < 10; value++) assert.ok(neutral.has(stateColour(value, theme, name)), name);
  assert.equal(stateColour(3, theme, "FIRING"), stateColour(3, theme, "tracking"));
  assert.equal(stateColour("FIRING", theme), stateColour("FIRING", theme));
});
