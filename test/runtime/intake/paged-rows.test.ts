/** Rows in pages equal those that messages are decoded to one by one, as points and as the store has them. */

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { ChannelCodecs } from "../../../runtime/codec/struct-codec.ts";
import { DatagramDecoder } from "../../../runtime/intake/datagram-decoder.ts";
import { FrameMessages } from "../../../runtime/intake/frame-messages.ts";
import { blockOf } from "../../../runtime/journal/raw-blocks.ts";
import { readHead, recordBytesAtMost, writeRecord } from "../../../runtime/journal/record.ts";
import { type Message, withSchema } from "../../../runtime/model/message.ts";
import { isRecorded, type RecordedEntry } from "../../../runtime/model/message-log.ts";
import { PagedRow } from "../../../runtime/model/paged-row.ts";
import type { Point } from "../../../runtime/model/point.ts";
import { openDuckdbStore } from "../../../runtime/store/duckdb/duckdb-store.ts";
import { rounds } from "../../support/long.ts";
import { codecsOf, headerOf, structs } from "../../support/random-structs.ts";
import { inTemporaryFolder } from "../../support/temporary-folder.ts";

const EPOCH = 3;
/** The messages as entries of one block. */
function entriesOf(messages: readonly Message[]): readonly RecordedEntry[] {
  const bytes = Buffer.alloc(messages.reduce((sum, message) => sum + recordBytesAtMost(message), 0));
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let end = 0;
  for (const message of messages) end = writeRecord(bytes, view, end, message);
  const last = messages.length;
  const raw = { first: 1, last, after: 0, upTo: last, epoch: EPOCH, behind: false, bytes: bytes.subarray(0, end) };
  const entries = [...blockOf("log/", raw).entries];
  return entries.filter(isRecorded);
}

function shown({ database, measurement, timeNs, timeSource, columns, values, texts, origin }: Point): unknown {
  const { message, ...rest } = origin;
  return { database, measurement, timeNs, timeSource, columns, values, texts, origin: { ...rest, message } };
}

/** Both ways of decoding the messages; those that are in pages. */
function bothWays(decoder: DatagramDecoder, messages: readonly Message[]) {
  const kind = new FrameMessages("udp", { decoder: () => decoder });
  const plain: Point[] = [];
  const paged: PagedRow[] = [];
  for (const [at, entry] of entriesOf(messages).entries()) {
    const head = readHead(entry.block, entry.at);
    const row = head && kind.paged(head, entry);
    if (row === undefined) continue;
    const [point, ...others] = kind.decode(entry.message).points;
    assert.deepEqual(others, []);
    const { id, epoch } = entry;
    plain.push({ ...point!, texts: undefined, origin: { message: messages[at]!, id, epoch } });
    paged.push(row);
  }
  return { plain, paged };
}

function messagesOf(codecs: ChannelCodecs, payloads: readonly Uint8Array[]): Message[] {
  return payloads.map((random, at) => {
    const codec = codecs.structs[at % codecs.structs.length]!;
    const payload = Buffer.alloc(codec.wireSize, random);
    payload[0] = codec.wireSize;
    payload[1] = codec.id;
    const receivedNs = 1_700_000_000_000_000_000n + BigInt(at);
    const sender = at % 5 === 0 ? "[::1]:5" : "127.0.0.1:50123";
    const message: Message = { source: "udp", address: "rig", sender, contentType: "", receivedNs, payload };
    const timed = at % 3 === 0 ? { ...message, measuredNs: receivedNs - 5n } : message;
    return withSchema(timed, Number.parseInt(codec.schema, 16));
  });
}

const payloads = fc.array(fc.uint8Array({ minLength: 1, maxLength: 40 }), { minLength: 30, maxLength: 60 });

test("rows in pages have the places, times and values of decoded points, for random structs and bytes", async () => {
  let rows = 0;
  await fc.assert(
    fc.asyncProperty(structs, payloads, async (members, random) => {
      const codecs = await codecsOf(headerOf(members));
      const decoder = new DatagramDecoder({ name: "rig", wampTopic: "lab.rig", codecs });
      const { plain, paged } = bothWays(decoder, messagesOf(codecs, random));
      assert.equal(paged.length, random.length, "all fit into pages");
      assert.deepEqual(paged.map(shown), plain.map(shown));
      rows += paged.length;
    }),
    { numRuns: rounds(60, 1000) },
  );
  assert.ok(rows > 0, "nothing was compared");
});

test("what has several rows, is retried, or of an unknown layout is decoded one by one", async () => {
  const samples = await codecsOf(`#include <stdint.h>
struct struct_imu { uint8_t length; uint8_t ID; int16_t v[3]; // @samples: dt=200us; at=end
} imu = {8, 1};
struct struct_one { uint8_t length; uint8_t ID; int16_t v; } one = {4, 2};
`);
  const decoder = new DatagramDecoder({ name: "rig", wampTopic: "lab.rig", codecs: samples });
  const [imu, one] = messagesOf(samples, [Buffer.from([1]), Buffer.from([2])]) as [Message, Message];
  const { schema: _, ...unmarked } = one;
  const of = (message: Message) => bothWays(decoder, [message]).paged.length;
  assert.deepEqual(
    [of(imu), of(one), of({ ...one, isRetry: true }), of(unmarked as Message), of({ ...one, schema: 1 })],
    [0, 1, 0, 0, 0],
  );
});

test("counted and conditional members, several versions and clocks of senders are as when decoded", async () => {
  const header = `#include <stdint.h>
#pragma pack(1)
struct struct_var { uint8_t length; uint8_t ID; uint32_t t; // @time: ms epoch
  uint8_t n; uint16_t v[4]; // @count: n
} var = {0, 1};
`;
  const codecs = await codecsOf(header);
  const older = await codecsOf(header.replace("uint16_t v[4]", "uint32_t v[4]"));
  const both = { ...codecs, version: "2", older: [{ ...older, version: "1" }] };
  const decoder = new DatagramDecoder({ name: "rig", wampTopic: "lab.rig", codecs: both });
  const [codec] = codecs.structs;
  const messages = [0, 1, 4].map((n, at): Message => {
    const payload = Buffer.from([0, 1, 9, 0, 0, 0, n, ...new Array(2 * n).fill(7)]);
    const message = { source: "udp", address: "rig", sender: "a:1", contentType: "", receivedNs: BigInt(at), payload };
    return withSchema(message, Number.parseInt(codec!.schema, 16));
  });
  const { plain, paged } = bothWays(decoder, messages);
  assert.equal(paged.length, 3);
  assert.deepEqual(paged.map(shown), plain.map(shown));
  assert.deepEqual(
    paged.map(({ columns }) => columns.slice(-3).map(({ name }) => name)),
    new Array(3).fill(["_received_", "_schema_", "_hex_"]),
  );
});

test("DuckDB has the same rows both ways, mixed with other rows and after a refused column", () =>
  inTemporaryFolder(async (directory) => {
    const codecs = await codecsOf(`#include <stdint.h>
#include <stdbool.h>
struct struct_all { uint8_t length; uint8_t ID; bool on; char name[4]; float f; double d; uint64_t u; int64_t i; uint16_t x; // @rule: name=inverse; expr=1 / x
} all = {0, 1};
struct struct_two { uint8_t length; uint8_t ID; int16_t v; } two = {4, 2};
`);
    const decoder = new DatagramDecoder({ name: "rig", wampTopic: "lab.rig", codecs });
    const random = fc.sample(fc.uint8Array({ minLength: 1, maxLength: 40 }), { numRuns: 5000, seed: 5 });
    const { plain, paged } = bothWays(decoder, messagesOf(codecs, random));
    assert.equal(paged.length, 5000);
    assert.ok(
      paged.every((row) => row instanceof PagedRow),
      "a row is not in a page",
    );
    // Single rows are not in pages, as after a restart in a cluster.
    const mixed = paged.map((row, at) => (at % 700 === 0 ? plain[at]! : row));
    const conflict = { ...plain[0]!, columns: [{ name: "inverse", type: "string" as const }], values: ["text"] };
    const first = { ...conflict, timeNs: 1n };
    const read = async (name: string, points: readonly Point[]) => {
      const store = openDuckdbStore({ path: `${directory}/${name}.duckdb` });
      await store.open();
      try {
        const refused: string[] = [];
        await store.write([first], 1);
        const outcome = await store.write(points, 2, async (all) => {
          refused.push(
            ...all.map(
              ({ point, error }) => `${point.timeNs} ${point.columns.map((each) => each.name)} ${error.message}`,
            ),
          );
        });
        const rows = [];
        for (const measurement of ["01_all", "02_two"])
          for await (const row of store.rows({ database: "lab_rig", measurement })) rows.push(row);
        return { refused, stored: outcome.stored, rows };
      } finally {
        await store.close();
      }
    };
    const expected = await read("plain", plain);
    assert.equal(expected.rows.length, 5001);
    assert.ok(expected.refused.length > 0, "nothing was refused");
    assert.deepEqual(await read("paged", mixed), expected);
  }));

test("a page that is used again has the values of its new rows alone, and its old ones can no longer be read", async () => {
  const codecs = await codecsOf(`#include <stdint.h>
#pragma pack(1)
struct struct_var { uint8_t length; uint8_t ID; char name[4]; float f; uint8_t x; // @rule: name=inverse; expr=1 / x
  uint8_t n; uint64_t v[3]; // @count: n
} var = {0, 1};
`);
  const decoder = new DatagramDecoder({ name: "rig", wampTopic: "lab.rig", codecs });
  const [codec] = codecs.structs;
  const schema = Number.parseInt(codec!.schema, 16);
  const count = 4000;
  const messagesAt = (round: number): Message[] =>
    Array.from({ length: count }, (_, at) => {
      const n = (at + round) % 4;
      const name = (at + round) % 3 === 0 ? [0, 0, 0, 0] : [65 + round, 65 + (at % 26), 0, 0];
      const values = new Array(8 * n).fill((at + round) & 0xff);
      const payload = Buffer.from([0, 1, ...name, at & 0xff, round, 0, 64, (at + round) % 5, n, ...values]);
      const receivedNs = BigInt(1 + round * count + at);
      const message = { source: "udp", address: "rig", sender: "a:1", contentType: "", receivedNs, payload };
      return withSchema(message, schema);
    });
  const pages = new Set<object>();
  let again = 0;
  for (let round = 0; round < 4; round++) {
    const { plain, paged } = bothWays(decoder, messagesAt(round));
    assert.equal(paged.length, count);
    assert.deepEqual(paged.map(shown), plain.map(shown));
    const used = new Set(paged.map(({ page }) => page));
    again += [...used].filter((page) => pages.has(page)).length;
    for (const page of used) pages.add(page);
    // The last round's rows stay.
    if (round === 3) continue;
    const first = paged[0]!;
    for (const row of paged) {
      row.done();
      row.done();
    }
    assert.throws(() => first.values, /after it was done/);
    assert.throws(() => first.timeNs, /after it was done/);
    assert.throws(() => first.hex(), /after it was done/);
  }
  assert.ok(again > 0, "no page was used again");
});
