import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { buildFrame } from "../../../runtime/frames/build-frame.ts";
import { checksumOf } from "../../../runtime/frames/checksum.ts";
import { decodeCobs, encodeCobs } from "../../../runtime/frames/cobs.ts";
import { type FrameFormat, type Framing, PLAIN_FORMAT } from "../../../runtime/frames/frame-format.ts";
import { type FrameStruct, FrameTable, isFrameProblem, writeChecks } from "../../../runtime/frames/frame-table.ts";
import { framed, framedAfterLoss } from "../../../runtime/frames/framed.ts";
import { MAX_FRAME_BYTES } from "../../../runtime/frames/framer.ts";
import { parseLocator } from "../../../runtime/frames/locator.ts";
import { decodeSlip, encodeSlip } from "../../../runtime/frames/slip.ts";
import { openFramer } from "../../../runtime/frames/stream-framer.ts";
import { fuzzedStream, randomOf, runStream } from "../../support/framing-fuzz.ts";

const STRUCTS: readonly FrameStruct[] = [
  { name: "ping", id: 1, wireSize: 2, size: 2 },
  { name: "position", id: 7, wireSize: 13, size: 16 },
  { name: "picture", id: 0x0301, wireSize: 1400, size: 1400 },
];

/** sync aa55, length at 2 without the six bytes around, ID at 4, struct, CRC. */
const ROBOT: FrameFormat = {
  id: parseLocator("u16le@4", "id"),
  length: parseLocator("u16le@2+8", "length"),
  payloadOffset: 6,
  trailer: 2,
  short: "reject",
  long: "reject",
  check: { algorithm: "crc16/modbus", from: 2, byteOrder: "little" },
};

function robotFrame(struct: FrameStruct, fill: number): Uint8Array {
  const frame = new Uint8Array(6 + struct.wireSize + 2).fill(fill);
  frame.set([0xaa, 0x55, struct.wireSize & 0xff, struct.wireSize >> 8, struct.id & 0xff, struct.id >> 8]);
  writeChecks(struct, ROBOT, frame);
  return frame;
}

interface Cut {
  readonly frames: string[];
  readonly skipped: string[];
  /** Both, in order. */
  readonly all: string;
}

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");

function cut(framing: Framing, format: FrameFormat, chunks: readonly Uint8Array[], structs = STRUCTS): Cut {
  const frames: string[] = [];
  const skipped: string[] = [];
  let all = "";
  const framer = openFramer(framing, new FrameTable("rig", format, structs), {
    frame: (bytes) => {
      frames.push(hex(bytes));
      all += hex(bytes);
    },
    skipped: (bytes) => {
      assert.ok(bytes.length > 0 && bytes.length <= 4096, `${bytes.length} bytes`);
      skipped.push(hex(bytes));
      all += hex(bytes);
    },
  });
  for (const chunk of chunks) {
    framer.push(chunk);
    assert.ok(framer.waiting <= 2 * MAX_FRAME_BYTES + 4096, `${framer.waiting} bytes wait`);
  }
  framer.pause();
  framer.end();
  assert.equal(framer.waiting, 0);
  return { frames, skipped, all };
}

/** Splits `bytes` at any positions. */
function chunked(bytes: Uint8Array, cuts: readonly number[]): Uint8Array[] {
  const places = [0, ...cuts.map((place) => place % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
  return places.slice(1).map((end, index) => bytes.subarray(places[index], end));
}

const anyStruct = fc.constantFrom(...STRUCTS);
const anyCuts = fc.array(fc.nat(100_000), { maxLength: 40 });
const SYNC: Framing = { kind: "sync", word: Uint8Array.of(0xaa, 0x55) };

test("sync word and checksum: every good frame is found once and in order, every other byte is reported as skipped", () => {
  const piece = fc.oneof(
    { weight: 3, arbitrary: fc.record({ struct: anyStruct, fill: fc.nat(255) }) },
    fc.uint8Array({ maxLength: 60 }).map((rubbish) => ({ rubbish })),
    fc.record({ struct: anyStruct, fill: fc.nat(255), damage: fc.nat(5000) }),
    fc.constant({ rubbish: Uint8Array.of(0xaa, 0x55, 0xaa) }),
  );
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 12 }),
      anyCuts,
      fc.constantFrom<Framing>(SYNC, { kind: "length" }),
      (pieces, cuts, framing) => {
        const good: string[] = [];
        const parts = pieces.map((each) => {
          if ("rubbish" in each) return each.rubbish;
          const frame = robotFrame(each.struct, each.fill);
          if ("damage" in each) frame[2 + (each.damage % (frame.length - 2))]! ^= 0x41;
          else good.push(hex(frame));
          return frame;
        });
        const stream = Buffer.concat(parts);
        const table = new FrameTable("rig", ROBOT, STRUCTS);
        const { frames, all } = cut(framing, ROBOT, chunked(stream, cuts));
        const right = frames.filter((frame) => !isFrameProblem(table.find(Buffer.from(frame, "hex"))));
        // Other bytes that happen to form a frame with a correct checksum: one in 65536.
        assert.deepEqual(right, good);
        assert.equal(all, hex(stream));
      },
    ),
    { numRuns: 300 },
  );
});

test("a damaged frame is reported as that frame, so that its checksum is the reason", () => {
  const [ping, position] = STRUCTS as [FrameStruct, FrameStruct];
  const damaged = robotFrame(position, 9);
  damaged[10]! ^= 1;
  const { frames, skipped } = cut(SYNC, ROBOT, [robotFrame(ping, 1), damaged, robotFrame(ping, 2)]);
  assert.equal(frames.length, 3);
  assert.deepEqual(skipped, []);
  const found = new FrameTable("rig", ROBOT, STRUCTS).find(damaged);
  assert.equal(isFrameProblem(found) && found.code, "checksum");
  assert.match(
    isFrameProblem(found) ? found.message : "",
    /^crc16\/modbus of position is 0x[0-9a-f]{4}; the trailer has 0x[0-9a-f]{4}$/,
  );
});

test("length and ID alone (D8's messages on a stream): adjacent good frames, both sizes of a struct", () => {
  const frame = (id: number, length: number) =>
    Uint8Array.from([length, id, ...new Array<number>(length - 2).fill(0xee)]);
  const stream = [frame(7, 13), frame(1, 2), Uint8Array.from([0, 0, 9, 9, 9]), frame(7, 16), frame(7, 13)];
  const { frames, skipped } = cut({ kind: "length" }, PLAIN_FORMAT, [Buffer.concat(stream)]);
  assert.deepEqual(
    frames,
    [stream[0], stream[1], stream[3], stream[4]].map((bytes) => hex(bytes!)),
  );
  assert.deepEqual(skipped, ["0000090909"]);
});

test("fixed: the size comes from the ID's struct or from the section", () => {
  const format: FrameFormat = { ...PLAIN_FORMAT, id: parseLocator("u16be@0", "id"), length: undefined };
  const position = Uint8Array.from([0, 7, ...new Array<number>(14).fill(1)]);
  const stream = Buffer.concat([position, Uint8Array.of(0, 1), Uint8Array.of(5, 5), position, Uint8Array.of(0, 1)]);
  const { frames, skipped } = cut({ kind: "fixed", bytes: undefined }, format, [stream]);
  assert.deepEqual([frames, skipped], [[hex(position), "0001", hex(position), "0001"], ["0505"]]);
  const sized = cut({ kind: "fixed", bytes: 16 }, { ...format, short: "zero" }, [Buffer.concat([position, position])]);
  assert.deepEqual(sized.frames, [hex(position), hex(position)]);
});

test("an unknown ID with a correct checksum is a frame, and the channel reports the unknown ID", () => {
  const other = robotFrame({ name: "other", id: 99, wireSize: 5, size: 5 }, 3);
  const { frames, skipped } = cut({ kind: "length" }, ROBOT, [other, robotFrame(STRUCTS[0]!, 1)]);
  assert.deepEqual([frames.length, skipped], [2, []]);
});

test("with only one message, no ID is read", () => {
  const format: FrameFormat = { ...PLAIN_FORMAT, id: undefined, length: undefined };
  const only = [STRUCTS[1]!];
  const table = new FrameTable("rig", format, only);
  assert.equal(table.find(new Uint8Array(13)), only[0]);
  assert.deepEqual(table.find(new Uint8Array(12)), {
    code: "wrong-length",
    message: "position has 13 to 16 bytes; this message has 12",
  });
});

test("COBS and SLIP: decoding reverses encoding, and an encoded frame contains no delimiter", () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.uint8Array({ maxLength: 700 }),
        fc.array(fc.constantFrom(0, 1, 0xc0, 0xdb, 255), { maxLength: 600 }).map((list) => Uint8Array.from(list)),
        fc.nat(600).map((length) => new Uint8Array(length).fill(3)),
      ),
      (bytes) => {
        assert.equal(encodeCobs(bytes).includes(0), false);
        assert.deepEqual([...decodeCobs(encodeCobs(bytes))!], [...bytes]);
        const slip = encodeSlip(bytes).subarray(1, -1);
        assert.equal(slip.includes(0xc0), false);
        assert.deepEqual([...decodeSlip(slip)!], [...bytes]);
      },
    ),
  );
  // The paper's own examples, as the RFC-like table of Wikipedia gives them.
  assert.equal(hex(encodeCobs(Uint8Array.of(0x11, 0x22, 0, 0x33))), "0311220233");
  assert.equal(hex(encodeCobs(Uint8Array.of(0, 0))), "010101");
  assert.equal(hex(encodeCobs(Uint8Array.from({ length: 254 }, (_, index) => index + 1))).slice(0, 4), "ff01");
  // The same bytes by Python's cobs 1.2.2, and by npm's cobs 0.2.1 with an empty block behind the full one.
  const full = Uint8Array.of(0xff, ...Array<number>(254).fill(7));
  assert.deepEqual(
    [decodeCobs(full)?.length, decodeCobs(Uint8Array.of(...full, 1))?.length, encodeCobs(full.subarray(1)).length],
    [254, 254, 255],
  );
});

const DELIMITED: readonly { framing: Framing; encode: (bytes: Uint8Array) => Uint8Array; delimiter: number }[] = [
  { framing: { kind: "cobs" }, encode: (bytes) => Uint8Array.from([...encodeCobs(bytes), 0]), delimiter: 0 },
  { framing: { kind: "slip" }, encode: encodeSlip, delimiter: 0xc0 },
  { framing: { kind: "lines", encoding: "hex" }, encode: (bytes) => Buffer.from(`0x${hex(bytes)}\r\n`), delimiter: 10 },
  {
    framing: { kind: "lines", encoding: "base64" },
    encode: (bytes) => Buffer.from(`${Buffer.from(bytes).toString("base64")}\n`),
    delimiter: 10,
  },
];

test("delimited framings: frames between other delimited bytes are found, however the stream is split", () => {
  const piece = fc.oneof(
    fc.uint8Array({ minLength: 1, maxLength: 300 }).map((frame) => ({ frame })),
    fc.uint8Array({ maxLength: 30 }).map((rubbish) => ({ rubbish })),
  );
  for (const { framing, encode, delimiter } of DELIMITED) {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 10 }), anyCuts, (pieces, cuts) => {
        const stream = Buffer.concat(
          pieces.map((each) => ("frame" in each ? encode(each.frame) : Uint8Array.from([...each.rubbish, delimiter]))),
        );
        const expected = pieces.flatMap((each) => ("frame" in each ? [hex(each.frame)] : []));
        const { frames } = cut(framing, PLAIN_FORMAT, chunked(stream, cuts));
        let next = 0;
        for (const frame of frames) if (frame === expected[next]) next++;
        assert.equal(next, expected.length);
      }),
      { numRuns: 60 },
    );
  }
});

test("after a part of a lost frame, a command is found at once with COBS, SLIP and lines", () => {
  const frame = Uint8Array.of(4, 2, 0, 0xc0);
  for (const framing of [{ kind: "cobs" }, { kind: "slip" }, { kind: "lines", encoding: "hex" }] as const) {
    const lost = framed(Uint8Array.of(9, 8, 7, 6), framing).subarray(0, 3);
    const stream = Buffer.concat([lost, framedAfterLoss(frame, framing)]);
    assert.ok(cut(framing, PLAIN_FORMAT, [stream]).frames.includes(hex(frame)), framing.kind);
  }
});

test("a plain message whose length byte counts its padding is written whole: the next one in the stream is found", () => {
  const struct = { name: "status", id: 3, length: 8, wireSize: 6, size: 8 };
  const bytes = Uint8Array.of(8, 3, 1, 2, 3, 4);
  const stream = Buffer.concat([buildFrame(struct, bytes, {}), buildFrame(struct, bytes, {})]);
  assert.deepEqual(cut({ kind: "length" }, PLAIN_FORMAT, [stream], [struct]).frames, [
    "0803010203040000",
    "0803010203040000",
  ]);
  // A format of its own counts for itself; a length beyond the struct's size is another's.
  assert.equal(buildFrame(struct, bytes, { frames: ROBOT }).length, 6 + 6 + 2);
  assert.equal(buildFrame({ ...struct, length: 9 }, bytes, {}).length, 6);
});

test("lines: hexadecimal with or without blanks and 0x, or base64 if configured; other lines are skipped", () => {
  const text = "0x0102\n\n01 02 03\r\naabbccdd\nAQIDBA==\nhello, world\nz!\n";
  const { frames, skipped } = cut({ kind: "lines", encoding: "either" }, PLAIN_FORMAT, [Buffer.from(text)]);
  assert.deepEqual(frames, ["0102", "010203", "aabbccdd", "01020304"]);
  assert.deepEqual(
    skipped.map((each) => Buffer.from(each, "hex").toString()),
    ["hello, world", "z!"],
  );
});

test("lines: the last one may lack its end; what is no line is skipped", () => {
  const framing = { kind: "lines", encoding: "hex" } as const;
  const ended = cut(framing, PLAIN_FORMAT, [Buffer.from("0102\n03"), Buffer.from("04\r")]);
  assert.deepEqual([ended.frames, ended.skipped], [["0102", "0304"], []]);
  const ofTexts = cut(framing, PLAIN_FORMAT, [Buffer.from("01 02 \0\n0304\0\r\n\x000506\n\0")]);
  assert.deepEqual([ofTexts.frames, ofTexts.skipped], [["0102", "0304", "0506"], []], "the NUL of a C string is cut");
  const broken = cut(framing, PLAIN_FORMAT, [Buffer.from("0102\n030")]);
  assert.deepEqual([broken.frames, broken.skipped], [["0102"], [Buffer.from("030").toString("hex")]]);
});

const HOSTILE: readonly { name: string; framing: Framing; format: FrameFormat; byte: (index: number) => number }[] = [
  { name: "length", framing: { kind: "length" }, format: ROBOT, byte: () => 0x00 },
  { name: "length, large ones", framing: { kind: "length" }, format: { ...ROBOT, long: "ignore" }, byte: () => 0x3f },
  {
    name: "sync",
    framing: SYNC,
    format: { ...ROBOT, long: "ignore" },
    byte: (index) => [0xaa, 0x55, 0xff, 0x3f, 7, 0][index % 6]!,
  },
  { name: "plain", framing: { kind: "length" }, format: PLAIN_FORMAT, byte: () => 7 },
  {
    name: "fixed",
    framing: { kind: "fixed", bytes: 60_000 },
    format: { ...ROBOT, length: undefined },
    byte: (index) => index % 7,
  },
  { name: "cobs", framing: { kind: "cobs" }, format: PLAIN_FORMAT, byte: () => 1 },
  { name: "slip", framing: { kind: "slip" }, format: PLAIN_FORMAT, byte: () => 0xdb },
  { name: "lines", framing: { kind: "lines", encoding: "either" }, format: PLAIN_FORMAT, byte: () => 0x61 },
  {
    name: "lines, blanks",
    framing: { kind: "lines", encoding: "either" },
    format: PLAIN_FORMAT,
    byte: (index) => (index % 200_000 === 199_999 ? 10 : 0x20),
  },
];

test("hostile streams need bounded work per byte, and bounded memory", () => {
  for (const { name, framing, format, byte } of HOSTILE) {
    let work = 0;
    const table = new FrameTable("rig", format, STRUCTS);
    const verify = table.verify.bind(table);
    table.verify = (bytes, start, end) => {
      work += end - start;
      return verify(bytes, start, end);
    };
    let told = 0;
    const framer = openFramer(framing, table, {
      frame: (bytes) => {
        told += bytes.length;
      },
      skipped: (bytes) => {
        told += bytes.length;
      },
    });
    const chunk = Uint8Array.from({ length: 65_536 }, (_, index) => byte(index));
    for (let count = 0; count < 8; count++) {
      framer.push(chunk);
      assert.ok(framer.waiting <= 4 * MAX_FRAME_BYTES + 4096, `${name}: ${framer.waiting} bytes wait`);
    }
    framer.end();
    assert.ok(work <= (32 + 2) * 8 * chunk.length, `${name}: ${work} bytes were summed`);
    assert.ok(told <= 8 * chunk.length, `${told} bytes were looked at`);
  }
});

test("checks: fields and trailers are written and verified; one byte more or less is wrong", () => {
  const struct: FrameStruct = {
    name: "referee",
    id: 5,
    wireSize: 8,
    size: 8,
    checks: [{ field: "crc8", algorithm: "crc8/maxim-dow", byteOffset: 3, byteOrder: "little", to: 3 }],
    checkExtra: Uint8Array.of(50),
  };
  const format: FrameFormat = {
    ...PLAIN_FORMAT,
    trailer: 2,
    check: { algorithm: "crc16/mcrf4xx", from: 1, byteOrder: "big" },
  };
  const frame = Uint8Array.from([10, 5, 3, 0, 9, 9, 9, 9, 0, 0]);
  writeChecks(struct, format, frame);
  assert.equal(frame[3], checksumOf("crc8/maxim-dow")!.of(frame, 0, 3));
  assert.equal(frame[8]! * 256 + frame[9]!, checksumOf("crc16/mcrf4xx")!.of(frame, 1, 8, Uint8Array.of(50)));
  const table = new FrameTable("rig", format, [struct]);
  assert.equal(table.find(frame), struct);
  const wrong = Uint8Array.from(frame);
  wrong[2] = 4;
  assert.equal((table.find(wrong) as { message: string }).message.startsWith("crc8/maxim-dow of referee is"), true);
});

test("random formats, structs and streams: no exception, no lost byte, bounded buffers", () => {
  for (let seed = 0; seed < 150; seed++) {
    const stream = fuzzedStream(randomOf(seed), 20_000);
    assert.doesNotThrow(() => runStream(stream), `seed ${seed}`);
  }
});
