/** The language server by a client library, in one editor for all tests. */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type {
  CodeLens,
  DocumentSymbol,
  Hover,
  InlayHint,
  Location,
  WorkspaceEdit,
} from "vscode-languageserver-protocol/node";
import { Editor } from "../../support/language-client.ts";

const INI = `[lab]
channels = lab-rig, lab-boat

[lab-rig]
udp_port = 8888
wamp_topic = lab.rig
include_path = headers
header_files = rig.h
abi = arm-eabi
cflags = -x c++

[lab-boat]
udp_port = 8889
wamp_topic = lab.boat
include_path = headers
header_files = boat.h
abi = arm-eabi
cflags = -x c
messages = 3 boat_t
`;

const RIG = `#include <stdint.h>
#include "shared.h"
enum mode { OFF, ON, FAULT = 7 };

// Electrical side.
// @every: 250ms
struct struct_power {
  uint8_t length;
  uint8_t ID;
  uint32_t energy; // @rule: name=work; unit=J
  uint16_t voltage; // @rule: expr=voltage / 100; unit=V; warn=10..20
  uint8_t state; // @rule: states=0=off, 1=on
  enum mode mode;
  pair_t pair;
} power = {16, 1};
`;
const SHARED = `#include <stdint.h>
typedef struct { int16_t left; int16_t right; } pair_t;
`;
const BOAT = `#include <stdint.h>
#include "shared.h"
typedef struct { uint8_t a; uint32_t b; pair_t pair; } boat_t;
`;
const FILES = { "channels.ini": INI, "headers/rig.h": RIG, "headers/shared.h": SHARED, "headers/boat.h": BOAT };

let editor: Editor;

before(async () => {
  editor = await Editor.open(FILES);
  for (const [path, text] of Object.entries(FILES)) await editor.write(path, text);
});
after(() => editor.close());

/** Gives the file another text for the test. */
async function withText(path: keyof typeof FILES, text: string, body: () => Promise<void>): Promise<void> {
  await editor.write(path, text);
  try {
    await body();
  } finally {
    await editor.write(path, FILES[path]);
    await editor.diagnostics(path);
  }
}

test("headers that compile have no diagnostics but notes", async () => {
  for (const path of Object.keys(FILES)) {
    const found = await editor.diagnostics(path);
    assert.deepEqual(
      found.filter(({ severity }) => (severity ?? 1) < 3),
      [],
      path,
    );
  }
});

test("an edit's diagnostic has code, hint and related place, and goes when it is mended", async () => {
  const twice = `${RIG}struct struct_second { uint8_t length, ID; uint16_t x; } second = {4, 1};\n`;
  await withText("headers/rig.h", twice, async () => {
    const [found] = await editor.diagnostics("headers/rig.h");
    assert.equal(found?.code, "E407");
    assert.match(String(found?.message), /ID 1.*\nhint: give each message struct of the channel its own ID$/s);
    assert.equal(found?.relatedInformation?.[0]?.location.uri, editor.uri("headers/rig.h"));
    assert.match(found?.codeDescription?.href ?? "", /diagnostics\.md#e407$/);
  });
  assert.deepEqual(
    (await editor.diagnostics("headers/rig.h")).filter(({ code }) => code === "E407"),
    [],
  );
});

test("an unsaved header that others include changes their layouts, and its mistakes appear in it", async () => {
  const wide = SHARED.replace("int16_t right", "int32_t right");
  await withText("headers/shared.h", wide, async () => {
    await editor.diagnostics("headers/shared.h");
    assert.match(await editor.hover("headers/boat.h", "pair_t p|air"), /offset 8 · 8 bytes/);
  });
  await withText("headers/shared.h", SHARED.replace("int16_t left", "missing_t left"), async () => {
    const found = await editor.diagnostics("headers/shared.h");
    assert.ok(
      found.some(({ message }) => /missing_t/.test(String(message))),
      "it is not among them",
    );
  });
});

test("a mistake in channels.ini has the key's line, and a key that is mended compiles again", async () => {
  await withText("channels.ini", INI.replace("abi = arm-eabi", "abi = arm-eabbi"), async () => {
    const [found] = await editor.diagnostics("channels.ini");
    assert.equal(found?.code, "E501");
    assert.equal(found?.range.start.line, 8);
  });
});

test("while a key of channels.ini is being written, headers keep hover and completion", async () => {
  await withText("channels.ini", INI.replace("udp_port = 8888", "udp_po"), async () => {
    assert.equal((await editor.diagnostics("channels.ini"))[0]?.code, "E501");
    assert.match(await editor.hover("headers/rig.h", "uint16_t volt|age;"), /offset 8/);
    const parts = await editor.complete("headers/rig.h", "// @rule: |name=work");
    assert.ok(parts.length > 0, "no completion");
  });
});

test("a header beside the project's folder, and an editor that spells a path in its own way", async (t) => {
  const ini = INI.replace("lab-rig, lab-boat", "lab-rig").replace(
    "include_path = headers",
    "include_path = ../c++ (1)",
  );
  const beside = await Editor.open({ "lab/channels.ini": ini, "c++ (1)/rig.h": RIG, "c++ (1)/shared.h": SHARED });
  t.after(() => beside.close());
  const uri = beside.uri("c++ (1)/rig.h").replaceAll("+", "%2B").replace("(1)", "%281%29");
  const text = RIG.replace("uint32_t energy;", "uint32_t energy, more;");
  const textDocument = { uri, languageId: "c", version: 1, text };
  await beside.connection.sendNotification("textDocument/didOpen", { textDocument });
  const position = { line: text.split("\n").findIndex((line) => line.includes("uint16_t voltage")), character: 12 };
  const hover: Hover = await beside.connection.sendRequest("textDocument/hover", { textDocument: { uri }, position });
  assert.match(JSON.stringify(hover?.contents), /offset 12/, "the unsaved text does not count");
});

test("hover on a field says place, type, stored name, unit, rule with an example and limits", async () => {
  const text = await editor.hover("headers/rig.h", "uint16_t volt|age;");
  assert.match(text, /`uint16_t` · offset 8 · 2 bytes/);
  assert.match(text, /stored as `voltage` in V/);
  assert.match(text, /rule `voltage \/ 100` · raw 100 → 1 V/);
  assert.match(text, /warn outside 10\.\.20/);
});

test("hover says padding before a field, states, renamed columns and enumerators", async () => {
  assert.match(
    await editor.hover("headers/rig.h", "uint32_t ener|gy"),
    /2 bytes of padding before it.*stored as `work` in J/s,
  );
  assert.match(await editor.hover("headers/rig.h", "uint8_t sta|te;"), /states: 0 off, 1 on/);
  assert.match(await editor.hover("headers/rig.h", "enum mode mo|de"), /states: 0 OFF, 1 ON, 7 FAULT/);
});

test("hover on a struct says size, ID, rate, lost padding and shows its bytes", async () => {
  const text = await editor.hover("headers/rig.h", "struct_po|wer {");
  assert.match(text, /16 bytes · ID 1 · every 250 ms · 2 bytes lost to padding · 8 fields/);
  assert.match(text, / {3}0 │length │ID {5}│·{15}│energy {25}│/);
});

test("hover on a type's member names each message that has it", async () => {
  const text = await editor.hover("headers/shared.h", "int16_t ri|ght");
  assert.match(text, /struct_power\.pair\.right/);
  assert.match(text, /boat_t\.pair\.right/);
});

test("inlay hints are offsets, without those that differ between messages", async () => {
  const all = { start: { line: 0, character: 0 }, end: { line: 30, character: 0 } };
  const hints = async (path: string): Promise<string[]> => {
    const params = { textDocument: { uri: editor.uri(path) }, range: all };
    const found: InlayHint[] = await editor.connection.sendRequest("textDocument/inlayHint", params);
    return found.map(({ label }) => String(label));
  };
  assert.deepEqual(await hints("headers/rig.h"), [
    "@0",
    "@1",
    "@4 (2 bytes of padding before)",
    "@8",
    "@10",
    "@11",
    "@12",
  ]);
  assert.deepEqual(await hints("headers/shared.h"), []);
});

test("completion in a rule: parts that are not there yet, functions with arguments, fields, units", async () => {
  const labels = async (rule: string) => {
    let found: readonly { label: string; detail?: string }[] = [];
    await withText("headers/rig.h", RIG.replace("// @rule: name=work; unit=J", rule), async () => {
      found = await editor.complete("headers/rig.h", `${rule}|`);
    });
    return found;
  };
  const parts = await labels("// @rule: unit=J; ");
  assert.deepEqual(
    parts.map(({ label }) => label),
    ["name", "expr", "warn", "alarm", "hold", "states"],
  );
  const inExpression = await labels("// @rule: expr=");
  assert.ok(
    inExpression.some(({ label, detail }) => label === "voltage" && /uint16_t/.test(detail ?? "")),
    "it is not among them",
  );
  assert.ok(
    inExpression.some(({ label, detail }) => label === "atan2" && detail === "atan2(x, y)"),
    "it is not among them",
  );
  const units = await labels("// @rule: unit=");
  assert.match(units.find(({ label }) => label === "degC")?.detail ?? "", /converts to degF, K/);
  const tags = await labels("// @");
  assert.ok(
    tags.some(({ label }) => label === "@samples"),
    "it is not among them",
  );
  const states = await labels("// @rule: states=");
  assert.ok(
    states.some(({ label }) => label === "0=OFF, 1=ON, 7=FAULT"),
    "it is not among them",
  );
});

test("completion in tags: values, parts that are left, fields, structs", async () => {
  for (const [comment, expected] of [
    ["// @order: ", ["big", "little"]],
    ["// @check: crc16/modbus ", ["from=", "to="]],
    ["// @samples: dt=1ms; ", ["at=end", "at=start", "index"]],
    ["// @command: ack=", ["struct_power"]],
    ["// @rule: warn=", ["10..20"]],
    ["// @constructor: ", []],
  ] as const)
    await withText("headers/rig.h", RIG.replace("// @rule: name=work; unit=J", comment), async () => {
      const found = await editor.complete("headers/rig.h", `${comment}|`);
      assert.deepEqual(
        found.map(({ label }) => label),
        expected,
        comment,
      );
    });
  await withText("headers/rig.h", RIG.replace("// @rule: name=work; unit=J", "// @count: "), async () => {
    const fields = (await editor.complete("headers/rig.h", "// @count: |")).map(({ label }) => label);
    assert.ok(fields.includes("length") && fields.includes("state"), fields.join());
  });
});

test("completion outside of comments is the C server's", async () => {
  assert.deepEqual(await editor.complete("headers/rig.h", "uint16_t vol|tage"), []);
});

test("completion in channels.ini: sections, keys with default and documentation, values, structs, ports in use", async () => {
  const at = async (added: string) => {
    let found: readonly { label: string; detail?: string; documentation?: unknown }[] = [];
    await withText("channels.ini", `${INI}${added}`, async () => {
      const line = `${INI}${added}`.split("\n").length - 1;
      const character = added.length - added.lastIndexOf("\n") - 1;
      const params = { textDocument: { uri: editor.uri("channels.ini") }, position: { line, character } };
      found = await editor.connection.sendRequest("textDocument/completion", params);
    });
    return found;
  };
  assert.ok(
    (await at("\n[")).some(({ label }) => label === "mqtt"),
    "it is not among them",
  );
  const keys = await at("");
  assert.ok(!keys.some(({ label }) => label === "abi"), "a key that is there is not offered");
  const order = keys.find(({ label }) => label === "byte_order");
  assert.equal(order?.detail, "default little");
  assert.match(JSON.stringify(order?.documentation), /`little` or `big`/);
  assert.deepEqual(
    (await at("\n[lab-third]\nack = ")).map(({ label }) => label),
    ["on", "off"],
  );
  assert.ok(
    (await at("\n[lab-third]\nabi = ")).some(({ label }) => label === "riscv32"),
    "it is not among them",
  );
  assert.deepEqual(
    (await at("\n[lab-third]\nudp_port = ")).map(({ label, detail }) => [label, detail]),
    [["8890", "in use: 8888 [lab-rig], 8889 [lab-boat]"]],
  );
  const labels = async (added: string) => (await at(added)).map(({ label }) => label);
  assert.deepEqual(await labels("\n[lab-third]\nsources = tcp:9000\n[lab-fourth]\nsources = "), [
    "udp:9001",
    "tcp:9001",
  ]);
  assert.ok(!(await labels("framing = ")).includes("by the length"), "a description is no value");
  assert.deepEqual(await labels("constructor = "), []);
  assert.deepEqual(await labels("versions = v1: "), ["boat.h", "rig.h", "shared.h"]);
  assert.deepEqual(await labels("\n[realm-farm]\nbinary = "), ["rig", "boat"]);
  assert.deepEqual(await labels("\n[store-other]\ndatabases = "), ["lab_rig", "lab_boat"]);
  assert.ok(
    (await at("\n[lab-third]\n")).some(({ label }) => label === "frames of u-blox UBX"),
    "it is not among them",
  );
});

test("structs that are no messages yet are offered with a free ID", async () => {
  const free = INI.replace("messages = 3 boat_t", "messages = 3 boat_t, ");
  await withText("channels.ini", free, async () => {
    const found = await editor.complete("channels.ini", "messages = 3 boat_t, |");
    assert.deepEqual(
      found.map(({ label }) => label),
      ["0 pair_t"],
    );
  });
});

test("hover on a key of channels.ini is its documentation", async () => {
  assert.match(await editor.hover("channels.ini", "udp_p|ort = 8888"), /\*\*udp_port\*\*/);
});

test("from a rule to the field, from channels.ini to struct, header and section", async () => {
  const uses = RIG.replace("expr=voltage / 100", "expr=voltage / 100 + state");
  await withText("headers/rig.h", uses, async () => {
    const [field]: Location[] = await editor.ask("textDocument/definition", "headers/rig.h", "100 + st|ate");
    assert.equal(
      field?.range.start.line,
      uses.split("\n").findIndex((line) => line.includes("uint8_t state")),
    );
  });
  const definition = (marked: string): Promise<Location[]> =>
    editor.ask("textDocument/definition", "channels.ini", marked);
  assert.equal((await definition("3 boa|t_t"))[0]?.uri, editor.uri("headers/boat.h"));
  assert.equal((await definition("header_files = ri|g.h"))[0]?.uri, editor.uri("headers/rig.h"));
  assert.equal((await definition("channels = lab-r|ig"))[0]?.range.start.line, 3);
});

test("a type's references are in all channels and in channels.ini", async () => {
  const options = { context: { includeDeclaration: true } };
  const pair: Location[] = await editor.ask("textDocument/references", "headers/boat.h", "pai|r_t pair", options);
  assert.deepEqual(
    new Set(pair.map(({ uri }) => uri)),
    new Set(["rig", "boat", "shared"].map((name) => editor.uri(`headers/${name}.h`))),
  );
  const without = { context: { includeDeclaration: false } };
  const uses: Location[] = await editor.ask("textDocument/references", "headers/boat.h", "pai|r_t pair", without);
  assert.ok(!uses.some(({ uri }) => uri === editor.uri("headers/shared.h")), "the declaration is among them");
  const boat: Location[] = await editor.ask("textDocument/references", "headers/boat.h", "boa|t_t;", options);
  assert.ok(
    boat.some(({ uri }) => uri === editor.uri("channels.ini")),
    "it is not among them",
  );
});

test("the outline lists structs with fields, sections with keys", async () => {
  const outline = (path: string): Promise<DocumentSymbol[]> =>
    editor.connection.sendRequest("textDocument/documentSymbol", { textDocument: { uri: editor.uri(path) } });
  const [power] = await outline("headers/rig.h");
  assert.equal(power?.detail, "16 bytes, ID 1");
  assert.deepEqual(power?.children?.map(({ name }) => name).slice(0, 3), ["length", "ID", "energy"]);
  assert.deepEqual(
    (await outline("channels.ini")).map(({ name }) => name),
    ["lab", "lab-rig", "lab-boat"],
  );
});

test("a stored name is renamed in its rule, with a note of what it breaks; a C name is not", async () => {
  const edit: WorkspaceEdit = await editor.ask("textDocument/rename", "headers/rig.h", "name=wo|rk", {
    newName: "job",
  });
  const [change] = edit.documentChanges ?? [];
  assert.deepEqual(
    change !== undefined && "edits" in change && change.edits.map((one) => "newText" in one && one.newText),
    ["job"],
  );
  assert.match(
    edit.changeAnnotations?.["stored-name"]?.description ?? "",
    /'job' instead of 'work'.*alarms, panels and queries/,
  );
  for (const [newName, reason] of [
    ["voltage", /'voltage' is stored as 'voltage' already/],
    ["a */ b", /no '\*\/'/],
  ] as const)
    await assert.rejects(editor.ask("textDocument/rename", "headers/rig.h", "name=wo|rk", { newName }), reason);
  assert.equal(await editor.ask("textDocument/prepareRename", "headers/rig.h", "uint32_t ener|gy"), null);
});

test("a rule of several lines: completion, the field that it uses, and its name", async () => {
  const rule = "/* @rule: name=work;\n     expr=energy * state;\n   * unit=J;\n     */";
  const text = RIG.replace("// @rule: name=work; unit=J", rule);
  await withText("headers/rig.h", text, async () => {
    assert.deepEqual(await editor.diagnostics("headers/rig.h"), []);
    const [field]: Location[] = await editor.ask("textDocument/definition", "headers/rig.h", "energy * st|ate");
    assert.equal(
      field?.range.start.line,
      text.split("\n").findIndex((line) => line.includes("uint8_t state")),
    );
    const labels = async (marked: string) => (await editor.complete("headers/rig.h", marked)).map(({ label }) => label);
    assert.ok((await labels("expr=|energy *")).includes("voltage"), "no field");
    assert.ok((await labels("* unit=|J;")).includes("kWh"), "no unit");
    const edit: WorkspaceEdit = await editor.ask("textDocument/rename", "headers/rig.h", "name=wo|rk", {
      newName: "job",
    });
    assert.match(edit.changeAnnotations?.["stored-name"]?.description ?? "", /'job' instead of 'work'/);
    const taken = editor.ask("textDocument/rename", "headers/rig.h", "name=wo|rk", { newName: "voltage" });
    await assert.rejects(taken, /'voltage' is stored as 'voltage' already/);
  });
  const below = RIG.replace("// @rule: name=work; unit=J", "/* @rule: unit=J;\n      */");
  await withText("headers/rig.h", below, async () => {
    const parts = (await editor.complete("headers/rig.h", "unit=J;\n    |")).map(({ label }) => label);
    assert.deepEqual(parts, ["name", "expr", "warn", "alarm", "hold", "states"]);
  });
});

test("a file that no channels.ini names is not served", async () => {
  await editor.write("headers/other.h", RIG);
  assert.equal(await editor.hover("headers/other.h", "uint16_t volt|age;"), "");
});

test("without a baseline there is no code lens", async () => {
  const textDocument = { uri: editor.uri("headers/rig.h") };
  const found: CodeLens[] = await editor.connection.sendRequest("textDocument/codeLens", { textDocument });
  assert.deepEqual(found, []);
});
