/**
 * For the sample headers, `encode(untransform(transform(decode(x))))` is `x`, to the bit. They scale no doubles, because several doubles
 * can share one scaled value.
 */

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { test } from "node:test";
import { compile } from "../../generator/compile.ts";
import { memoryReader } from "../../generator/source/header-reader.ts";
import type { StructCodec } from "../../runtime/codec/struct-codec.ts";
import { channelsOf, encoded, viewOf } from "../support/compiled-channels.ts";

const RECORDS = 10_000;
const HEADERS = new URL("../../headers/", import.meta.url);

function inputs() {
  const names = readdirSync(HEADERS).filter((name) => name.endsWith(".h"));
  return names.map((header, index) => ({
    plan: {
      name: basename(header, ".h"),
      udpPort: 8888 + index,
      wampTopic: "lab.samples",
      includePath: "/headers",
      headerFiles: [header],
      abi: "x86-64",
      byteOrder: "little",
      layout: undefined,
      defines: new Map<string, string>(),
      storeExclude: [],
    } as const,
    reader: memoryReader({ [header]: readFileSync(new URL(header, HEADERS)) }),
  }));
}

/** xorshift32: the same records every time. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
}

/** Random bytes with finite floats and zero padding. */
function randomMessage(codec: StructCodec, random: () => number): Uint8Array {
  const bytes = Uint8Array.from({ length: codec.wireSize }, () => random() & 0xff);
  const view = viewOf(bytes);
  for (const { scalar, byteOffset } of codec.fields) {
    if (scalar === "float32") view.setFloat32(byteOffset, (random() / 2 ** 31 - 1) * 10 ** (random() % 9), true);
    if (scalar === "float64") view.setFloat64(byteOffset, (random() / 2 ** 31 - 1) * 10 ** (random() % 9), true);
  }
  return encoded(codec, codec.decode(view));
}

/** Stored values, and the raw ones for rules without an inverse. */
function input(codec: StructCodec, raw: object): object {
  const asked = codec.fields.filter((field) => field.rawKey !== undefined);
  const values = raw as Record<string, unknown>;
  return { ...codec.toStored(raw), ...Object.fromEntries(asked.map(({ rawKey, path }) => [rawKey, values[path]])) };
}

const { files, diagnostics } = compile(inputs(), { version: "0.0.0" });
assert.deepEqual(
  diagnostics.filter(({ severity }) => severity === "error"),
  [],
);
const channels = await channelsOf(files);

for (const { name: channel, structs } of Object.values(channels)) {
  for (const codec of structs) {
    test(`${RECORDS} messages of ${channel}'s ${codec.name} survive a round trip through stored values`, () => {
      const random = createRandom(0x5eed + codec.id);
      for (let count = 0; count < RECORDS; count++) {
        const bytes = randomMessage(codec, random);
        const again = encoded(codec, codec.fromStored(input(codec, codec.decode(viewOf(bytes)))));
        if (!Buffer.from(again).equals(bytes)) assert.deepEqual(again, bytes);
      }
    });
  }
}
