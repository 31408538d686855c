/** Twelve headers in the style of their vendors, whose structs depend on the compiler: what init asks, and what it writes. The table is in targets-table.md. */

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { init } from "../../../generator/init/init.ts";
import { layOutChannel } from "../../../generator/layout/lay-out-channel.ts";
import { parseChannel } from "../../../generator/messages/parse-channel.ts";
import { memoryReader } from "../../../generator/source/header-reader.ts";
import { disagreements, STDINT, TARGETS } from "../../oracle/layout/compilers.ts";
import { planOf } from "../../support/channel-plan.ts";
import { requires } from "../../support/requirements.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const folder = temporaryFolder();
const DOCUMENT = new URL("targets-table.md", import.meta.url);

const HEADERS: readonly (readonly [include: string, members: string])[] = [
  ["Arduino.h", "uint8_t n; unsigned long ms; float heat;"],
  ["Arduino.h", "uint16_t n; double heat;"],
  ["avr/io.h", "uint8_t n; int heat; long ms;"],
  ["esp_now.h", "char name[32]; int n; float heat; bool on;"],
  ["esp_timer.h", "uint8_t n; int64_t us; size_t free;"],
  ["stm32f4xx_hal.h", "uint8_t n; enum { OFF, ON } mode; long ms;"],
  ["mbed.h", "uint8_t n; double heat; wchar_t sign;"],
  ["pico/stdlib.h", "enum { IDLE, RUN } mode; uint64_t us;"],
  ["zephyr/kernel.h", "uint8_t n; enum { LOW, HIGH } level; wchar_t sign;"],
  ["linux/can.h", "int n; unsigned long ms;"],
  ["windows.h", "DWORD n; long ms; wchar_t sign;"],
  ["", "uint8_t n; long ms; double heat;"],
];

async function row([include, members]: (typeof HEADERS)[number], index: number): Promise<string> {
  const header = join(folder, `h${index}.h`);
  writeFileSync(
    header,
    `${include === "" ? "" : `#include <${include}>\n`}#include <stdint.h>\nstruct reading { ${members} };\n`,
  );
  const cwd = temporaryFolder();
  const options = { cwd, header, channel: "lab", version: "0", messages: "1 reading", abi: undefined };
  const asked = await init({ ...options, guesses: "ask" });
  const question =
    asked.kind === "proposed" ? asked.proposal.target.candidates.map((name) => `\`${name}\``).join(", ") : "nothing";
  const taken = asked.kind === "done" ? asked : await init({ ...options, guesses: "take" });
  assert.equal(taken.kind, "done", JSON.stringify(taken));
  const written = /^abi = (\S+)(.*)$/m.exec(readFileSync(join(cwd, "channels.ini"), "utf8"));
  const guessed = written?.[2]?.includes("GUESSED") === true ? ", `GUESSED`" : "";
  return `| ${include === "" ? "nothing" : `\`<${include}>\``} | \`${members}\` | ${question} | \`${written?.[1]}\`${guessed} |`;
}

test("the table of what init asks about the processor is what it asks", async () => {
  const rows = [];
  for (const [index, header] of HEADERS.entries()) rows.push(await row(header, index));
  const table = `| includes | members | asked on a terminal | \`abi =\` with \`--yes\` |\n|---|---|---|---|\n${rows.join("\n")}\n`;
  const text = readFileSync(DOCUMENT, "utf8");
  const [before, rest = ""] = text.split("<!-- targets -->\n");
  const [, behind] = rest.split("<!-- /targets -->\n");
  const renewed = `${before}<!-- targets -->\n${table}<!-- /targets -->\n${behind}`;
  if (process.env["UPDATE_TABLE"] === "1") writeFileSync(DOCUMENT, renewed);
  else assert.equal(text, renewed);
});

for (const target of TARGETS) {
  test(`their structs have the layout of ${target.title}`, { skip: requires(target.program) }, () => {
    const structs = HEADERS.map(([, members], index) => `struct reading${index} { ${members} };\n`);
    const header = `#include <stddef.h>\ntypedef unsigned long DWORD;\n${structs.join("")}`;
    const messages = HEADERS.map((_, index) => ({ id: index, idText: String(index), struct: `reading${index}` }));
    const plan = planOf({ abi: target.abi, byteOrder: target.byteOrder, messages: messages as never });
    const parsed = parseChannel(plan, memoryReader({ "lab.h": `#include <stdint.h>\n${header}` }));
    const layouts = layOutChannel(parsed.value, plan).value;
    assert.equal(layouts.length, HEADERS.length, JSON.stringify(parsed.diagnostics));
    assert.deepEqual(disagreements(STDINT + header, layouts, target), []);
  });
}
