import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import {
  allocateRing,
  RingReader,
  type RingRecord,
  RingWriter,
} from "../../../../runtime/sources/udp/datagram-ring.ts";

function record(): RingRecord {
  return { channel: 0, sender: "", receivedNs: 0n, payload: new Uint8Array(0) };
}

test("records are read as written, in order, whatever their sizes and however reads and writes alternate", () => {
  const step = fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({ size: fc.integer({ min: 0, max: 90 }), sender: fc.stringMatching(/^[0-9.:]{0,20}$/) }),
    },
    { weight: 2, arbitrary: fc.constant("read" as const) },
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 300 }), (steps) => {
      const memory = allocateRing(512);
      const writer = new RingWriter(memory);
      const reader = new RingReader(memory);
      const expected: RingRecord[] = [];
      const into = record();
      let dropped = 0;
      let isAsleep = true;
      steps.forEach((current, index) => {
        if (current === "read") {
          const next = expected.shift();
          assert.equal(reader.read(into), next !== undefined);
          if (next !== undefined) assert.deepEqual(into, next);
          else reader.sleep();
          isAsleep ||= next === undefined;
          return;
        }
        const payload = new Uint8Array(current.size).fill(index);
        const outcome = writer.write(index, current.sender, BigInt(index), payload);
        if (outcome === "full") {
          dropped++;
          return;
        }
        assert.equal(outcome, isAsleep ? "wake" : "written");
        isAsleep = false;
        expected.push({ channel: index, sender: current.sender, receivedNs: BigInt(index), payload });
      });
      while (reader.read(into)) assert.deepEqual(into, expected.shift());
      assert.equal(expected.length, 0);
      assert.equal(reader.dropped, dropped);
    }),
    { numRuns: 500, seed: 1 },
  );
});

test("an empty ring accepts a record of nearly its capacity", () => {
  const memory = allocateRing(512);
  assert.equal(new RingWriter(memory).write(0, "", 0n, Buffer.alloc(512 - 16 - 8)), "wake");
});

test("if the reader kept up, the ring accepts a burst of nearly its capacity", () => {
  const memory = allocateRing(1 << 16);
  const [writer, reader] = [new RingWriter(memory), new RingReader(memory)];
  for (let index = 0; index < 20; index++) {
    assert.equal(writer.write(0, "127.0.0.1:5000", BigInt(index), Buffer.alloc(100)), index === 0 ? "wake" : "written");
    assert.equal(reader.read(record()), true);
  }
  // 136 bytes each.
  for (let index = 0; index < 450; index++) {
    assert.notEqual(writer.write(0, "127.0.0.1:5000", BigInt(index), Buffer.alloc(100)), "full");
  }
  assert.equal(reader.dropped, 0);
});

test("with a reader that keeps up, the ring uses a small part of its memory, and a burst can use all of it", () => {
  const memory = allocateRing(1 << 16);
  const [writer, reader] = [new RingWriter(memory), new RingReader(memory)];
  const payload = Buffer.alloc(100, 1);
  const into = record();
  for (let index = 0; index < 3000; index++) {
    assert.notEqual(writer.write(0, "127.0.0.1:5000", BigInt(index), payload), "full");
    assert.equal(reader.read(into), true);
    assert.equal(reader.read(into), false);
  }
  assert.equal(
    Buffer.from(memory.data, (1 << 11) + 256).findIndex((byte) => byte !== 0),
    -1,
  );
  for (let round = 0; round < 300; round++) {
    // 136 bytes each.
    for (let index = 0; index < 465; index++) assert.notEqual(writer.write(0, "127.0.0.1:5000", 0n, payload), "full");
    for (let index = 0; index < 465; index++) assert.equal(reader.read(into), true);
    assert.equal(reader.read(into), false);
    assert.notEqual(writer.write(0, "", 0n, payload), "full");
    assert.equal(reader.read(into), true);
  }
  assert.equal(reader.dropped, 0);
});

test("a record that is written while the reader begins the ring again is read once", () => {
  const memory = allocateRing(1 << 10);
  const [writer, reader] = [new RingWriter(memory), new RingReader(memory)];
  const into = record();
  writer.write(1, "", 1n, Buffer.alloc(100, 1));
  assert.equal(reader.read(into), true);
  let empty: boolean | undefined;
  // Copied byte by byte: the ring is looked at in the middle of the write.
  const payload = Object.defineProperty({ length: 4, 1: 6, 2: 7, 3: 8 }, 0, {
    get() {
      empty = !reader.read(into);
      return 5;
    },
  });
  assert.notEqual(writer.write(2, "", 2n, payload as unknown as Uint8Array), "full");
  assert.equal(empty, true);
  assert.equal(reader.read(into), true);
  assert.deepEqual(into, { channel: 2, sender: "", receivedNs: 2n, payload: Uint8Array.of(5, 6, 7, 8) });
  assert.equal(reader.read(into), false);
  assert.equal(reader.dropped, 0);
});
