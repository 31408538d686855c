/** `@command` [D52]: which structs are commands, and their conditions. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { compileChannel } from "../../../generator/compile.ts";
import { emitChannels } from "../../../generator/emitters/emit.ts";
import { memoryReader } from "../../../generator/source/header-reader.ts";
import { planOf } from "../../support/channel-plan.ts";

const OTHERS = `
struct struct_ack { uint8_t length; uint8_t ID; uint8_t seq; uint8_t result; } ack = {4, 9};
enum state { IDLE, RUN = 4 };
struct struct_rig { uint8_t length; uint8_t ID; enum state mode; uint16_t v; // @rule: name=volts; expr=v / 100
 char label[4]; } rig = {14, 1};
struct struct_other { uint8_t length; uint8_t ID; uint8_t mode; } other = {3, 2};
`;

function compile(command: string) {
  const header = `${OTHERS}\n${command}\n`;
  const plan = planOf({ headerFiles: ["tank.h"] });
  const { value, diagnostics } = compileChannel({ plan, reader: memoryReader({ "tank.h": header }) });
  const told = diagnostics.filter(({ code }) => /^[EW]35/.test(code)).map(({ message }) => message);
  return { value, told, info: value.structs.find(({ layout }) => layout.message.name === "struct_go")?.command };
}

const struct = (tag: string) =>
  `struct struct_go {\n uint8_t length;\n uint8_t ID;\n uint8_t seq;\n uint16_t target;\n} go = {6, 7}; // ${tag}`;

test("a command names its acknowledging struct, its timeout, whether it needs confirmation, and its interlock", () => {
  const { info, told } = compile(
    struct(
      `@command: ack=struct_ack timeout=2s ok="result == 0" confirm if="rig.mode == RUN and volts >= 11.5" fresh=500ms`,
    ),
  );
  assert.deepEqual(told, []);
  assert.deepEqual(info, {
    ack: "struct_ack",
    timeoutMs: 2000,
    accepted: [{ struct: "struct_ack", column: "result", is: "==", value: 0 }],
    confirm: true,
    interlock: [
      { struct: "struct_rig", column: "mode", is: "==", value: 4 },
      { struct: "struct_rig", column: "volts", is: ">=", value: 11.5 },
    ],
    freshMs: 500,
  });
});

test("the tag may be above the struct, behind its brace, or behind its end", () => {
  const body = "uint8_t length; uint8_t ID; uint8_t x;";
  for (const text of [
    `// @command\nstruct struct_go { ${body} } go = {3, 7};`,
    `/* Moves. @command: confirm */\nstruct struct_go\n{\n ${body}\n} go = {3, 7};`,
    `struct struct_go { // @command\n ${body}\n} go = {3, 7};`,
    `struct struct_go {\n ${body}\n} go = {3, 7}; // @command confirm`,
    `struct struct_go {\n ${body}\n} go = {\n 3,\n 7\n}; // @command`,
    `struct struct_go { ${body} } go = {3, 7}; // @command: confirm`,
  ]) {
    const { info, told } = compile(text);
    assert.deepEqual(told, [], text);
    assert.deepEqual(info, text.includes("confirm") ? { confirm: true } : {}, text);
  }
  const next = compile(
    `struct struct_go { ${body} } go = {3, 7};\n// @command\nstruct struct_come { ${body} } come = {3, 8};`,
  );
  assert.deepEqual([next.told, next.info], [[], undefined]);
  const later = compile(`struct struct_go {\n ${body}\n} go = {3, 7};\n\nint x; // @command`);
  assert.equal(later.info, undefined);
  assert.deepEqual(later.told, ["this @command belongs to no message struct"]);
});

test("unreadable commands are reported with a suggestion", () => {
  const told = (tag: string) => compile(struct(tag)).told.join(" | ");
  assert.match(
    told("@command: timout=2s"),
    /^@command of 'struct_go': there is no part 'timout=2s' \(did you mean 'timeout'\?\)/,
  );
  assert.match(told("@command: ack=struct_akc"), /no other message 'struct_akc' \(did you mean 'struct_ack'\?\)$/);
  assert.match(told("@command: ack=struct_go"), /no other message 'struct_go'/);
  assert.match(told("@command: ack=struct_ack timeout=soon"), /'timeout=soon' cannot be read/);
  assert.match(told("@command: timeout=2s"), /'timeout' needs 'ack'/);
  assert.match(told("@command: ack=struct_ack ack=struct_ack"), /'ack' is given twice/);
  assert.match(told("@command: ack="), /'ack=' is not complete/);
  assert.match(told("@command: confirm=yes"), /'confirm=yes' is not complete/);
  assert.match(told('@command: if="mode == 2"'), /may mean rig\.mode or other\.mode: write one of them$/);
  assert.match(
    told('@command: if="vlots > 2"'),
    /asks for 'vlots', which no message stores \(did you mean 'volts'\?\)$/,
  );
  assert.match(told('@command: if="target > 2"'), /no message stores/);
  assert.match(
    told('@command: if="rig.mode == FLY"'),
    /compares 'rig.mode' with 'FLY', which is not one of its values$/,
  );
  assert.match(told('@command: if="label < abc"'), /compares 'label', which has no order$/);
  assert.match(told('@command: if="volts"'), /is not a comparison/);
  assert.match(told('@command: if="volts > 1e999"'), /is not one of its values/);
  assert.match(told('@command: if="system(1)"'), /is not a comparison/);
});

test("header text stays a literal in the codec", () => {
  const { value } = compile(struct(`@command: if="label == \`\${process.exit()}\\\\';//"`));
  const files = emitChannels([value], { version: "1" });
  const codec = files.find(({ path }) => path.endsWith("go.ts"))!;
  assert.match(codec.text, /value: "`\$\{process\.exit\(\)\}\\\\\\\\';\/\/" \}\]/);
});
