import assert from "node:assert/strict";
import { test } from "node:test";
import type { StructCodec } from "../../../runtime/codec/struct-codec.ts";
import type { KeptCommand } from "../../../runtime/parts/commands/kept-command.ts";
import { SequenceNumbers } from "../../../runtime/parts/commands/sequence-numbers.ts";

const T = 1_800_000_000;
const wide = (bits: 8 | 16 | 32, sign: "int" | "uint" = "uint") =>
  ({
    fields: [{ path: "seq", ctype: `${sign}${bits}_t`, scalar: `${sign}${bits}`, byteOffset: 2, bitWidth: bits }],
  }) as unknown as StructCodec;

function numbers(nowS: () => number, sequence?: number): SequenceNumbers {
  const kept = { place: "lab/rig", sequence } as KeptCommand;
  const commands = new Map(sequence === undefined ? [] : [[1, kept] as const]);
  return new SequenceNumbers({ commands }, () => nowS() * 1000);
}

test("with 32 bits numbers only grow: also without the log, at another node, and if the clock goes back", () => {
  let nowS = T;
  const own = numbers(() => nowS);
  const next = () => own.next("lab/rig", wide(32), wide(32))!;
  const given = [next(), next(), next()];
  assert.deepEqual(given, [T, T + 1, T + 2]);
  nowS = T - 100;
  assert.equal(next(), T + 3);
  assert.equal(numbers(() => T + 60).next("lab/rig", wide(32, "int"), wide(32)), T + 60);
  assert.equal(numbers(() => T, T + 500).next("lab/rig", wide(32), undefined), T + 501);
});

test("narrower fields count on from the log, as far as the narrower of both structs reaches", () => {
  assert.equal(numbers(() => T, 254).next("lab/rig", wide(32), wide(8)), 255);
  assert.equal(numbers(() => T, 255).next("lab/rig", wide(8), wide(32)), 0);
  assert.equal(numbers(() => T, 32_767).next("lab/rig", wide(16, "int"), wide(16)), 0);
  assert.equal(numbers(() => T).next("lab/rig", { fields: [] } as unknown as StructCodec, undefined), undefined);
});
