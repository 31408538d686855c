/** Hostile texts of devices and headers in what people read in a terminal. */

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { PassThrough } from "node:stream";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { escapeControls } from "../../../runtime/lib/escape-controls.ts";
import { openLog } from "../../../runtime/lib/log.ts";
import { HOSTILE_TEXTS } from "../../support/hostile-texts.ts";

const CONTROLS = [
  "\u001b[2J",
  "\u009b31m",
  "x\r\ny",
  "\u0007\u0008\u007f",
  "a\u202eb\u2066c\u200f\u061c",
  "\u0085\u2028\ufeff",
];
const TEXTS = [...HOSTILE_TEXTS, ...CONTROLS];
/** Terminals obey these, or show letters in another order. [Unicode: Cc, Bidi_Control] */
const OBEYED = /[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]/u;

function logged(format: "json" | "pretty", text: string): string {
  const output = new PassThrough();
  openLog({ level: "info", format }, output).warn({ event: "test", device: text }, `from ${text}`);
  return String(output.read());
}

test("a log line is one line that terminals only show, and JSON has the text itself", () => {
  for (const text of TEXTS) {
    for (const format of ["json", "pretty"] as const) {
      const line = logged(format, text);
      assert.ok(line.endsWith("\n"), line);
      assert.doesNotMatch(line.slice(0, -1), OBEYED);
    }
    const { msg, device } = JSON.parse(logged("json", text));
    assert.deepEqual([msg, device], [`from ${text}`, text]);
  }
});

test("escaping in JSON changes nothing that is read", () => {
  for (const text of TEXTS) assert.equal(JSON.parse(escapeControls(JSON.stringify(text))), text);
});

test("the command's complaints show what was typed, and terminals do not obey it", () => {
  const command = fileURLToPath(new URL("../../../command/channel-message.ts", import.meta.url));
  const typed = "x\u001b[2J\u009b31m\u202ey";
  const { stderr, status } = spawnSync(process.execPath, ["--import", "tsx", command, typed, "info"], {
    encoding: "utf8",
    env: { ...process.env, NO_COLOR: "1" },
  });
  assert.notEqual(status, 0);
  assert.match(stderr, /x\\u001b\[2J\\u009b31m\\u202ey/);
  assert.doesNotMatch(stderr.replaceAll("\n", ""), OBEYED);
});
