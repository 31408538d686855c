/** Colours of states mean something: a fault is never green, and safe is never red, unless the header says so. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { parseStates } from "../../../../runtime/config/display-rule.ts";
import type { Theme } from "../../../../runtime/dashboards/page/browser/app/theme-colours.ts";
import { stateColour, stateName } from "../../../../runtime/dashboards/page/browser/text/state-colour.ts";

const STATES = ["grey", "amber", "blue", "green", "red", "violet", "teal", "olive"];
const theme = { states: STATES } as unknown as Theme;

test("the name decides, whatever the value is", () => {
  const colours = ["SAFE", "FAULT", "over_temp_error", "ready", "Warning", "idle", "GPS lost"].map((name, value) =>
    stateColour(value, theme, { states: { [value]: name } }),
  );
  assert.deepEqual(colours, ["green", "red", "red", "green", "amber", "grey", "red"]);
});

test("a name without a meaning has a colour without one, always the same", () => {
  const neutral = new Set(["blue", "violet", "teal", "olive"]);
  for (const name of ["FIRING", "tracking", "default", "errand", "booked", "offset"])
    for (let value = 0; value < 10; value++)
      assert.ok(neutral.has(stateColour(value, theme, { states: { [value]: name } })), name);
  assert.equal(
    stateColour(3, theme, { states: { 3: "FIRING" } }),
    stateColour(3, theme, { states: { 3: "tracking" } }),
  );
  assert.equal(stateColour("FIRING", theme), stateColour("FIRING", theme));
});

test("a colour of the header goes before a name's meaning, in every word that rules take", () => {
  const written =
    "0=fault:green, 1=a:grey, 2=b:red, 3=c:orange, 4=d:yellow, 5=e:teal, 6=f:Blue, 7=g:purple, 8=LED: x, 9=10:30";
  const named = parseStates(written)!;
  const names = Array.from({ length: 10 }, (_none, value) => stateName(value, named));
  assert.deepEqual(names, ["fault", "a", "b", "c", "d", "e", "f", "g", "LED: x", "10:30"]);
  const colours = Array.from({ length: 8 }, (_none, value) => stateColour(value, theme, named));
  assert.deepEqual(colours, ["green", "grey", "red", "amber", "olive", "teal", "blue", "violet"]);
  assert.deepEqual(Object.keys(named.stateColours!), ["0", "1", "2", "3", "4", "5", "6", "7"]);
});
