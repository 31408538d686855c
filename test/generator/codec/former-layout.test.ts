/** Layouts that exist only in `history`, compiled from there, compared with the output for the original headers. */

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { parseCatalogue } from "../../../generator/breaking/catalogue.ts";
import { compareCatalogues } from "../../../generator/breaking/compare.ts";
import { formerStruct } from "../../../generator/codec/former-layout.ts";
import { structModel } from "../../../generator/codec/model.ts";
import { structParts } from "../../../generator/codec/struct-file.ts";
import { compile } from "../../../generator/compile.ts";
import { memoryReader } from "../../../generator/source/header-reader.ts";
import { planOf } from "../../support/channel-plan.ts";

const HEADERS = new URL("../../golden/headers/", import.meta.url);
const NO_ENUMS = { all: [], typeOf: () => undefined };

function compiled(header: string) {
  const text = readFileSync(new URL(header, HEADERS), "utf8");
  const plan = planOf({
    headerFiles: [header],
    byteOrder: /byte_order = big/.test(text) ? "big" : "little",
    storeExclude: /store_exclude = ([\w, ]+)/.exec(text)?.[1]?.split(/\s*,\s*/) ?? [],
  });
  const { files } = compile([{ plan, reader: memoryReader({ [header]: text }, "") }], { version: "0" });
  return { plan, files };
}

/** Code without comments, and without limits and states, which come from today's header. */
function code(text: string): string {
  return (
    text
      .replace(/^\/\*[\s\S]*?\*\/$|^\s*\/\/.*$|^\s*\/\*\*[\s\S]*?\*\/$/gm, "")
      .replace(/\b(states|limits): \{[^{}]*(?:\{[^}]*\}[^{}]*)*\},?/g, "")
      .replace(/\s+/g, "")
      .replace(/,\}/g, "}")
      // There was an enum's type after them.
      .replace(/([:=])\(((?:word|byte)\d+&0x[0-9a-f]+)\)/g, "$1$2")
  );
}

for (const header of readdirSync(HEADERS).sort()) {
  test(`the layouts of ${header} are the same after a round trip through history`, () => {
    const { plan, files } = compiled(header);
    const kept = files.filter(({ path }) => path.startsWith("history/"));
    assert.notEqual(kept.length, 0);
    const modules = files
      .filter(({ path }) => /^[^/]+\/struct_.*(?<!\.d)\.js$/.test(path))
      .map(({ text }) => code(text));
    for (const { path, text } of kept) {
      const model = structModel(formerStruct(/([0-9a-f]{8})\.json$/.exec(path)?.[1] ?? "", text, plan));
      const again = structParts(model, NO_ENUMS, "").map(({ js }) => js);
      const name = String(JSON.parse(text).name);
      const same = modules.filter((module) => module.includes(`name:"${name}"`));
      assert.deepEqual([code(again.join("\n\n"))], same, name);
    }
  });
}

test("a field's own byte order is part of the layout's number, of its history, and of what breaks", () => {
  const own = "uint16_t bits : 5; uint16_t rest : 11; uint32_t wide;";
  const header = (order: string) =>
    `${order}struct in { ${own} };\nstruct struct_a { uint8_t length; uint8_t ID; struct in in; } a = {10, 1};\n`;
  const outputs = ["", "// @order: big\n", "// @order: little\n"].map((order) => {
    const plan = planOf();
    const { files } = compile([{ plan, reader: memoryReader({ "lab.h": header(order) }) }], { version: "0" });
    const kept = files.find(({ path }) => path.startsWith("history/"))!;
    const schema = /([0-9a-f]{8})\.json$/.exec(kept.path)?.[1] ?? "";
    const catalogue = files.find(({ path }) => path === "catalogue.json")!.text;
    const model = structModel(formerStruct(schema, kept.text, plan));
    return {
      schema,
      channels: parseCatalogue(catalogue, "now"),
      orders: model.fields.map(({ byteOrder }) => byteOrder),
    };
  });
  const [plain, turned, same] = outputs;
  assert.notEqual(plain!.schema, turned!.schema);
  assert.equal(plain!.schema, same!.schema);
  assert.deepEqual(turned!.orders, ["little", "little", "big", "big", "big"]);
  assert.deepEqual(compareCatalogues(plain!.channels, same!.channels), []);
  assert.deepEqual(
    compareCatalogues(plain!.channels, turned!.channels).map(({ field, text }) => `${field}: ${text}`),
    [
      "in.bits: uint16, 5 bits at byte 4 bit 0 → uint16, 5 bits at byte 4 bit 0, big-endian",
      "in.rest: uint16, 11 bits at byte 4 bit 5 → uint16, 11 bits at byte 4 bit 5, big-endian",
      "in.wide: uint32, 32 bits at byte 8 → uint32, 32 bits at byte 8, big-endian",
    ],
  );
});

const ENTRY = {
  name: "struct_a",
  id: 1,
  length: 3,
  wireSize: 3,
  size: 3,
  alignment: 1,
  layout: "natural",
  measurement: "01_a",
  fields: [
    {
      path: "x",
      ctype: "uint8_t",
      scalar: "uint8",
      byteOffset: 2,
      bitOffset: 0,
      bitWidth: 8,
      bitField: false,
      column: "x",
    },
  ],
};

test("an edited or foreign file is rejected with a message", () => {
  const refused = (entry: object, schema = "00000000") => {
    assert.throws(() => formerStruct(schema, JSON.stringify(entry), planOf()), Error);
  };
  refused(ENTRY);
  refused({ ...ENTRY, fields: [{ ...ENTRY.fields[0], path: "x;alert(1)" }] });
  refused({ ...ENTRY, fields: [{ ...ENTRY.fields[0], scalar: "constructor" }] });
  refused({});
});
