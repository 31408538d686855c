/** Limits of emitted readers are stated in the file and in a note [N601]: checksums, and frames of another length. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { EMIT_NAMES, EMITTERS, wholeReason } from "../../../generator/emitters/emitters.ts";
import { PLAIN_FORMAT } from "../../../runtime/frames/frame-format.ts";
import { emitFramed, emitSample, emitText, untoldParts } from "../../oracle/emit/messages.ts";
import { sampleHeaders } from "../../support/sample-headers.ts";

/** Files that read frames, and formats without lengths. */
const READERS = {
  wireshark: [/\.lua$/],
  python: [/\.py$/],
  kaitai: [/\.ksy$/],
  lorawan: [/\.lorawan\.js$/],
  xtce: [/\.xtce\.xml$/],
  cosmos: [/\/tlm\.txt$/, /\/cmd\.txt$/],
  rust: [/\.rs$/],
  simulink: [/_decode\.m$/],
};
/** Python, Rust and LoRaWAN verify and write checksums, COSMOS writes them. */
const WITHOUT_CHECKSUMS = ["kaitai", "simulink", "wireshark", "xtce"];
const WITHOUT_LENGTHS = ["kaitai", "xtce", "cosmos", "simulink"];

type Emitted = Awaited<ReturnType<typeof emitText>>;

/** Emitters of the notes, and the files that contain the words. */
function saying({ files, limits }: Emitted, words: string): { notes: string[]; files: string[] } {
  const notes = limits.filter(({ code, message }) => code === "N601" && message.includes(words));
  const named = Object.entries(READERS).flatMap(([name, paths]) =>
    paths.every((path) => files.find((file) => path.test(file.path))?.text.includes(words)) ? [name] : [],
  );
  return { notes: notes.map(({ message }) => message.split(":")[0] ?? "").sort(), files: named.sort() };
}

test("every reader states that it ignores a trailer's checksum", async () => {
  const rig = sampleHeaders().find(({ name }) => name === "rig")!;
  const check = { algorithm: "crc16/modbus", from: 0, byteOrder: "little" } as const;
  const channel = await emitFramed(rig, { ...PLAIN_FORMAT, trailer: 2, check }, EMIT_NAMES);
  assert.deepEqual(saying(channel, "the trailer's checksum crc16/modbus is neither checked nor written"), {
    notes: WITHOUT_CHECKSUMS,
    files: WITHOUT_CHECKSUMS,
  });
});

test("every reader states that it reads a field's checksum as a number", async () => {
  const channel = await emitText(
    "struct struct_a { uint8_t length; //0\n uint8_t ID; //1\n uint16_t v; //2\n uint16_t crc; //4 @check: crc16/modbus\n} a = { 6, 1 };",
    EMIT_NAMES,
  );
  assert.deepEqual(saying(channel, "the checksum crc16/modbus is neither checked nor written"), {
    notes: WITHOUT_CHECKSUMS,
    files: WITHOUT_CHECKSUMS,
  });
});

test("formats without lengths state the configured lengths of short and long frames", async () => {
  const rig = sampleHeaders().find(({ name }) => name === "rig")!;
  const channel = await emitFramed(rig, { ...PLAIN_FORMAT, short: "zero", long: "ignore" }, EMIT_NAMES);
  const what = "the tool decides about frames of another length, not the section (short = zero, long = ignore)";
  const expected = [...WITHOUT_LENGTHS].sort();
  assert.deepEqual(saying(channel, what), { notes: expected, files: expected });
});

test("no limit is stated if frames have no checksum and the format has lengths", async () => {
  const rig = sampleHeaders().find(({ name }) => name === "rig")!;
  const channel = await emitFramed(rig, PLAIN_FORMAT, ["python", "lorawan", "rust"]);
  assert.deepEqual(
    channel.limits.filter(({ message }) => /checksum|another length/.test(message)),
    [],
  );
});

/** The link follows them, but not of a message that ends with an array without a number. */
const LINKS = ["arduino", "c"];
/** These follow `@count` and `@if`. */
const FOLLOWING = ["kaitai", "micropython", "python", "rust", "wireshark"];

test("each format that only reads whole structs states it for every @count and @if", async () => {
  const variable = sampleHeaders().find(({ name }) => name === "variable")!;
  const channel = await emitSample(variable, EMIT_NAMES);
  const notes = channel.limits.filter(({ message }) => message.includes("is ignored: a message must be"));
  const named = new Set(notes.map(({ message }) => message.split(":")[0] ?? ""));
  const formats = [...named].filter((name) => !LINKS.includes(name)).sort();
  const whole = Object.keys(READERS).filter((name) => !FOLLOWING.includes(name));
  assert.deepEqual(formats, [...whole, "dbc"].sort());
  for (const format of formats) assert.deepEqual(untoldParts(channel, format), [], format);
  const { files } = saying(channel, "'@count: rest' is ignored");
  assert.deepEqual(files, whole.sort());
});

test("the table of docs/emitters.md says why formats only read whole structs", () => {
  const rows = readFileSync(new URL("../../../docs/emitters.md", import.meta.url), "utf8").match(/^\|.*\|$/gm) ?? [];
  const told = EMITTERS.filter((emitter) => wholeReason(emitter) !== undefined);
  assert.equal(told.length, 5);
  for (const emitter of told)
    assert.ok(
      rows.some((row) => row.includes(`\`${emitter.name}\``) && row.includes(wholeReason(emitter)!)),
      emitter.name,
    );
});

test("a format that lacks a count's operation or place names it, and reads only the whole struct", async () => {
  const channel = await emitText(
    `#pragma pack(push, 1)
struct struct_a { uint8_t length; uint8_t ID; uint8_t n; uint8_t v[4]; // @count: round(sqrt(n))
} a = { 7, 1 };
struct struct_b { uint8_t length; uint8_t ID; uint8_t k;
  union { uint16_t x; /* @if: k == 1 */ uint32_t y; /* @if: k == 2 */ }; } b = { 7, 2 };
#pragma pack(pop)`,
    [...FOLLOWING, "c"],
  );
  const notes = channel.limits.filter(({ message }) => message.includes("must be the whole struct"));
  assert.deepEqual(
    notes.map(({ message }) => message),
    [
      "wireshark: 'struct_a.v': '@count: round(sqrt(n))' needs 'round', which the format lacks: a message must be the whole struct",
      "c: 'struct_a.v': '@count: round(sqrt(n))' needs 'round', which the format lacks: a message must be the whole struct",
      "c: 'struct_b.x': '@if: k == 1' is ignored: a message must be the whole struct",
      "c: 'struct_b.y': '@if: k == 2' needs parts that share their place, which the format lacks: a message must be the whole struct",
      "micropython: 'struct_a.v': '@count: round(sqrt(n))' needs 'round', which the format lacks: a message must be the whole struct",
      "kaitai: 'struct_a.v': '@count: round(sqrt(n))' needs 'round', which the format lacks: a message must be the whole struct",
      "kaitai: 'struct_b.x': '@if: k == 1' is ignored: a message must be the whole struct",
      "kaitai: 'struct_b.y': '@if: k == 2' needs parts that share their place, which the format lacks: a message must be the whole struct",
      "rust: 'struct_a.v': '@count: round(sqrt(n))' needs 'round', which the format lacks: a message must be the whole struct",
    ],
  );
});
