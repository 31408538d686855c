import assert from "node:assert/strict";
import { test } from "node:test";
import { compile } from "../../../generator/compile.ts";
import { memoryReader } from "../../../generator/source/header-reader.ts";
import { planOf } from "../../support/channel-plan.ts";
import { channelsOf } from "../../support/compiled-channels.ts";
import { onlyLong } from "../../support/long.ts";

async function lengths(header: string): Promise<object[]> {
  const { files, diagnostics } = compile([{ plan: planOf(), reader: memoryReader({ "lab.h": header }) }], {
    version: "0",
  });
  assert.deepEqual(diagnostics, []);
  const { structs } = (await channelsOf(files))["lab"]!;
  return structs.map((codec) => {
    const bytes = new Uint8Array(codec.wireSize);
    codec.encode({}, new DataView(bytes.buffer));
    return { id: codec.id, length: codec.length, wireSize: codec.wireSize, size: codec.size, encoded: bytes[0] };
  });
}

test("a length initialised with sizeof of its own struct includes the tail padding, as in C", async () => {
  const header = "struct struct_s { uint8_t length = sizeof(struct_s); uint8_t ID = 4; uint32_t a; uint8_t b; };\n";
  assert.deepEqual(await lengths(header), [{ id: 4, length: 12, wireSize: 9, size: 12, encoded: 12 }]);
});

test("length and ID may be in a leading anonymous struct: its members belong to the message [C11 6.7.2.1p13]", async () => {
  const header = "struct struct_t { struct { uint8_t length; uint8_t ID; }; uint16_t v; } t = {{4, 5}, 0};\n";
  assert.deepEqual(await lengths(header), [{ id: 5, length: 4, wireSize: 4, size: 4, encoded: 4 }]);
});

test("too many fields are an error, reported before any slow work", { skip: onlyLong }, () => {
  const header = "struct struct_dump { uint8_t length; uint8_t ID; uint8_t page[60000]; } dump = {0, 4};\n";
  const { diagnostics } = compile([{ plan: planOf(), reader: memoryReader({ "lab.h": header }) }], { version: "0" });
  assert.deepEqual(
    diagnostics.map(({ code, message }) => `${code}: ${message}`),
    ["E209: 'struct_dump' has 60002 fields, counting array elements; at most 20000 can be read"],
  );
});

test("a struct may have 20,000 fields, all of them stored", { skip: onlyLong }, () => {
  const outcome = (samples: number) => {
    const header = `struct struct_dump { uint8_t length; uint8_t ID; int16_t wave[${samples}]; } dump = {0, 4};\n`;
    const { diagnostics } = compile([{ plan: planOf(), reader: memoryReader({ "lab.h": header }) }], { version: "0" });
    return diagnostics.filter(({ severity }) => severity === "error").map(({ code, message }) => `${code}: ${message}`);
  };
  assert.deepEqual(outcome(19_998), []);
  assert.deepEqual(outcome(19_999), [
    "E209: 'struct_dump' has 20001 fields, counting array elements; at most 20000 can be read",
  ]);
});
