/** The longest header that firmware has: its diagnostics come while one types. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Editor } from "../../support/language-client.ts";

const INI =
  "[lab]\nchannels = lab-a\n[lab-a]\nudp_port = 8888\nwamp_topic = lab.a\ninclude_path = .\nheader_files = a.h\nabi = arm-eabi\ncflags = -x c\n";

function header(structs: number, fields: number): string {
  const all = Array.from({ length: structs }, (_, number) => {
    const lines = Array.from({ length: fields }, (_, f) => `  int16_t f${f}; // @rule: unit=V; expr=f${f} / 10`);
    const size = 2 + 2 * fields;
    return `struct struct_s${number} {\n  uint8_t length, ID;\n${lines.join("\n")}\n} s${number} = {${size}, ${number + 1}};`;
  });
  return `#include <stdint.h>\n${all.join("\n")}\n`;
}

const KEYS = 40;
const skip = process.platform !== "linux" && "reads the times of a process from /proc";

test("diagnostics of 1,000 fields while one types", { skip }, async (t) => {
  const text = header(20, 50);
  const editor = await Editor.open({ "channels.ini": INI, "a.h": text });
  t.after(() => editor.close());
  await editor.write("a.h", text);
  assert.deepEqual(
    (await editor.diagnostics("a.h")).map(({ message }) => message),
    [],
  );
  const times: number[] = [];
  const before = processorMs(editor.pid);
  const at = editor.place("a.h", "int16_t f7|;");
  for (let key = 0; key < KEYS; key++) {
    const started = performance.now();
    await editor.replace("a.h", { start: at, end: at }, "x");
    await editor.diagnostics("a.h");
    times.push(performance.now() - started);
  }
  times.sort((a, b) => a - b);
  const each = (processorMs(editor.pid) - before) / KEYS;
  t.diagnostic(`median ${Math.round(times[KEYS / 2] ?? 0)} ms, processor ${Math.round(each)} ms for each key`);
  // A key takes 60 ms of processor, and the first ones more. How long one waits depends on what else the machine does.
  assert.ok(each < 300, `${each} ms of processor for each key`);
});

/** Processor time of a process so far. Its clock has 100 ticks a second. [proc(5)] */
function processorMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /, "")
    .split(" ");
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
