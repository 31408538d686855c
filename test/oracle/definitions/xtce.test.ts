/** Rows of packets that an XTCE file describes: equal to what space-packet-parser reads. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { XTCE_DEFINITION } from "../../../generator/definitions/xtce/xtce-definition.ts";
import { needsPeers } from "../../support/peers.ts";
import { definedChannel } from "./defined.ts";
import { compareXtce } from "./xtce.ts";

const text = readFileSync(new URL("telemetry.xml", import.meta.url), "utf8");

test("containers with a common header", { skip: needsPeers("PyPI") }, async () => {
  const found = await compareXtce("telemetry.xml", text, 200);
  assert.deepEqual(found.differences.slice(0, 10), []);
  assert.equal(found.containers, 2);
  assert.ok(found.values > 2000, `${found.values} values`);
  assert.deepEqual(found.leftOut, []);
});

test("where the ID is, and the rules", async () => {
  const { header, definition } = await definedChannel("telemetry.xml", text);
  assert.deepEqual(definition.keys, ["id = u16be@0&0x7ff", "length = none", "long = ignore"]);
  assert.deepEqual(
    definition.messages.map(({ id, name, size }) => [id, name, size]),
    [
      [7, "Power", 10],
      [9, "State", 7],
    ],
  );
  assert.match(header, /BATTERY : 20;.*expr=BATTERY \* 0\.01 - 40; unit=degC; warn=-10\.\.60; alarm=\.\.80/);
  assert.match(header, /MODE;.*states=0=SAFE, 1=RUN slowly/);
});

const NUMBER = (name: string, bits: number) =>
  `<IntegerParameterType name="${name}"><IntegerDataEncoding sizeInBits="${bits}"/></IntegerParameterType>`;

/** Parameters and entries are of these types, by name; containers inherit from `Head`, with their criteria. */
function system(types: string, parameters: Readonly<Record<string, string>>, containers: string): string {
  const declared = Object.entries(parameters).map(
    ([name, type]) => `<Parameter name="${name}" parameterTypeRef="${type}"/>`,
  );
  return `<SpaceSystem name="S"><TelemetryMetaData><ParameterTypeSet>${types}</ParameterTypeSet><ParameterSet>${declared.join("")}</ParameterSet><ContainerSet>${containers}</ContainerSet></TelemetryMetaData></SpaceSystem>`;
}

const ENTRIES = (...names: string[]) =>
  `<EntryList>${names.map((name) => `<ParameterRefEntry parameterRef="${name}"/>`).join("")}</EntryList>`;
const HEADER = ENTRIES("VERSION", "TYPE", "SEC_HDR_FLG", "PKT_APID", "SEQ_FLGS", "SRC_SEQ_CTR", "PKT_LEN");
const HEADER_TYPES: Readonly<Record<string, string>> = {
  ...{
    VERSION: "U3",
    TYPE: "U1",
    SEC_HDR_FLG: "U1",
    PKT_APID: "U11",
    SEQ_FLGS: "U2",
    SRC_SEQ_CTR: "U14",
    PKT_LEN: "U16",
  },
};

test("parameters of a container are there only where its criteria hold", { skip: needsPeers("PyPI") }, async () => {
  const types = [1, 2, 3, 8, 11, 14, 16].map((bits) => NUMBER(`U${bits}`, bits)).join("");
  const compared = (value: number, operator: string) =>
    `<BaseContainer containerRef="P"><RestrictionCriteria><Comparison parameterRef="KIND" value="${value}" comparisonOperator="${operator.replace("<", "&lt;")}" useCalibratedValue="false"/></RestrictionCriteria></BaseContainer>`;
  for (const [operator, value, from, to] of [
    [">", 100, 101, 255],
    ["<=", 60, 0, 60],
  ] as const) {
    const containers =
      `<SequenceContainer name="Head" abstract="true">${HEADER}</SequenceContainer>` +
      `<SequenceContainer name="P" abstract="true">${ENTRIES("KIND", "A")}<BaseContainer containerRef="Head"><RestrictionCriteria><Comparison parameterRef="PKT_APID" value="5" useCalibratedValue="false"/></RestrictionCriteria></BaseContainer></SequenceContainer>` +
      `<SequenceContainer name="Q">${ENTRIES("B", "C")}${compared(value, operator)}</SequenceContainer>`;
    const xml = system(types, { ...HEADER_TYPES, KIND: "U8", A: "U8", B: "U16", C: "U8" }, containers);
    const found = await compareXtce(`${operator}.xml`, xml, 60);
    assert.deepEqual(found.differences.slice(0, 5), [], operator);
    assert.ok(found.values > 60, `${found.values} values`);
    const [message] = XTCE_DEFINITION.read(xml).messages;
    const presentOf = (wanted: string) => message!.fields.find(({ name }) => name === wanted)?.present;
    assert.deepEqual([presentOf("A"), presentOf("B")], [undefined, [[{ field: "KIND", from, to }]]]);
  }
});

test("members of aggregates follow each other, are compared with a dot or a slash, and may be aggregates", () => {
  const types =
    [4, 8, 12].map((bits) => NUMBER(`U${bits}`, bits)).join("") +
    '<AggregateParameterType name="Pair"><MemberList><Member name="x" typeRef="U4"/><Member name="y" typeRef="U12"/></MemberList></AggregateParameterType>' +
    '<AggregateParameterType name="Head"><MemberList><Member name="id" typeRef="U8"/><Member name="pair" typeRef="Pair"/></MemberList></AggregateParameterType>' +
    '<AggregateParameterType name="Loop"><MemberList><Member name="a" typeRef="Loop"/><Member name="b" typeRef="U8"/></MemberList></AggregateParameterType>';
  const base = (ref: string, value: number) =>
    `<BaseContainer containerRef="H"><RestrictionCriteria><Comparison parameterRef="${ref}" value="${value}"/></RestrictionCriteria></BaseContainer>`;
  const containers =
    `<SequenceContainer name="H" abstract="true">${ENTRIES("head")}</SequenceContainer>` +
    `<SequenceContainer name="One">${ENTRIES("v")}${base("head.id", 1)}</SequenceContainer>` +
    `<SequenceContainer name="Two">${ENTRIES("v", "v2")}${base("head/id", 2)}</SequenceContainer>`;
  const { messages, keys } = XTCE_DEFINITION.read(
    system(types, { head: "Head", v: "U8", v2: "Pair", loop: "Loop" }, containers),
  );
  assert.equal(keys[0], "id = u8@0");
  assert.deepEqual(
    messages.map(({ id, fields }) => [id, fields.map(({ name, bit, width }) => `${name}@${bit}:${width}`)]),
    [
      [1, ["head.id@0:8", "head.pair.x@8:4", "head.pair.y@12:12", "v@24:8"]],
      [2, ["head.id@0:8", "head.pair.x@8:4", "head.pair.y@12:12", "v@24:8", "v2.x@32:4", "v2.y@36:12"]],
    ],
  );
});

for (const [what, wrong, sentence] of [
  ["no XML", "<SpaceSystem", /line 1: this is not XML/],
  ["an element without its end", '<SpaceSystem name="a">', /<SpaceSystem> has no end/],
  ["an end of nothing", '<SpaceSystem name="a"></x>', /<\/x> ends nothing/],
  ["a declared entity", '<!ENTITY a "b"><SpaceSystem/>', /<!ENTITY> is not read/],
  ["another root", "<a><SpaceSystem/></a>", /<SpaceSystem> expected, not <a>/],
] as const)
  test(`refused: ${what}`, () => {
    assert.throws(() => XTCE_DEFINITION.read(wrong), sentence);
  });
