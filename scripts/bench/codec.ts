/**
 * What decoding costs: the generated codec of a 30-field struct against a reader written by hand, in one run.
 * Run: node --import tsx scripts/bench/codec.ts
 */

import { readFileSync } from "node:fs";
import { compile } from "../../generator/compile.ts";
import { memoryReader } from "../../generator/source/header-reader.ts";
import type { ColumnValues, StructCodec } from "../../runtime/codec/struct-codec.ts";

const HEADER = new URL("../../test/golden/headers/thirty-fields.h", import.meta.url);
const DATAGRAMS = 256;
const ROUNDS = 15;
const REPEATS = 400;

async function droneCodec(): Promise<StructCodec> {
  const plan = {
    name: "bench",
    udpPort: 1,
    wampTopic: "bench",
    includePath: "/",
    headerFiles: ["drone.h"],
    abi: "x86-64",
    byteOrder: "little",
    layout: undefined,
    defines: new Map(),
    storeExclude: [],
  } as const;
  const reader = memoryReader({ "drone.h": readFileSync(HEADER) });
  const { files } = compile([{ plan, reader }], { version: "0.0.0" });
  const source = files.find(({ path }) => path === "bench/struct_drone.js")?.text ?? "";
  const module = await import(`data:text/javascript;base64,${Buffer.from(source).toString("base64")}`);
  return module.droneCodec;
}

/** As somebody would write it who reads this one struct. */
function decodeByHand(view: DataView, at: number): object {
  const flags = view.getUint8(at + 56);
  return {
    length: view.getUint8(at),
    ID: view.getUint8(at + 1),
    uptime: view.getUint32(at + 2, true),
    lat: view.getInt32(at + 6, true),
    lon: view.getInt32(at + 10, true),
    alt: view.getInt32(at + 14, true),
    vx: view.getInt16(at + 18, true),
    vy: view.getInt16(at + 20, true),
    vz: view.getInt16(at + 22, true),
    roll: view.getFloat32(at + 24, true),
    pitch: view.getFloat32(at + 28, true),
    yaw: view.getFloat32(at + 32, true),
    gyro_x: view.getInt16(at + 36, true),
    gyro_y: view.getInt16(at + 38, true),
    gyro_z: view.getInt16(at + 40, true),
    accel_x: view.getInt16(at + 42, true),
    accel_y: view.getInt16(at + 44, true),
    accel_z: view.getInt16(at + 46, true),
    voltage: view.getUint16(at + 48, true),
    current: view.getInt16(at + 50, true),
    remaining: view.getUint8(at + 52),
    satellites: view.getUint8(at + 53),
    hdop: view.getUint16(at + 54, true),
    armed: flags & 1,
    gps_fix: (flags >> 1) & 7,
    mode: flags >> 4,
    temperature: view.getInt8(at + 57),
    pressure: view.getUint16(at + 58, true),
    energy: view.getFloat64(at + 60, true),
    ck: view.getUint8(at + 68),
  };
}

function valuesByHand(view: DataView, at: number, into: ColumnValues): void {
  const flags = view.getUint8(at + 56);
  into[0] = view.getUint8(at);
  into[1] = view.getUint8(at + 1);
  into[2] = view.getUint32(at + 2, true) / 1000;
  into[3] = view.getInt32(at + 6, true) / 1e7;
  into[4] = view.getInt32(at + 10, true) / 1e7;
  into[5] = view.getInt32(at + 14, true) / 1000;
  into[6] = view.getInt16(at + 18, true) / 100;
  into[7] = view.getInt16(at + 20, true) / 100;
  into[8] = view.getInt16(at + 22, true) / 100;
  into[9] = view.getFloat32(at + 24, true);
  into[10] = view.getFloat32(at + 28, true);
  into[11] = view.getFloat32(at + 32, true);
  into[12] = view.getInt16(at + 36, true);
  into[13] = view.getInt16(at + 38, true);
  into[14] = view.getInt16(at + 40, true);
  into[15] = view.getInt16(at + 42, true);
  into[16] = view.getInt16(at + 44, true);
  into[17] = view.getInt16(at + 46, true);
  into[18] = view.getUint16(at + 48, true) / 1000;
  into[19] = view.getInt16(at + 50, true) / 100;
  into[20] = view.getUint8(at + 52);
  into[21] = view.getUint8(at + 53);
  into[22] = view.getUint16(at + 54, true) / 100;
  into[23] = flags & 1;
  into[24] = (flags >> 1) & 7;
  into[25] = flags >> 4;
  into[26] = view.getInt8(at + 57);
  into[27] = view.getUint16(at + 58, true) / 10;
  into[28] = view.getFloat64(at + 60, true) / 3600;
  into[29] = view.getUint8(at + 68);
}

/** Nanoseconds for each datagram of the page. */
function timed(work: (byteOffset: number) => void, stride: number): number {
  const start = process.hrtime.bigint();
  for (let repeat = 0; repeat < REPEATS; repeat++) {
    for (let index = 0; index < DATAGRAMS; index++) work(index * stride);
  }
  return Number(process.hrtime.bigint() - start) / (REPEATS * DATAGRAMS);
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

const codec = await droneCodec();
const page = new Uint8Array(codec.wireSize * DATAGRAMS);
for (let index = 0; index < page.length; index++) page[index] = (index * 167 + (index >> 8)) & 0xff;
const view = new DataView(page.buffer);
const into: ColumnValues = [];
let last: unknown;

const contestants = {
  "decode by hand": (at: number) => {
    last = decodeByHand(view, at);
  },
  "decode generated": (at: number) => {
    last = codec.decode(view, at);
  },
  "values by hand": (at: number) => valuesByHand(view, at, into),
  "values generated": (at: number) => codec.storedValues(view, at, into),
};
const times = new Map(Object.keys(contestants).map((name) => [name, [] as number[]]));
for (let round = 0; round < ROUNDS; round++) {
  for (const [name, work] of Object.entries(contestants)) times.get(name)?.push(timed(work, codec.wireSize));
}

const nanoseconds = (name: keyof typeof contestants) => median(times.get(name) ?? []);
for (const name of Object.keys(contestants) as (keyof typeof contestants)[]) {
  console.log(
    `${name.padEnd(17)} ${nanoseconds(name).toFixed(1).padStart(7)} ns per datagram of ${codec.fields.length} fields`,
  );
}
console.log(`decode: ${(nanoseconds("decode generated") / nanoseconds("decode by hand")).toFixed(2)} × by hand`);
console.log(`values: ${(nanoseconds("values generated") / nanoseconds("values by hand")).toFixed(2)} × by hand`);
if (last === undefined) throw new Error("nothing was decoded");
