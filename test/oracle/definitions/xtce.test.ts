/** Rows of packets that an XTCE file describes: equal to what space-packet-parser reads. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { XTCE_DEFINITION } from "../../../generator/definitions/xtce/xtce-definition.ts";
import { onlyLong } from "../../support/long.ts";
import { needsPeers } from "../../support/peers.ts";
import { needsYamcs } from "../emit/yamcs.ts";
import { definedChannel } from "./defined.ts";
import { compareXtce, yamcs } from "./xtce.ts";

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

const INTEGER = (name: string, bits: number, more = "", inside = "", attributes = "") =>
  `<IntegerParameterType name="${name}"${attributes}><IntegerDataEncoding sizeInBits="${bits}"${more}>${inside}</IntegerDataEncoding></IntegerParameterType>`;
const TEXT = (name: string, more: string, size: string) =>
  `<StringParameterType name="${name}"><StringDataEncoding${more}><SizeInBits>${size}</SizeInBits></StringDataEncoding></StringParameterType>`;
const FIXED = (bits: number) => `<Fixed><FixedValue>${bits}</FixedValue></Fixed>`;
const LINE =
  '<DefaultCalibrator><PolynomialCalibrator><Term exponent="0" coefficient="5"/><Term exponent="1" coefficient="0.25"/></PolynomialCalibrator></DefaultCalibrator>';
const DIMENSION = (last: number) =>
  `<Dimension><StartingIndex><FixedValue>0</FixedValue></StartingIndex><EndingIndex><FixedValue>${last}</FixedValue></EndingIndex></Dimension>`;

/** Types as their own bases, arrays, scaled times, orders of bytes, names of ranges. */
const KINDS: Readonly<Record<string, string>> = {
  word: INTEGER("word", 16, ' byteOrder="leastSignificantByteFirst"'),
  based: '<IntegerParameterType name="based" baseType="word"><UnitSet><Unit>V</Unit></UnitSet></IntegerParameterType>',
  twice: `<FloatParameterType name="twice" baseType="double"><FloatDataEncoding>${LINE}</FloatDataEncoding></FloatParameterType>`,
  double:
    '<FloatParameterType name="double" sizeInBits="64"><FloatDataEncoding sizeInBits="64" byteOrder="leastSignificantByteFirst" encoding="IEEE754_1985"/></FloatParameterType>',
  scaled:
    '<AbsoluteTimeParameterType name="scaled"><Encoding units="seconds" scale="0.001" offset="-5"><IntegerDataEncoding sizeInBits="32" encoding="unsigned"/></Encoding><ReferenceTime><Epoch>UNIX</Epoch></ReferenceTime></AbsoluteTimeParameterType>',
  named:
    '<EnumeratedParameterType name="named"><IntegerDataEncoding sizeInBits="8" encoding="twosComplement"/><EnumerationList><Enumeration value="-2" maxValue="1" label="LOW"/><Enumeration value="2" label="HIGH"/></EnumerationList></EnumeratedParameterType>',
  ended: TEXT("ended", ' encoding="US-ASCII"', `${FIXED(48)}<TerminationChar>00</TerminationChar>`),
  list: `<ArrayParameterType name="list" arrayTypeRef="word"><DimensionList>${DIMENSION(1)}${DIMENSION(2)}</DimensionList></ArrayParameterType>`,
};

const kinds = system(
  Object.values(KINDS).join(""),
  Object.fromEntries(Object.keys(KINDS).map((name) => [`${name}_1`, name])),
  `<SequenceContainer name="Kinds">${ENTRIES(...Object.keys(KINDS).map((name) => `${name}_1`)).replace('ParameterRefEntry parameterRef="list', 'ArrayParameterRefEntry parameterRef="list')}</SequenceContainer>`,
);

test("base types, orders of bytes, scaled times, ranges with names and arrays", {
  skip: needsPeers("PyPI"),
}, async () => {
  const { definition } = await definedChannel("kinds.xml", kinds);
  const [message] = definition.messages;
  assert.deepEqual(definition.notes, []);
  assert.deepEqual(
    message!.fields.map(({ name, bit, width, order }) => `${name} ${bit} ${width} ${order}`),
    [
      "word_1 0 16 little",
      "based_1 16 16 little",
      "twice_1 32 64 little",
      "double_1 96 64 little",
      "scaled_1 160 32 big",
      "named_1 192 8 big",
      "ended_1 200 48 big",
      ...["0.0", "0.1", "0.2", "1.0", "1.1", "1.2"].map((index, at) => `list_1.${index} ${248 + 16 * at} 16 little`),
    ],
  );
  const field = (wanted: string) => message!.fields.find(({ name }) => name === wanted)!;
  assert.deepEqual(field("scaled_1").line, { slope: 0.001, offset: -5 });
  assert.deepEqual(field("twice_1").line, { slope: 0.25, offset: 5 });
  assert.equal(field("based_1").unit, "V");
  assert.deepEqual(
    field("named_1").states!.map(([value, label]) => `${value} ${label}`),
    ["-2 LOW", "-1 LOW", "0 LOW", "1 LOW", "2 HIGH"],
  );
});

test("Yamcs reads them alike", { skip: onlyLong || needsYamcs() }, async () => {
  for (const xml of [kinds, text]) {
    const found = await compareXtce("kinds.xml", xml, 60, yamcs);
    assert.deepEqual(found.differences.slice(0, 5), []);
    assert.ok(found.values > 700, `${found.values} values`);
  }
});

test("what a field cannot be is left out, and the next one keeps its place", () => {
  const order =
    '<ByteOrderList><Byte byteSignificance="1"/><Byte byteSignificance="0"/><Byte byteSignificance="2"/></ByteOrderList>';
  const types = {
    own: INTEGER("own", 24, "", order),
    listed: INTEGER("listed", 16, ' byteOrder="1,0"'),
    wide: TEXT("wide", ' encoding="UTF-16BE"', FIXED(32)),
    comma: TEXT("comma", "", `${FIXED(32)}<TerminationChar>2C</TerminationChar>`),
    sized: TEXT("sized", "", `${FIXED(32)}<LeadingSize sizeInBitsOfSizeTag="8"/>`),
    last: INTEGER("last", 8, "", `${LINE}<ContextCalibratorList/>`),
  };
  const names = Object.keys(types);
  const { messages, notes } = XTCE_DEFINITION.read(
    system(
      Object.values(types).join(""),
      Object.fromEntries(names.map((name) => [name, name])),
      `<SequenceContainer name="P">${ENTRIES(...names)}</SequenceContainer>`,
    ),
  );
  assert.deepEqual(
    messages[0]!.fields.map(({ name, bit, line }) => [name, bit, line]),
    [["last", 24 + 16 + 3 * 32, undefined]],
  );
  assert.deepEqual(notes, [
    "P.own is left out: its bytes are in an order of their own",
    "P.listed is left out: its bytes are in an order of their own",
    "P.wide is left out: its characters are in UTF-16BE",
    "P.comma is left out: it ends with the byte 2C",
    "P.sized is left out: its size stands in front of it",
    "P.last: its calibration by context is left out: the raw value is stored",
  ]);
});

test("a container inside of another is no packet, and may be there several times", async () => {
  const inside = (repeat: string) => `<SpaceSystem name="S"><TelemetryMetaData>
    <ParameterTypeSet><IntegerParameterType name="U8" signed="false"><IntegerDataEncoding sizeInBits="8"/></IntegerParameterType></ParameterTypeSet>
    <ParameterSet><Parameter name="A" parameterTypeRef="U8"/><Parameter name="B" parameterTypeRef="U8"/><Parameter name="Z" parameterTypeRef="U8"/></ParameterSet>
    <ContainerSet>
      <SequenceContainer name="Record"><EntryList><ParameterRefEntry parameterRef="A"/><ParameterRefEntry parameterRef="B"/></EntryList></SequenceContainer>
      <SequenceContainer name="Buffer"><EntryList><ContainerRefEntry containerRef="Record">${repeat}</ContainerRefEntry>
        <ParameterRefEntry parameterRef="Z"/></EntryList></SequenceContainer>
    </ContainerSet></TelemetryMetaData></SpaceSystem>`;
  const placesOf = async (repeat: string) => {
    const { definition } = await definedChannel("inside.xml", inside(repeat));
    return definition.messages.map(({ name, fields }) => [
      name,
      ...fields.map((field) => `${field.name} ${field.bit}`),
    ]);
  };
  assert.deepEqual(await placesOf(""), [["Buffer", "A 0", "B 8", "Z 16"]]);
  const twice = "<RepeatEntry><Count><FixedValue>2</FixedValue></Count></RepeatEntry>";
  assert.deepEqual(await placesOf(twice), [["Buffer", "A 0", "B 8", "A 16", "B 24", "Z 32"]]);
  const some =
    '<RepeatEntry><Count><DynamicValue><ParameterInstanceRef parameterRef="Z"/></DynamicValue></Count></RepeatEntry>';
  const { messages, notes } = XTCE_DEFINITION.read(inside(some));
  assert.deepEqual(messages, []);
  assert.match(notes.join("\n"), /Buffer is left out: it has no parameters at fixed places/);
});

test("criteria in a boolean expression; calibrated values and others are not compared, with a note", () => {
  const condition = (name: string, value: string, more = "") =>
    `<Condition><ParameterInstanceRef parameterRef="${name}"${more}/><ComparisonOperator>==</ComparisonOperator><Value>${value}</Value></Condition>`;
  const criteria = `<BooleanExpression><ANDedConditions>${condition("id", "7")}${condition("volts", "6")}</ANDedConditions></BooleanExpression><CustomAlgorithm/>`;
  const containers =
    `<SequenceContainer name="H" abstract="true">${ENTRIES("id", "volts")}</SequenceContainer>` +
    `<SequenceContainer name="P">${ENTRIES("v")}<BaseContainer containerRef="H"><RestrictionCriteria>${criteria}</RestrictionCriteria></BaseContainer></SequenceContainer>`;
  const { messages, keys, notes } = XTCE_DEFINITION.read(
    system(`${NUMBER("U8", 8)}${INTEGER("V", 8, "", LINE)}`, { id: "U8", volts: "V", v: "U8" }, containers),
  );
  assert.equal(keys[0], "id = u8@0");
  assert.equal(messages[0]!.id, 7);
  assert.deepEqual(notes, ["P: 'volts == 6' is not compared", "P: <CustomAlgorithm> is not compared"]);
});

test("an entry may say how much of an array it has", async () => {
  const array = '<ArrayParameterType name="A" arrayTypeRef="U8" numberOfDimensions="1"/>';
  const dimension = (from: number, to: number) =>
    `<DimensionList><Dimension><StartingIndex><FixedValue>${from}</FixedValue></StartingIndex><EndingIndex><FixedValue>${to}</FixedValue></EndingIndex></Dimension></DimensionList>`;
  const read = (list: string) =>
    XTCE_DEFINITION.read(
      system(
        `${NUMBER("U8", 8)}${array}`,
        { a: "A", b: "U8" },
        `<SequenceContainer name="P"><EntryList><ArrayParameterRefEntry parameterRef="a">${list}</ArrayParameterRefEntry><ParameterRefEntry parameterRef="b"/></EntryList></SequenceContainer>`,
      ),
    );
  const { messages, notes } = read(dimension(0, 2));
  assert.deepEqual(notes, []);
  assert.deepEqual(
    messages[0]!.fields.map(({ name, bit }) => `${name} ${bit}`),
    ["a.0 0", "a.1 8", "a.2 16", "b 24"],
  );
  assert.match(read(dimension(1, 2)).notes[0]!, /the part of the array 'a' is not fixed, or not its beginning/);
});

test("commands are left out, and said so", () => {
  const commands =
    "<CommandMetaData><MetaCommandSet><MetaCommand name='A'/><MetaCommand name='B'/></MetaCommandSet></CommandMetaData>";
  const whole = text.replace(/<\/xtce:SpaceSystem>\s*$/, `${commands}</xtce:SpaceSystem>`);
  assert.deepEqual(XTCE_DEFINITION.read(whole).notes, [
    "2 MetaCommands are left out: a command is a struct with @command above it",
  ]);
});

test("types of other files, or based on themselves, are refused", () => {
  const read = (base: string) => () =>
    XTCE_DEFINITION.read(system(INTEGER("A", 8, "", "", ` baseType="${base}"`), {}, ""));
  assert.throws(read("/other/B"), /there is no type '\/other\/B'/);
  assert.throws(read("A"), /type 'A' is based on itself/);
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
