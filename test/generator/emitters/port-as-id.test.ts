import assert from "node:assert/strict";
import { test } from "node:test";
import { runInNewContext } from "node:vm";
import { compile } from "../../../generator/compile.ts";
import { memoryReader } from "../../../generator/source/header-reader.ts";
import { PLAIN_FORMAT } from "../../../runtime/frames/frame-format.ts";
import { planOf } from "../../support/channel-plan.ts";

const HEADER = "struct climate { int16_t t; };\nstruct door { uint16_t count; };\n";
const at = { file: "channels.ini", start: { line: 1, column: 1 }, end: { line: 1, column: 2 } };
const messages = [1, 2].map((id, index) => ({
  id,
  idText: String(id),
  struct: ["climate", "door"][index]!,
  checkExtra: undefined,
  span: at,
}));
const frames = { ...PLAIN_FORMAT, id: undefined, idFrom: "fport" as const, length: undefined };
const plan = planOf({ name: "node", messages, frames, emit: ["lorawan"] });
const { files, diagnostics } = compile([{ plan, reader: memoryReader({ "lab.h": HEADER }) }], { version: "0.0.0" });

test("an ID that is the LoRaWAN port: the formatter uses it, and no reader takes the first struct for every frame", () => {
  assert.deepEqual(diagnostics, []);
  const script = files.find(({ path }) => path === "node.lorawan.js")!.text;
  const uplink = (fPort: number) =>
    JSON.parse(JSON.stringify(runInNewContext(`${script}\ndecodeUplink({ fPort: ${fPort}, bytes: [1, 2] })`))) as {
      data?: object;
    };
  assert.deepEqual([uplink(1).data, uplink(2).data], [{ t: 0x0201 }, { count: 0x0201 }]);
  assert.equal(uplink(3).data, undefined);
  const lua = files.find(({ path }) => path === "node.lua")?.text;
  assert.match(lua ?? "", /buffer:len\(\) >= 65536/);
});
