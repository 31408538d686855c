/** Values as the page shows them, live, from the store and from a chart. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { formatOf } from "../../../../runtime/dashboards/page/browser/text/format.ts";
import { valueText } from "../../../../runtime/dashboards/page/browser/text/value-text.ts";

const float = { role: "value", type: "float" } as const;

for (const [what, column, value, text, unit] of [
  ["nothing", float, undefined, "–", ""],
  ["null", float, null, "–", ""],
  ["a number", float, 12.3456, "12.35", "V"],
  ["a 64-bit integer", float, 2n ** 63n, "9 223 372 036 854 775 808", "V"],
  ["a text", { role: "value", type: "string" }, "<b>run</b>", "<b>run</b>", ""],
  ["a boolean", { role: "value", type: "boolean" }, true, "true", ""],
  ["a chart's boolean", { role: "value", type: "boolean" }, 0, "false", ""],
  ["a flag", { role: "flag", type: "integer" }, 1n, "on", ""],
  ["a chart's flag", { role: "flag", type: "integer" }, 0, "off", ""],
  ["a state", { role: "state", type: "integer", states: { "1": "run" } }, 1, "run", ""],
  ["a state without a name", { role: "state", type: "integer", states: { "1": "run" } }, 7, "7.00", "V"],
] as const) {
  test(`${what} reads ${text}`, () => {
    const shown = valueText(column, value, formatOf([12.3456]), "V");
    assert.deepEqual([shown.text.replaceAll("\u202f", " "), shown.unit], [text, unit]);
  });
}
