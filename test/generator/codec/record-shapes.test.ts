/** Records in each shape of `int64` and `typed_arrays`: types, bytes, and the JSON round trip. */

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { type CompilerOptions, compile } from "../../../generator/compiler.ts";
import { encodeChecked, FieldValueError } from "../../../runtime/codec/encode-checked.ts";
import { fromJson, toJson } from "../../../runtime/codec/json.ts";
import { patched } from "../../../runtime/codec/patched.ts";
import type { StructCodec } from "../../../runtime/codec/struct-codec.ts";
import { channelsOf, encoded, viewOf } from "../../support/compiled-channels.ts";
import { onlyLong } from "../../support/long.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const HEADER = `enum mode { MODE_IDLE, MODE_RUN, MODE_LAST = 200 };
enum wide : uint64_t { WIDE_NONE, WIDE_ALL = 5 };
struct struct_all {
    uint8_t length;
    uint8_t ID;
    enum mode mode;
    wide state;
    uint64_t big;
    int64_t small;
    uint64_t bits : 40; // @rule: expr=bits / 10
    int64_t rest : 24;
    float ratio;
    double exact;
    bool on;
    char label[6];
    uint8_t raw[20];
    int16_t samples[4][16];
    uint64_t longs[17];
    union { float f; uint32_t u; } both;
};
struct struct_all all = {0, 7};
`;

const SHAPES: readonly CompilerOptions[] = [
  {},
  { int64: "number", typedArrays: true },
  { int64: "string" },
  { int64: "bigint", typedArrays: true },
];

/** xorshift32 */
function randomBytes(count: number, seed: number): Uint8Array {
  let state = seed * 2654435761 || 1;
  return Uint8Array.from({ length: count }, () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state & 0xff;
  });
}

function compiled(options: CompilerOptions) {
  const { ok, files, report } = compile({ name: "rig", headers: { "rig.h": HEADER }, layout: "packed" }, options);
  assert.ok(ok, report);
  return files.map((file) => ({ ...file, built: /\.(js|d\.ts)$/.test(file.path) }));
}

async function codecIn(options: CompilerOptions): Promise<StructCodec> {
  const codec = (await channelsOf(compiled(options))).rig?.byId[7];
  assert.ok(codec, "a codec");
  return codec;
}

for (const options of SHAPES) {
  test(`a record survives a JSON round trip: ${JSON.stringify(options)}`, async () => {
    const codec = await codecIn(options);
    const { int64 = "bigint" } = options;
    for (let seed = 1; seed <= 60; seed++) {
      const bytes = randomBytes(codec.wireSize, seed);
      if (seed % 3 === 0) bytes.fill(0, 2, 6);
      const view = viewOf(bytes);
      // A value that is exact as a number, which has no more digits.
      if (int64 === "number") {
        for (let at = 6; at < 30; at += 8) view.setBigUint64(at, BigInt(seed) << 20n, true);
        for (let i = 0; i < 17; i++) view.setBigUint64(codec.wireSize - 4 - 8 * (17 - i), 9n, true);
      }
      if (seed === 2) codec.encode({ ratio: -0, exact: Number.NEGATIVE_INFINITY }, view);
      const raw = codec.decode(view) as Record<string, unknown>;
      assert.equal(typeof raw.big, int64);
      const json: unknown = JSON.parse(JSON.stringify(toJson(codec, raw)));
      const back = fromJson(codec, json);
      assert.deepEqual(encoded(codec, back), encoded(codec, raw));
      if (options.typedArrays !== true) assert.deepEqual(back, raw);
      assert.deepEqual(fromJson(codec, toJson(codec, raw, { enums: "number" })), back);
      const into = codec.decode(viewOf(new Uint8Array(codec.wireSize)));
      codec.decodeInto(view, 0, into);
      assert.deepEqual(into, raw);
    }
  });
}

test("names, digits and signs match the documentation", async () => {
  const codec = await codecIn({});
  const given = { mode: 200, state: 5n, big: 2n ** 64n - 1n, ratio: Number.NaN, exact: -0, samples: [[1, -2]] };
  assert.deepEqual(toJson(codec, given), {
    mode: "MODE_LAST",
    state: "WIDE_ALL",
    big: "18446744073709551615",
    ratio: "NaN",
    exact: "-0",
    samples: [[1, -2]],
  });
  assert.deepEqual(fromJson(codec, { mode: "MODE_RUN", state: "0", big: 12 }), { mode: 1, state: 0n, big: 12n });
  for (const [json, message] of [
    [{ mode: "MODE_RUM" }, /^mode: "MODE_RUM" is neither a number nor a name/],
    [{ limit: 1 }, /^limit: 1 is for a field that struct_all does not have/],
    [JSON.parse('{ "__proto__": 1 }'), /^__proto__: 1 is for a field/],
    [{ big: 1.5 }, /^big: 1.5 is not a 64-bit integer/],
    [{ big: 2 ** 60 }, /^big: .* is not a 64-bit integer/],
    [{ samples: 5 }, /^samples: 5 is not a record or array/],
    [{ samples: [[true]] }, /^samples\[0\]\[0\]: true is neither/],
    [null, /^struct_all: null is not a record/],
    [{ on: 1 }, /^on: 1 is not true or false/],
  ] as const) {
    assert.throws(
      () => fromJson(codec, json),
      (error: unknown) => error instanceof FieldValueError && message.test(error.message),
    );
  }
});

test("64-bit integers are checked in each shape", async () => {
  const [numbers, strings] = [await codecIn({ int64: "number" }), await codecIn({ int64: "string" })];
  assert.deepEqual(numbers.decode(viewOf(encodeChecked(numbers, { small: -5, bits: 7 }))), {
    ...numbers.decode(viewOf(encoded(numbers, {}))),
    small: -5,
    bits: 7,
  });
  assert.throws(() => encodeChecked(numbers, { small: 5n }), /small: 5 is not a 64-bit integer \(number\)/);
  assert.throws(() => encodeChecked(numbers, { bits: 2 ** 41 }), /bits: .* is out of range/);
  assert.throws(() => encodeChecked(strings, { big: "-1" }), /big: "-1" is out of range/);
  assert.throws(() => encodeChecked(strings, { big: "1e3" }), /big: "1e3" is not a 64-bit integer \(string\)/);
  const bytes = patched(strings, encoded(strings, { rest: "-3", bits: "99" }), { bits: "1099511627775" });
  assert.deepEqual(
    [strings.decode(viewOf(bytes))].map((raw) => {
      const { bits, rest } = raw as Record<string, unknown>;
      return [bits, rest];
    }),
    [["1099511627775", "-3"]],
  );
  assert.equal((strings.fromStored({ bits: 0.4 }) as Record<string, unknown>).bits, "4");
});

test("the TypeScript of each shape has no type errors", { skip: onlyLong }, () => {
  const folder = temporaryFolder();
  const roots = SHAPES.map((options, index) => {
    for (const { path, text, built } of compiled({ ...options, contract: "standalone", importExtension: "ts" })) {
      if (built) continue;
      const file = join(folder, `${index}`, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
    const use = join(folder, `${index}/use.ts`);
    writeFileSync(use, USE);
    return use;
  });
  const flags =
    "--noEmit --strict --noUncheckedIndexedAccess --exactOptionalPropertyTypes --allowImportingTsExtensions";
  const platform = "--target es2022 --module nodenext --skipLibCheck --types node --typeRoots node_modules/@types";
  const args = ["node_modules/.bin/tsc", "--ignoreConfig", ...flags.split(" "), ...platform.split(" "), ...roots];
  const { stdout, status } = spawnSync(process.execPath, args, { encoding: "utf8" });
  assert.equal(stdout, "");
  assert.equal(status, 0);
});

const USE = `import { fromJson, toJson } from "./codec.ts";
import { rig } from "./rig.ts";
const message = rig.decode(new Uint8Array(300));
if (message.name === "struct_all") {
  const { samples, raw } = message.raw;
  const total: number = (samples[0]?.[3] ?? 0) + (raw[1] ?? 0);
  const json = toJson(rig.all, message.raw);
  rig.encode({ id: 7, raw: { ...fromJson(rig.all, json), raw: [total, 2], samples: [samples[1]] } });
  // @ts-expect-error There is no such field.
  toJson(rig.all, { limit: 1 });
}
`;
