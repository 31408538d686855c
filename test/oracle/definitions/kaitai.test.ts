/** Rows of messages that a Kaitai definition describes: equal to what the parser of Kaitai's own compiler reads. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { KAITAI_DEFINITION } from "../../../generator/definitions/kaitai/kaitai-definition.ts";
import { parseYaml, type YamlValue } from "../../../generator/definitions/shared/yaml.ts";
import type { StructCodec } from "../../../runtime/codec/struct-codec.ts";
import { needsPeers, peerRequire } from "../../support/peers.ts";
import { compiledKaitai } from "../emit/kaitai.ts";
import { Random } from "../layout/random.ts";
import { definedChannel, storedOf } from "./defined.ts";

const text = readFileSync(new URL("instrument.ksy", import.meta.url), "utf8");
const SIZES = { status: 2 + 2 + 6 + 1 + 4 + 8 + 8, waveform: 2 + 15 + 8 + 3, settings: 6 + 4 + 1 };

type Parsed = Readonly<Record<string, unknown>>;

test("numbers of both orders, bits, texts, arrays, types inside of types", { skip: needsPeers("npm") }, async () => {
  const channel = await definedChannel("instrument.ksy", text);
  const Parser = await compiledKaitai(peerRequire("yaml").parse(text));
  const KaitaiStream = peerRequire("kaitai-struct/KaitaiStream");
  const random = new Random(5);
  let values = 0;
  for (const codec of channel.codecs) {
    const size = 6 + SIZES[codec.name as keyof typeof SIZES];
    assert.equal(codec.wireSize, size, codec.name);
    for (let round = 0; round < 300; round++) {
      const bytes = sampleOf(codec, size, random, round % 2 === 0 ? 255 : 127);
      const parsed = new Parser(new KaitaiStream(bytes.slice().buffer)) as Parsed;
      const theirs = { ...flat(parsed["header"], "header."), ...flat(parsed["body"], "") };
      for (const [column, value] of Object.entries(storedOf(codec, bytes))) {
        assert.deepEqual(
          plain(value),
          theirs[column],
          `${codec.name}.${column} of ${Buffer.from(bytes).toString("hex")}`,
        );
        values++;
      }
    }
  }
  assert.ok(values > 9000, `${values} values`);
});

function sampleOf({ name, id }: StructCodec, size: number, random: Random, most: number): Uint8Array {
  const bytes = Uint8Array.from({ length: size }, () => random.integer(0, most));
  bytes.set([0x53, 0x4c, 0, id]);
  // The settings' text, which is not fixed, has no bytes.
  if (name === "settings") bytes[size - 1] = 0;
  if (name !== "status") return bytes;
  // Integers above 2^53 are no integers in JavaScript.
  bytes.set([0, 0], size - 8);
  for (let at = 10; at < 16; at++) bytes[at] = random.integer(32, 126);
  return bytes;
}

function plain(value: unknown): unknown {
  return typeof value === "string" ? value : Number(value);
}

/** By our columns. */
function flat(value: unknown, prefix: string): Record<string, unknown> {
  const own = Object.entries(value as Parsed).filter(([name]) => !name.startsWith("_"));
  const found = own.flatMap(([name, inner]) =>
    flatValue(inner, prefix + name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)),
  );
  return Object.fromEntries(found);
}

function flatValue(value: unknown, column: string): [string, unknown][] {
  if (typeof value === "string") return [[column, value]];
  if (typeof value === "number" || typeof value === "boolean") return [[column, Number(value)]];
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value) && !(value instanceof Uint8Array)) return Object.entries(flat(value, `${column}.`));
  return [...(value as Iterable<unknown>)].flatMap((each, index) => {
    return typeof each === "number"
      ? [[`${column}.${index}`, each]]
      : Object.entries(flat(each, `${column}_${index}.`));
  }) as [string, unknown][];
}

test("fixed bytes are expected, IDs are a switch's, and what is not fixed is named", async () => {
  const { definition, header, notes } = await definedChannel("instrument.ksy", text);
  assert.deepEqual(definition.keys, ["id = u8@3", "length = none", "long = ignore", "expect = u8@0=83 u8@1=76 u8@2=0"]);
  assert.deepEqual(
    definition.messages.map(({ id, name }) => [id, name]),
    [
      [16, "status"],
      [32, "waveform"],
      [48, "settings"],
    ],
  );
  assert.match(header, /mode : 3;.*states=0=idle, 1=busy, 5=off/);
  assert.match(header, /Of the case, in hundredths of a degree\./);
  assert.deepEqual(notes, [
    "waveform: 'rest' and what follows is left out: it takes the rest of the message",
    "settings.twice is left out: it is computed, or read elsewhere",
    "settings: 'text' and what follows is left out: its size is a value",
  ]);
});

for (const [what, seq, note] of [
  [
    "a condition",
    "- {id: a, type: u1}\n  - {id: b, type: u1, if: a == 1}",
    /'b' and what follows is left out: it has a condition/,
  ],
  ["a count", "- {id: a, type: u1}\n  - {id: b, type: u1, repeat: expr, repeat-expr: a}", /it repeats by a value/],
  ["no byte order", "- {id: a, type: u1}\n  - {id: b, type: u2}", /its type u2 has no byte order/],
  ["another file's type", "- {id: a, type: u1}\n  - {id: b, type: other}", /its type 'other' is not in the file/],
  [
    "a type that contains itself",
    "- {id: a, type: u1}\n  - {id: b, type: loop}\ntypes:\n  loop:\n    seq:\n      - {id: c, type: loop}",
    /its types are too deep/,
  ],
] as const)
  test(`left out with a note: ${what}`, () => {
    const { messages, notes } = KAITAI_DEFINITION.read(`meta:\n  id: x\nseq:\n  ${seq}\n`);
    assert.deepEqual(
      messages.map(({ size, fields }) => [size, fields.map(({ name }) => name)]),
      [[1, ["a"]]],
    );
    assert.match(notes.join("\n"), note);
  });

for (const [what, wrong, sentence] of [
  ["an anchor", "meta: &a\n  id: x", /line 1: '&a' is not read: anchors and tags/],
  ["a key twice", "meta:\n  id: x\n  id: y", /line 3: 'id' occurs twice/],
  ["a tab", "meta:\n\tid: x", /line 2: a tab cannot indent a line/],
  ["a list without its end", "seq: [1, 2", /line 1: \[1, 2 is not a list that can be read/],
  ["a list", "- a", /the file is not a mapping/],
] as const)
  test(`refused: ${what}`, () => {
    assert.throws(() => KAITAI_DEFINITION.read(wrong), sentence);
  });

test("YAML is read as the package 'yaml' reads it", { skip: needsPeers("npm") }, () => {
  const { parse } = peerRequire("yaml");
  const samples = [
    text,
    "a: 'it''s'\nb: \"x\\n\\u00e9: y \\x1b \\0 \\\\x41\"\nc: [1, -2, 0x1f, {d: e, 'f': [true, ~]}, \"g, h\"]\n",
    "k:\n- a\n- - b\n  - c\n-\n  d: 1\nl: |\n  one\n   two # no comment\n\n  three\n",
    "x: a b\n  c d\ny: http://a.b/#c # comment\nz: {}\nw: []\n",
  ];
  for (const sample of samples) assert.deepEqual(trimmed(plainYaml(parseYaml(sample))), trimmed(parse(sample)));
});

function plainYaml(value: YamlValue): unknown {
  if (value instanceof Map) return Object.fromEntries([...value].map(([key, inner]) => [key, plainYaml(inner)]));
  return Array.isArray(value) ? value.map((each) => plainYaml(each as YamlValue)) : value;
}

/** A block text's line end does not matter to us; nor does the form of a number as key. */
function trimmed(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (_, each) => {
    if (typeof each === "string") return each.trimEnd();
    if (typeof each !== "object" || each === null || Array.isArray(each)) return each;
    return Object.fromEntries(
      Object.entries(each).map(([key, inner]) => [/^0x/.test(key) ? String(Number(key)) : key, inner]),
    );
  });
}
