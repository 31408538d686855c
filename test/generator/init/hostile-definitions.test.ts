/** Small definitions that stand for very large messages are refused soon, with a sentence. */

import assert from "node:assert/strict";
import { test } from "node:test";
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
