import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { fitsRecord, readHead, readRecord, recordBytesAtMost, writeRecord } from "../../../runtime/journal/record.ts";
import type { Message } from "../../../runtime/model/message.ts";
import { anyText } from "../../support/any-text.ts";

const MESSAGE: fc.Arbitrary<Message> = fc
  .record(
    {
      source: fc.constantFrom("udp", "http", "mqtt", "frames", "serial"),
      address: anyText(),
      sender: fc.string(),
      contentType: fc.string(),
      receivedNs: fc.bigInt({ min: 0n, max: 2n ** 63n - 1n }),
      retry: fc.record({
        isRetry: fc.constant(true as const),
        loggedNs: fc.bigInt({ min: 0n, max: 2n ** 63n - 1n }),
      }),
      schema: fc.nat(0xffff_ffff),
      payload: fc.uint8Array().map((bytes) => Buffer.from(bytes)),
    },
    { requiredKeys: ["source", "address", "sender", "contentType", "receivedNs", "payload"] },
  )
  .map(({ retry, ...message }) => ({ ...message, ...retry }));

test("a retry of an older version does not say when it came into the log", () => {
  const sender = "127.0.0.1:9";
  const old: Message = { ...fc.sample(MESSAGE, { seed: 1, numRuns: 1 })[0]!, sender, isRetry: true };
  const { loggedNs: _, ...message } = old;
  const bytes = Buffer.alloc(recordBytesAtMost(message));
  writeRecord(bytes, new DataView(bytes.buffer, bytes.byteOffset, bytes.length), 0, message);
  assert.deepEqual(readRecord(bytes, 0)?.message, message);
});

test("a record is read as written, with the layout it was decoded with", () => {
  fc.assert(
    fc.property(MESSAGE, (message) => {
      assert.equal(fitsRecord(message), true);
      const bytes = Buffer.alloc(recordBytesAtMost(message));
      const end = writeRecord(bytes, new DataView(bytes.buffer, bytes.byteOffset, bytes.length), 0, message);
      assert.deepEqual(readRecord(bytes, 0), { message: { ...message }, end });
      assert.equal(readRecord(bytes.subarray(0, end - 1), 0), undefined);
    }),
    { seed: 14 },
  );
});

test("heads have the address and the times of their messages, whatever address was before", () => {
  // The bytes of the second address are the units of the first.
  const alike = fc.constantFrom("\u00c3\u00bc", "\u00fc", "rig", "rin", "ri");
  const message = fc.tuple(
    MESSAGE,
    fc.oneof(alike, anyText()),
    fc.nat(0xffff_ffff),
    fc.option(fc.bigInt({ min: 0n, max: 2n ** 63n - 1n }), { nil: undefined }),
  );
  fc.assert(
    fc.property(fc.array(message), (messages) => {
      for (const [{ isRetry: _, loggedNs: __, ...of }, address, schema, measuredNs] of messages) {
        const written = { ...of, address, schema, ...(measuredNs !== undefined && { measuredNs }) };
        const bytes = Buffer.alloc(recordBytesAtMost(written));
        const end = writeRecord(bytes, new DataView(bytes.buffer, bytes.byteOffset, bytes.length), 0, written);
        const { source, receivedNs, payload } = written;
        const head = { source, address, schema, receivedNs, measuredNs, payloadAt: end - payload.length, end };
        assert.deepEqual({ ...readHead(bytes, 0) }, head);
      }
    }),
    { seed: 3 },
  );
});
