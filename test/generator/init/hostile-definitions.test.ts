/** Small definitions that stand for very large messages are refused soon, with a sentence. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { compile } from "../../../generator/compiler.ts";
import { definitionOf } from "../../../generator/definitions/definitions.ts";
import { definedHeader } from "../../../generator/definitions/shared/header-text.ts";

function header(name: string, text: string): string {
  return definedHeader(definitionOf(name, text)!.read(text), "test").text;
}

const doubled = Array.from({ length: 40 }, (_, n) => {
  const inner = `<ContainerRefEntry containerRef="c${n}"/>`;
  return `<SequenceContainer name="c${n + 1}"><EntryList>${inner}${inner}</EntryList></SequenceContainer>`;
});
const XTCE = `<SpaceSystem name="x" xmlns="http://www.omg.org/spec/XTCE/20180204"><TelemetryMetaData>
<ParameterTypeSet><IntegerParameterType name="u8"><IntegerDataEncoding sizeInBits="8"/></IntegerParameterType></ParameterTypeSet>
<ParameterSet><Parameter name="p" parameterTypeRef="u8"/></ParameterSet>
<ContainerSet><SequenceContainer name="c0"><EntryList><ParameterRefEntry parameterRef="p"/></EntryList></SequenceContainer>
${doubled.join("\n")}</ContainerSet></TelemetryMetaData></SpaceSystem>`;

test("containers of XTCE that each name the one before twice", { timeout: 60_000 }, () => {
  assert.throws(() => header("x.xml", XTCE), /containers have more than 1000000 entries/);
});

test("an array of COSMOS with 2^35 bits", () => {
  const text = 'TELEMETRY A B LITTLE_ENDIAN "x"\n  APPEND_ARRAY_ITEM a 8 UINT 34359738368 "x"\n';
  assert.throws(() => header("x.txt", text), /'B' has 4294967296 bytes/);
});

test("a packet of COSMOS with 200,000 items", () => {
  const text = `TELEMETRY A B LITTLE_ENDIAN "x"\n${'  APPEND_ITEM a 8 UINT "x"\n'.repeat(200_000)}`;
  assert.throws(() => header("x.txt", text), /'B' has 200000 bytes/);
});

test("a CAN database of 50,000 messages", { timeout: 60_000 }, () => {
  const messages = Array.from(
    { length: 50_000 },
    (_, n) => `BO_ ${0x8000_0000 + n} M: 8 E\n SG_ s : 0|8@1+ (1,0) [0|0] "" E\n`,
  );
  assert.throws(
    () => header("x.dbc", `VERSION ""\nBU_: E\n${messages.join("")}`),
    /50000 messages, and a channel has at most 10000/,
  );
});

test("messages of one name, as many as a channel has", { timeout: 60_000 }, () => {
  const text = Array.from(
    { length: 10_000 },
    (_, n) => `BO_ ${0x8000_0000 + n} M: 8 E\n SG_ s : 0|8@1+ (1,0) [0|0] "" E\n`,
  );
  const made = header("x.dbc", `VERSION ""\nBU_: E\n${text.join("")}`);
  assert.deepEqual(made.match(/M_\d+(?= \{)/g)?.slice(-1), ["M_10000"]);
});

test("thousands of named messages, and thousands of names that no struct has", { timeout: 120_000 }, () => {
  const names = Array.from({ length: 4000 }, (_, n) => `m${n}`);
  const text = names.map((name) => `/* ${name} */ struct ${name} { uint16_t id; uint16_t v; };\n`).join("");
  const channel = { name: "x", headers: { "x.h": `#include <stdint.h>\n${text}` }, id: "u16le@0", length: "none" };
  const made = compile({ ...channel, messages: names.map((name, n) => `${n} ${name}`) });
  assert.deepEqual(
    made.diagnostics.filter(({ severity }) => severity === "error"),
    [],
  );
  const { diagnostics } = compile({ ...channel, messages: names.map((name, n) => `${n} no_${name}`) });
  assert.equal(diagnostics.filter(({ code }) => code === "E414").length, names.length);
});
