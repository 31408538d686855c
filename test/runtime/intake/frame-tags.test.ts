import assert from "node:assert/strict";
import { test } from "node:test";
import { compile } from "../../../generator/compile.ts";
import { memoryReader } from "../../../generator/source/header-reader.ts";
import { DatagramDecoder } from "../../../runtime/intake/datagram-decoder.ts";
import { FrameMessages } from "../../../runtime/intake/frame-messages.ts";
import { Senders } from "../../../runtime/intake/senders.ts";
import { readRecord, recordBytesAtMost, writeRecord } from "../../../runtime/journal/record.ts";
import type { Message } from "../../../runtime/model/message.ts";
import { planOf } from "../../support/channel-plan.ts";
import { channelsOf } from "../../support/compiled-channels.ts";

const HEADER = `
#pragma pack(push, 1)
struct struct_imu { uint8_t length; uint8_t ID; uint16_t seq; // @seq
  uint32_t t; // @time: us since boot
  int16_t v[3]; // @samples: dt=200us; at=end; @rule: name=volts; expr=v / 10
} imu = {14, 1};
struct struct_fix { uint8_t length; uint8_t ID; uint16_t week; // @time: week
  uint32_t tow; // @time: tow
} fix = {8, 2};
struct struct_clock { uint8_t length; uint8_t ID; uint32_t s; // @time: s epoch
} clock = {6, 3};
struct struct_plain { uint8_t length; uint8_t ID; uint8_t x; } plain = {3, 4};
#pragma pack(pop)
`;

const { files } = compile([{ plan: planOf({ name: "rig" }), reader: memoryReader({ "lab.h": HEADER }) }], {
  version: "0.0.0",
});
const codecs = (await channelsOf(files))["rig"]!;
const decoder = new DatagramDecoder({ name: "rig", wampTopic: "lab.rig", codecs });

function message(payload: Buffer, receivedNs: bigint): Message {
  return { source: "frames", address: "rig", sender: "tcp://a:1", contentType: "", receivedNs, payload };
}

function frame(id: number, record: object): Buffer {
  const codec = codecs.byId[id]!;
  const bytes = Buffer.alloc(codec.wireSize);
  codec.encode(record, new DataView(bytes.buffer, bytes.byteOffset, bytes.length));
  return bytes;
}

/** As in intake. */
function stamped(senders: Senders, payload: Buffer, receivedNs: bigint): Message {
  const received = message(payload, receivedNs);
  return senders.stamp(received, decoder.facts(received)!);
}

function rows(from: Message) {
  return decoder.decode(from).points.map(({ timeNs, timeSource, columns, values }) => ({
    timeNs,
    timeSource,
    ...Object.fromEntries(
      columns.flatMap(({ name }, index) => (values[index] === undefined ? [] : [[name, values[index]]])),
    ),
  }));
}

const NOW = 1_700_000_000_000_000_000n;

test("a run of samples gives a row for each, with its time; the message's own row has the other fields [D38]", () => {
  const payload = frame(1, { seq: 7, t: 5_000_000, v: [10, 20, 30] });
  const timeSource = "measured";
  assert.deepEqual(rows(stamped(new Senders(), payload, NOW)), [
    { timeNs: NOW - 400_000n, timeSource, volts: 1 },
    { timeNs: NOW - 200_000n, timeSource, volts: 2 },
    {
      ...{ timeNs: NOW, timeSource, length: 14, ID: 1, seq: 7, t: 5_000_000, volts: 3 },
      ...{ _received_: NOW, _hex_: payload.toString("hex") },
    },
  ]);
});

test("the sender's clock gives the rows' time, and the time of receipt is kept; no two messages share a time [D16]", () => {
  const senders = new Senders();
  const late = 40_000_000n;
  stamped(senders, frame(1, { t: 1_000_000 }), NOW);
  const second = stamped(senders, frame(1, { t: 1_500_000 }), NOW + 500_000_000n + late);
  assert.equal(second.measuredNs, NOW + 500_000_000n);
  const again = stamped(senders, frame(1, { t: 1_500_000 }), NOW + 500_000_001n + late);
  assert.equal(again.measuredNs, NOW + 500_000_001n);
  assert.equal(rows(second).at(-1)!["_received_" as never], NOW + 500_000_000n + late);
});

test("GPS week and time of week give UTC, a short week the one nearest to receipt; without a fix, the time of receipt", () => {
  // 2023-11-14T22:13:20Z is GPS second 166418 of week 2288, 18 leap seconds included (IS-GPS-200).
  const at = (week: number, tow: number) => stamped(new Senders(), frame(2, { week, tow }), NOW + 70n);
  const tow = (2 * 86_400 + 22 * 3600 + 13 * 60 + 20 + 18) * 1000;
  assert.equal(at(2288, tow).measuredNs, NOW);
  assert.equal(at(2288 - 2048, tow).measuredNs, NOW);
  assert.equal(at(0, 0).measuredNs, undefined);
  assert.equal(rows(at(0, 0))[0]!.timeNs, NOW + 70n);
});

test("a clock that was never set gives no time: the row has the time of receipt, and it is counted", () => {
  const senders = new Senders();
  const at = (s: number) => {
    const received = message(frame(3, { s }), NOW + 9n);
    const facts = decoder.facts(received)!;
    const measured = senders.stamp(received, facts);
    return [measured.measuredNs, senders.count(measured, facts).withoutTime];
  };
  assert.deepEqual(at(1_700_000_000), [NOW, 0]);
  assert.deepEqual(at(86_400), [undefined, 1]);
  assert.deepEqual(at(1_900_000_000), [undefined, 1]);
});

test("messages without tags have no facts, nor do undecodable ones", () => {
  assert.equal(decoder.facts(message(frame(4, { x: 1 }), NOW)), undefined);
  assert.equal(decoder.facts(message(Buffer.of(3, 9, 1), NOW)), undefined);
});

test("the log's record contains the time by the sender's clock, besides everything it contained before", () => {
  for (const source of ["udp", "http", "frames"]) {
    for (const measuredNs of [undefined, -5n, NOW]) {
      for (const isRetry of [false, true]) {
        const one: Message = {
          ...message(Buffer.from("0102", "hex"), NOW),
          ...{ source, contentType: "text/x" },
          ...(measuredNs !== undefined && { measuredNs }),
          ...(isRetry && { isRetry }),
        };
        const bytes = Buffer.alloc(recordBytesAtMost(one) + 3);
        const end = writeRecord(bytes, new DataView(bytes.buffer, bytes.byteOffset, bytes.length), 3, one);
        assert.deepEqual(readRecord(bytes, 3), { message: one, end });
      }
    }
  }
});

test("frames of a source that nobody else knows are explained like those of UDP", () => {
  const kind = new FrameMessages("can", { decoder: () => decoder });
  const frame = { ...message(Buffer.from([3, 9, 1]), 1n), source: "can" };
  assert.match(kind.explain(frame) ?? "nothing", /ID 9/);
});
