/** Unknown protocols: frames, checksum, ID and byte order are found in a recording, and nothing in noise. */

import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { discover } from "../../../generator/init/discover.ts";
import type { Recording } from "../../../generator/init/identify.ts";
import { init } from "../../../generator/init/init.ts";
import { checksumOf } from "../../../runtime/frames/checksum.ts";
import { encodeCobs } from "../../../runtime/frames/cobs.ts";
import { findCheck } from "../../../runtime/frames/find-check.ts";
import { encodeSlip } from "../../../runtime/frames/slip.ts";
import { onlyLong } from "../../support/long.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const folder = temporaryFolder();

const SHAPES = [
  { name: "env_t", id: undefined, size: 6, packedSize: 6 },
  { name: "gps_t", id: undefined, size: 12, packedSize: 12 },
  { name: "bat_t", id: undefined, size: 4, packedSize: 4 },
];
const HEADER = `#include <stdint.h>
typedef struct { int16_t temperature; uint16_t pressure; uint8_t humidity; uint8_t state; } env_t;
typedef struct { int32_t lat; int32_t lon; uint16_t speed; uint8_t sats; uint8_t fix; } gps_t;
typedef struct { uint16_t millivolts; uint16_t milliamps; } bat_t;
`;

type Order = "little" | "big";

function bytesOf(order: Order, ...numbers: readonly (readonly [bytes: number, value: number])[]): Buffer {
  return Buffer.concat(
    numbers.map(([bytes, value]) => {
      const part = Buffer.alloc(bytes);
      if (order === "big") part.writeIntBE(value, 0, bytes);
      else part.writeIntLE(value, 0, bytes);
      return part;
    }),
  );
}

/** Number, ID and payload of what a device sends. */
function messages(order: Order = "little"): { n: number; id: number; payload: Buffer }[] {
  return Array.from({ length: 60 }, (_, n) => {
    const env = [
      [2, Math.round(2000 + 300 * Math.sin(n / 9))],
      [2, 10_132 + (n % 7)],
      [1, 40 + (n % 5)],
      [1, 3],
    ] as const;
    const gps = [
      [4, 525_200_000 + 13 * n],
      [4, 134_050_000 - 7 * n],
      [2, 300 + (n % 50)],
      [1, 7],
      [1, 1],
    ] as const;
    const bat = [
      [2, 12_600 - n],
      [2, 150 + ((n * 7) % 40)],
    ] as const;
    return [
      { n, id: 1, payload: bytesOf(order, ...env) },
      ...(n % 3 === 0 ? [{ n, id: 2, payload: bytesOf(order, ...gps) }] : []),
      ...(n % 5 === 0 ? [{ n, id: 9, payload: bytesOf(order, ...bat) }] : []),
    ];
  }).flat();
}

function checked(frame: Buffer, algorithm: string, order: Order, from = 0): Buffer {
  const { byteLength, of } = checksumOf(algorithm)!;
  const trailer = Buffer.alloc(byteLength);
  const value = of(frame, from, frame.length);
  if (order === "big") trailer.writeUIntBE(value, 0, byteLength);
  else trailer.writeUIntLE(value, 0, byteLength);
  return Buffer.concat([frame, trailer]);
}

function stream(frames: readonly Uint8Array[]): Recording {
  return { pieces: [Buffer.concat(frames)], kind: "stream", port: undefined };
}

function noise(bytes: number): Buffer {
  let state = 7;
  return Buffer.from(
    Array.from({ length: bytes }, () => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
      return state >>> 24;
    }),
  );
}

/** With a sync word, a length of the payload, a number that counts up, an ID and a CRC. */
const NUMBERED = messages().map(({ n, id, payload }) =>
  checked(Buffer.concat([Buffer.from([0xaa, 0x55, payload.length, n, id]), payload]), "crc16/modbus", "little", 2),
);

test("sync word, length, ID and a CRC, with rubbish between frames", () => {
  const found = discover(stream([noise(11), ...NUMBERED.slice(0, 40), noise(9), ...NUMBERED.slice(40)]), SHAPES);
  assert.deepEqual(found?.protocol.keys, {
    id: "u8@4",
    length: "u8@2+7",
    payload_offset: "5",
    trailer: "2",
    check: "crc16/modbus from=2 little",
    framing: "sync:aa55",
  });
  assert.ok((found.found?.score ?? 0) > 0.9, `a score of ${found.found?.score}`);
  assert.deepEqual([...found.ids.keys()].sort(), [1, 2, 9]);
});

test("frames whose ID alone says their size", () => {
  const frames = messages().map(({ id, payload }) =>
    checked(Buffer.concat([Buffer.from([0xeb, 0x90, id]), payload]), "sum8", "little"),
  );
  assert.deepEqual(discover(stream(frames), SHAPES)?.protocol.keys, {
    id: "u8@2",
    length: "none",
    payload_offset: "3",
    trailer: "1",
    check: "sum8",
    framing: "sync:eb90",
  });
});

for (const [framing, encode] of [
  ["cobs", (frame: Uint8Array) => Buffer.concat([encodeCobs(frame), Buffer.of(0)])],
  ["slip", encodeSlip],
] as const) {
  test(`${framing}, with a big-endian CRC at the end`, () => {
    const frames = messages().map(({ id, payload }) =>
      encode(checked(Buffer.concat([Buffer.of(id), payload]), "crc16/modbus", "big")),
    );
    assert.deepEqual(discover(stream(frames), SHAPES)?.protocol.keys, {
      id: "u8@0",
      length: "none",
      payload_offset: "1",
      trailer: "2",
      check: "crc16/modbus big",
      framing,
    });
  });
}

test("noise, zeros, text and frames that are all the same are nothing", () => {
  const text = Array.from({ length: 80 }, (_, n) =>
    Buffer.from(`$GPGGA,${100_000 + n},5231.2,N,01324.3,E,1,08*00\r\n`),
  );
  for (const pieces of [[noise(5000)], [Buffer.alloc(3000)], text, Array.from({ length: 100 }, () => NUMBERED[0]!)])
    assert.equal(discover(stream(pieces), SHAPES), undefined);
  assert.equal(discover(stream([]), SHAPES), undefined);
});

test("a checksum of bytes that never change is no evidence, however many frames there are", () => {
  const frames = Array.from({ length: 50 }, (_, n) => Buffer.from([0x12, 0x34, 0x12 ^ 0x34, n, 7 * n, 200 - n, n]));
  assert.deepEqual(
    findCheck(frames).filter(({ at }) => at === 2),
    [],
  );
});

/** A folder with the header and the recording, and what init makes of them. */
async function begun(name: string, recording: Buffer, guesses: "take" | "ask for IDs" = "take") {
  const cwd = join(folder, name);
  mkdirSync(cwd);
  writeFileSync(join(cwd, "lab.h"), HEADER);
  writeFileSync(join(cwd, "log.bin"), recording);
  const options = { cwd, header: "lab.h", channel: undefined, version: "0", messages: undefined, abi: undefined };
  const result = await init({ ...options, capture: "log.bin", guesses });
  const text = result.kind === "done" ? result.lines.join("\n") : result.kind === "refused" ? result.text : "asked";
  const ini = result.kind === "done" ? readFileSync(join(cwd, "channels.ini"), "utf8") : "";
  return { kind: result.kind, text, ini };
}

test("init proposes them with their score and samples, and takes them only when it is told to", async () => {
  const asked = await begun("asked", Buffer.concat(NUMBERED), "ask for IDs");
  assert.equal(asked.kind, "refused");
  assert.match(
    asked.text,
    /guessed \(1\.00\).*crc16\/modbus.*\n[\s\S]*gps_t: lat 525200000[\s\S]*nothing was written.*--yes/,
  );
  const taken = await begun("taken", Buffer.concat(NUMBERED));
  assert.match(taken.text, /the recording: 92 frames decode, 0 do not/);
  assert.match(taken.ini, /check = crc16\/modbus from=2 little\nframing = sync:aa55\n[\s\S]*9 bat_t/);
  assert.doesNotMatch(taken.ini, /byte_order/);
});

test("init tells a byte order by which end of the numbers changes", { skip: onlyLong }, async () => {
  const frames = messages("big").map(({ n, id, payload }) =>
    checked(Buffer.concat([Buffer.from([0xaa, 0x55, payload.length, n, id]), payload]), "crc16/modbus", "little", 2),
  );
  const { text, ini } = await begun("big", Buffer.concat(frames));
  assert.match(text, /byte_order = big: \d fields change so from frame to frame, 0 otherwise/);
  assert.match(text, /gps_t: lat 525200000, lon 134050000, speed 300/);
  assert.match(ini, /check = crc16\/modbus from=2 little\n[\s\S]*byte_order = big {2}; guessed/);
});

test("init says that a byte order is assumed if too few values change to show it", { skip: onlyLong }, async () => {
  const all = messages("big");
  const few = [1, 2, 9].flatMap((wanted) => all.filter(({ id }) => id === wanted).slice(0, 3));
  const frames = few.map(({ n, id, payload }) =>
    checked(Buffer.concat([Buffer.from([0xaa, 0x55, payload.length, n, id]), payload]), "crc16/modbus", "little", 2),
  );
  const { text } = await begun("few", Buffer.concat(frames));
  assert.match(text, /the recording does not show the byte order, little is assumed/);
});

test("on a terminal a recording's channel is written only if the user accepts it, and is shown once", {
  skip: onlyLong,
}, async () => {
  const cwd = join(folder, "terminal");
  mkdirSync(cwd);
  writeFileSync(join(cwd, "lab.h"), HEADER);
  writeFileSync(join(cwd, "log.bin"), Buffer.concat(NUMBERED));
  const options = { cwd, header: "lab.h", channel: undefined, version: "0", messages: undefined, abi: undefined };
  const shown: string[] = [];
  const begin = (answer: boolean) =>
    init({
      ...options,
      capture: "log.bin",
      guesses: "ask",
      accept: async (lines) => {
        shown.push(lines.join("\n"));
        return answer;
      },
    });
  assert.deepEqual(await begin(false), { kind: "refused", text: "nothing was written\n" });
  const done = await begin(true);
  assert.equal(shown.length, 2);
  assert.match(shown[1] ?? "", /guessed \(1\.00\)[\s\S]*gps_t: lat 525200000/);
  assert.ok(done.kind === "done" && !done.lines.some((line) => line.includes("gps_t:")), `${JSON.stringify(done)}`);
});

test("if another place could be the ID, the evidence names it and the score is lower", () => {
  const known = SHAPES.map((shape, index) => ({ ...shape, id: [1, 2, 9][index] }));
  // A constant version in front of the ID, and the ID again behind it.
  const frames = messages().map(({ id, payload }) =>
    checked(Buffer.concat([Buffer.from([0xaa, 0x55, 4, id, id]), payload]), "crc16/modbus", "little", 2),
  );
  const found = discover(stream(frames), known)?.found;
  assert.match(found?.evidence ?? "", /u8@[34] goes with the size, as u8@[34] would/);
  assert.equal(found?.score, 0.5);
});

test("a byte behind the sync word that never changed may be a field: the shorter word is named, and the score is lower", {
  skip: onlyLong,
}, () => {
  const found = (second: number) =>
    discover(
      stream(
        messages().map(({ n, id, payload }) => {
          const head = Buffer.from([0x7e, second, payload.length, n, id]);
          return checked(Buffer.concat([head, payload]), "crc16/modbus", "little", 1);
        }),
      ),
      SHAPES,
    );
  const flags = found(0x00);
  assert.equal(flags?.protocol.keys["framing"], "sync:7e00");
  assert.match(
    flags?.found?.evidence ?? "",
    /^sync:7e00 cuts 92 frames, as sync:7e would if 00 is a field that may change;/,
  );
  assert.equal(flags?.found?.score, 0.7);
  assert.equal(found(0xa5)?.found?.score, 1);
});
