/** Quick fixes, applied as an editor applies them: the diagnostic is gone afterwards, or the offer did what it says. */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Editor } from "../../support/language-client.ts";

const INI = `[lab]
channels = lab-rig

[lab-rig]
udp_port = 8888
wamp_topic = lab.rig
include_path = headers
header_files = rig.h
abi = arm-eabi
cflags = -x c
`;

let editor: Editor;

before(async () => {
  editor = await Editor.open({ "channels.ini": INI, "headers/rig.h": "" });
  await editor.write("channels.ini", INI);
  await editor.write("headers/rig.h", "");
});
after(() => editor.close());

async function header(text: string, ini = INI): Promise<readonly string[]> {
  await editor.write("channels.ini", ini);
  await editor.write("headers/rig.h", `#include <stdint.h>\n${text}\n`);
  return codes();
}

async function codes(): Promise<readonly string[]> {
  await editor.diagnostics("channels.ini");
  // The configuration's come first; an answer comes after those of the header.
  await editor.hover("headers/rig.h", "|#include");
  return (await editor.diagnostics("headers/rig.h")).map(({ code }) => String(code));
}

/** Applies the action with this title at the marked place. @returns codes afterwards */
async function apply(marked: string, title: RegExp): Promise<readonly string[]> {
  const at = editor.place("headers/rig.h", marked);
  const actions = await editor.actions("headers/rig.h", { start: at, end: at });
  const found = actions.find((action) => title.test(action.title));
  assert.ok(found, `${title} is not among: ${actions.map((action) => action.title).join("; ")}`);
  await editor.apply(found);
  return codes();
}

const struct = (body: string, initial: string) => `struct struct_a { uint8_t length, ID;\n${body}\n} a = ${initial};`;

test("a wrong offset comment is corrected", async () => {
  assert.deepEqual(await header(struct("uint16_t x; //5", "{4, 1}")), ["W204"]);
  assert.deepEqual(await apply("//|5", /^Write 4$/), []);
  assert.match(editor.textOf("headers/rig.h"), /uint16_t x; \/\/4/);
});

test("an ID that is used twice becomes the next free one, in the notation of the header", async () => {
  const other = "struct struct_b { uint8_t length, ID; uint16_t y; } b = {4, 0x01};";
  assert.deepEqual(await header(`${struct("uint16_t x;", "{4, 1}")}\n${other}`), ["E407"]);
  assert.deepEqual(await apply("{4, 0x0|1}", /^Use ID 2, which is free/), []);
  assert.match(editor.textOf("headers/rig.h"), /b = \{4, 0x02\}/);
});

test("a declared length that fits no layout becomes the size", async () => {
  assert.deepEqual(await header(struct("uint16_t x;", "{9, 1}")), ["W201"]);
  assert.deepEqual(await apply("{|9, 1}", /^Set the length to 4$/), []);
});

test("a packed length that the header does not state: #pragma pack, or the section", async () => {
  const text = struct("uint32_t x;", "{6, 1}");
  assert.deepEqual(await header(text), ["N202"]);
  const line = editor
    .textOf("headers/rig.h")
    .split("\n")
    .findIndex((each) => each.includes("{6, 1}"));
  const found = (await editor.diagnostics("headers/rig.h"))[0]?.range.start;
  const marked = found?.line === line ? "{|6, 1}" : "struct_|a";
  assert.deepEqual(await apply(marked, /^Pack the struct/), []);
  assert.match(editor.textOf("headers/rig.h"), /#pragma pack\(push, 1\)\nstruct struct_a[\s\S]*\n#pragma pack\(pop\)/);
  await header(text);
  assert.deepEqual(await apply(marked, /^Set layout = packed in \[lab-rig\]$/), []);
  assert.match(editor.textOf("channels.ini"), /cflags = -x c\nlayout = packed\n/);
});

test("a missing semicolon, a marker, a name and a product in a rule", async () => {
  assert.deepEqual(await header(struct("uint16_t x; // @rule: expr=x / 10 unit=V", "{4, 1}")), ["E310"]);
  assert.deepEqual(await apply("10| unit", /^Insert ';'$/), []);
  assert.deepEqual(await header(struct("uint16_t x; // @Rule: unit=V", "{4, 1}")), ["W321"]);
  assert.deepEqual(await apply("|@Rule", /^Write '@rule:'$/), []);
  assert.deepEqual(await header(struct("uint16_t speed; // @rule: expr=sped * 2", "{4, 1}")), ["E301"]);
  assert.deepEqual(await apply("|sped * 2", /^Write 'speed'$/), []);
  assert.deepEqual(await header(struct("uint16_t x; // @rule: expr=x (x + 1)", "{4, 1}")), ["E306"]);
  assert.deepEqual(await apply("|x (x", /^Multiply by 'x'$/), []);
  assert.match(editor.textOf("headers/rig.h"), /expr=x \* \(x \+ 1\)/);
});

test("a layout that depends on the processor gets one", async () => {
  const ini = INI.replace("abi = arm-eabi\n", "messages = 1 a_t\n");
  const found = await header("typedef struct { uint8_t a; uint64_t b; } a_t;", ini);
  assert.ok(found.includes("W210"), `W210 is not among: ${found.join(" ")}`);
  const [place] = (await editor.diagnostics("headers/rig.h")).filter(({ code }) => code === "W210");
  const start = place?.range.start ?? { line: 0, character: 0 };
  const actions = await editor.actions("headers/rig.h", { start, end: start });
  const action = actions.find(({ title }) => title === "Set abi = avr in [lab-rig]");
  assert.ok(action, actions.map(({ title }) => title).join("; "));
  await editor.apply(action);
  assert.ok(!(await codes()).includes("W210"), "the processor is still missing");
});

test("padding is offered back by packing and by reordering, and the order that is offered has less", async () => {
  const fields = "uint8_t length;\nuint8_t ID;\nuint8_t a;\nuint32_t b;\nuint8_t c;\nuint32_t d;\nuint16_t e;";
  assert.deepEqual(await header(`struct struct_a {\n${fields}\n} a = {20, 1};`), []);
  await apply("struct struct|_a", /^Reorder the fields by alignment \(saves 4 of 6 bytes/);
  const names = [...editor.textOf("headers/rig.h").matchAll(/_t (\w+);/g)].map(([, name]) => name);
  assert.deepEqual(names, ["length", "ID", "e", "b", "d", "a", "c"]);
});

test("a field gets a rule with a unit, the states of an enum, or is not stored", async () => {
  const text = `enum mode { OFF, ON };\n${struct("uint16_t x;\nuint16_t y; // volts", "{6, 1}")}`;
  await header(text);
  await apply("uint16_t |x", /^Add a rule with a unit$/);
  assert.match(editor.textOf("headers/rig.h"), /uint16_t x; {2}\/\/ @rule: unit=V\n/);
  await apply("uint16_t |y", /^Add the states of enum mode$/);
  assert.match(editor.textOf("headers/rig.h"), /uint16_t y; \/\/ volts @rule: states=0=OFF, 1=ON\n/);
  await apply("uint16_t |y", /^Do not store 'y'/);
  assert.match(editor.textOf("channels.ini"), /store_exclude = y\n/);
  await apply("uint16_t |x", /^Do not store 'x'/);
  assert.match(editor.textOf("channels.ini"), /store_exclude = y, x\n/);
});

test("packing and reordering correct the declared length and offsets, keep tags, and need no line end", async () => {
  const text = `#include <stdint.h>
// @every: 250ms
struct struct_a {
  uint8_t length;
  uint8_t ID;
  uint8_t a; //3
  uint32_t b; //8
  uint8_t c; //9
} a = {12, 1};`;
  for (const [title, size] of [
    [/^Pack the struct.*\(saves 4 of 4 bytes of padding/, 8],
    [/^Reorder the fields.*\(saves 4 of 4 bytes of padding/, 8],
  ] as const) {
    await editor.write("channels.ini", INI);
    await editor.write("headers/rig.h", text);
    assert.deepEqual(await codes(), []);
    assert.deepEqual(await apply("struct struct|_a", title), []);
    assert.match(await editor.hover("headers/rig.h", "struct_a| {"), new RegExp(`${size} bytes · ID 1 · every 250 ms`));
  }
});

test("packing a type that its nested types keep padded says what it saves", async () => {
  const nested = "typedef struct { uint8_t q; uint16_t w; } vec_t;\nstruct struct_a { uint8_t length, ID;\n";
  await header(`${nested}  uint8_t a; // the struct's first\n  vec_t v;\n  uint32_t b;\n} a = {12, 1};`);
  assert.deepEqual(await apply("struct struct|_a", /^Pack the struct.*\(saves 1 of 2 bytes of padding/), []);
});

test("a rule is offered where it may stand, and states that a field can have", async () => {
  const titles = async (marked: string) => {
    const at = editor.place("headers/rig.h", marked);
    return (await editor.actions("headers/rig.h", { start: at, end: at })).map(({ title }) => title);
  };
  const enums = "enum dup { A, B = 0, C, NEG = -1 };\nenum big { X = 300 };\nenum ok { P, Q };\n";
  const fields = "struct { uint8_t x; } pos[2];\nuint8_t p, q;\nuint8_t one; /* begins\nand ends */\nint8_t two;";
  await header(`${enums}${struct(fields, "{8, 1}")}`);
  const ofRule = (all: readonly string[]) => all.filter((title) => !title.startsWith("Do not store"));
  assert.deepEqual(ofRule(await titles("} p|os[2]")), []);
  assert.deepEqual(ofRule(await titles("uint8_t |p, q")), []);
  assert.deepEqual(ofRule(await titles("uint8_t |one")), ["Add a rule with a unit", "Add the states of enum ok"]);
  assert.deepEqual(ofRule(await titles("int8_t |two")), [
    "Add a rule with a unit",
    "Add the states of enum dup",
    "Add the states of enum ok",
  ]);
  assert.deepEqual(await apply("int8_t |two", /states of enum dup$/), []);
  assert.match(editor.textOf("headers/rig.h"), /states=0=A, 1=C, -1=NEG/);
  assert.deepEqual(await apply("uint8_t |one", /^Add a rule with a unit$/), []);
  assert.match(await editor.hover("headers/rig.h", "uint8_t |one"), /stored as `one` in V/);
});
