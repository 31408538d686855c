import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { type CapturedDatagram, CaptureReader, isCapture } from "../../../runtime/frames/capture.ts";
import { type Captured, CaptureFlows } from "../../../runtime/frames/capture-flows.ts";
import { captureFile } from "../../support/captures.ts";
import { onlyLong } from "../../support/long.ts";
import { hasPython } from "../../support/protocols.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const folder = temporaryFolder();
const hasText2pcap = spawnSync("text2pcap", ["--version"]).status === 0;
const hasEditcap = spawnSync("editcap", ["--version"]).status === 0;

interface Read extends CapturedDatagram {
  readonly timeNs: bigint;
}

function read(file: Buffer, pieces = file.length): { datagrams: Read[]; others: number; waiting: number } {
  const reader = new CaptureReader();
  const datagrams: Read[] = [];
  const flows = new CaptureFlows();
  for (let at = 0; at < file.length; at += pieces) {
    for (const packet of reader.push(file.subarray(at, at + pieces))) {
      for (const found of flows.take(packet)) {
        if (found.kind !== "datagram") continue;
        const { datagram } = found;
        datagrams.push({ ...datagram, payload: Buffer.from(datagram.payload), timeNs: packet.timeNs });
      }
    }
  }
  flows.end();
  return { datagrams, others: flows.others + flows.incomplete + flows.cut, waiting: reader.waiting };
}

const TIME = 1_700_000_000_123_456_000n;

test("pcap in either byte order, with micro- and nanoseconds, over every link type, in pieces of any size", {
  skip: onlyLong || (hasPython() ? false : "needs Python 3"),
}, () => {
  for (const order of ["<", ">"] as const) {
    for (const unit of ["us", "ns"] as const) {
      for (const link of [1, 0, 101, 113, 276]) {
        const file = captureFile(["0102", "030405"], { order, unit, link, port: 8888 });
        const expected = [0, 1].map((index) => ({
          sender: index === 0 ? "10.0.0.7:5000" : "[fe80:0:0:0:0:0:0:7]:5000",
          port: 8888,
          payload: Buffer.from(["0102", "030405"][index]!, "hex"),
          timeNs: TIME + BigInt(index) * 1_000_000_000n,
        }));
        for (const pieces of [file.length, 1, 7, 30]) {
          // A TCP segment, a fragment and a truncated packet are not datagrams.
          assert.deepEqual(
            read(file, pieces),
            { datagrams: expected, others: 3, waiting: 0 },
            `${order}${unit} ${link}`,
          );
        }
        assert.equal(isCapture(file), true);
      }
    }
  }
});

test("files of Wireshark's text2pcap, including pcapng", { skip: hasText2pcap ? false : "needs text2pcap" }, () => {
  for (const format of ["pcap", "nsecpcap", "pcapng"]) {
    const path = join(folder, format);
    const arguments_ = ["-F", format, "-q", "-u", "5000,8888", "-4", "10.0.0.7,10.0.0.8", "-t", "%s.%f", "-", path];
    const { status, stderr } = spawnSync("text2pcap", arguments_, {
      input: "1700000000.5\n0000 01 02 03\n1700000001.25\n0000 04 05\n",
      encoding: "utf8",
      env: { ...process.env, TZ: "UTC" },
    });
    assert.equal(status, 0, stderr);
    const { datagrams, others, waiting } = read(readFileSync(path), 11);
    assert.deepEqual([others, waiting], [0, 0], format);
    assert.deepEqual(
      datagrams.map(({ sender, port, payload, timeNs }) => [sender, port, payload.toString("hex"), timeNs]),
      [
        ["10.0.0.7:5000", 8888, "010203", 1_700_000_000_500_000_000n],
        ["10.0.0.7:5000", 8888, "0405", 1_700_000_001_250_000_000n],
      ],
      format,
    );
  }
});

test("packets cut by editcap's snapshot length are counted, whole ones are read", {
  skip: hasText2pcap && hasEditcap ? false : "needs text2pcap and editcap",
}, () => {
  const whole = join(folder, "whole");
  const input =
    "1700000000.5\n0000 01 02 03\n1700000001.25\n0000 04 05 06 07 08 09 0a 0b 0c 0d 0e 0f 10 11 12 13 14 15 16 17 18 19 1a\n";
  for (const protocol of ["-u", "-T"]) {
    for (const format of ["pcap", "pcapng"]) {
      const made = ["-F", format, "-q", protocol, "5000,8888", "-4", "10.0.0.7,10.0.0.8", "-t", "%s.%f", "-", whole];
      assert.equal(spawnSync("text2pcap", made, { input, encoding: "utf8" }).status, 0);
      const short = join(folder, "short");
      // Ethernet, IP and the transport's head, and three bytes.
      const snapshot = 14 + 20 + (protocol === "-u" ? 8 : 20) + 3;
      assert.equal(spawnSync("editcap", ["-F", format, "-s", `${snapshot}`, whole, short]).status, 0);
      const flows = new CaptureFlows();
      const found = [...new CaptureReader().push(readFileSync(short))].flatMap((packet) => flows.take(packet));
      assert.deepEqual([flows.cut, flows.others], [1, 0], `${protocol} ${format}`);
      const datagrams = found.filter(({ kind }) => kind === "datagram");
      assert.equal(datagrams.length, protocol === "-u" ? 1 : 0);
    }
  }
});

test("an invalid or damaged capture is reported; any bytes give a sentence or no frames", () => {
  assert.equal(isCapture(Buffer.from("0x01020304\n")), false);
  assert.throws(() => [...new CaptureReader().push(Buffer.from("no capture at all"))], /^Error: it is not a capture/);
  const header = Buffer.from("d4c3b2a1020004000000000000000000ffff000001000000", "hex");
  const record = Buffer.alloc(16, 0xff);
  assert.throws(() => [...new CaptureReader().push(Buffer.concat([header, record]))], /impossible length/);
  let seed = 1;
  const random = (most: number) => {
    seed = (seed * 1_103_515_245 + 12_345) & 0x7fffffff;
    return seed % most;
  };
  for (let round = 0; round < 3000; round++) {
    const bytes = Buffer.from(Array.from({ length: random(200) }, () => random(256)));
    const link = [0, 1, 12, 101, 108, 113, 276, 228][random(8)]!;
    if (bytes.length > 16 && random(2) === 0) bytes[link === 1 ? 14 : 0] = 0x45 + 0x1b * random(2);
    new CaptureFlows().take({ linkType: link, bytes });
    const start =
      random(2) === 0 ? header : Buffer.from("0a0d0d0a1c0000004d3c2b1a01000000ffffffffffffffff1c000000", "hex");
    try {
      const flows = new CaptureFlows();
      for (const packet of new CaptureReader().push(Buffer.concat([start, bytes]))) flows.take(packet);
      flows.end();
    } catch (error) {
      assert.match((error as Error).message, /^it is /);
    }
  }
});

/** A packet of IP version 4, raw. */
function ip4(protocol: number, body: Buffer, { id = 1, place = 0, from = 7 } = {}) {
  const head = Buffer.from([0x45, 0, 0, 0, 0, 0, 0, 0, 64, protocol, 0, 0, 10, 0, 0, from, 10, 0, 0, 8]);
  head.writeUInt16BE(20 + body.length, 2);
  head.writeUInt16BE(id, 4);
  head.writeUInt16BE(place, 6);
  return { linkType: 101, bytes: Buffer.concat([head, body]) };
}

const MORE = 0x2000;

function udp(payload: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt16BE(5000, 0);
  head.writeUInt16BE(8888, 2);
  head.writeUInt16BE(8 + payload.length, 4);
  return Buffer.concat([head, payload]);
}

function tcp(sequence: number, payload: string, flags = 0x18): Buffer {
  const head = Buffer.alloc(20);
  head.writeUInt16BE(5000, 0);
  head.writeUInt16BE(9000, 2);
  head.writeUInt32BE(sequence >>> 0, 4);
  head[12] = 0x50;
  head[13] = flags;
  return Buffer.concat([head, Buffer.from(payload)]);
}

const textOf = (found: readonly Captured[]) =>
  found.map((each) => (each.kind === "bytes" ? each.bytes.bytes.toString() : each.kind)).join("|");

test("fragments are reassembled in any order, also if repeated; a missing one is counted", () => {
  const whole = udp(Buffer.from(Array.from({ length: 40 }, (_, index) => index)));
  const pieces = [
    ip4(17, whole.subarray(0, 16), { place: MORE }),
    ip4(17, whole.subarray(16, 32), { place: MORE | 2 }),
    ip4(17, whole.subarray(32), { place: 4 }),
  ];
  for (const order of [
    [0, 1, 2],
    [2, 1, 0],
    [1, 1, 2, 0],
    [0, 2, 0, 1],
  ]) {
    const flows = new CaptureFlows();
    const found = order.flatMap((index) => flows.take(pieces[index]!));
    assert.equal(found.length, 1, String(order));
    const [one] = found;
    assert.equal(one?.kind === "datagram" && one.datagram.payload.toString("hex"), whole.subarray(8).toString("hex"));
    assert.deepEqual([flows.others, flows.incomplete], [0, 0]);
  }
  const flows = new CaptureFlows();
  assert.deepEqual(flows.take(pieces[0]!), []);
  // A fragment of the same number from another sender belongs to another datagram.
  assert.deepEqual(flows.take(ip4(17, whole.subarray(16), { place: 2, from: 9 })), []);
  flows.end();
  assert.equal(flows.incomplete, 2);
  const many = new CaptureFlows();
  for (let id = 0; id < 1000; id++) many.take(ip4(17, whole.subarray(0, 16), { id, place: MORE }));
  many.end();
  assert.equal(many.incomplete, 1000);
});

test("TCP bytes are put in order: retransmitted, overlapping, late, with sequence number wrap; a gap is reported", () => {
  const flows = new CaptureFlows();
  const at = 0xfffffffa;
  const taken = [
    tcp(at - 1, "", 2),
    tcp(at, "abcd"),
    tcp(at + 8, "ij"),
    tcp(at, "abcdef"),
    tcp(at + 4, "efgh"),
    tcp(at + 8, "ij"),
    tcp(at + 12, "mn"),
    tcp(at + 14, "", 0x11),
  ].flatMap((bytes) => flows.take(ip4(6, bytes)));
  assert.equal(textOf(taken), "abcd|ef|gh|ij|mn|end");
  assert.deepEqual([flows.gaps, flows.others], [1, 0]);
  const late = new CaptureFlows();
  // The connection existed before the capture.
  assert.equal(textOf(late.take(ip4(6, tcp(1000, "xy")))), "xy");
  assert.equal(textOf(late.take(ip4(6, tcp(1004, "zz")))), "");
  assert.equal(textOf(late.end()), "zz");
  assert.equal(late.gaps, 1);
});

test("many small pieces in a bad order end as soon as others", { timeout: 60_000 }, () => {
  const COUNT = 100_000;
  for (const placeOf of [
    // Each with a gap before it, then backwards.
    (n: number) => 2000 + 2 * n,
    (n: number) => 2000 + COUNT - n,
  ]) {
    const flows = new CaptureFlows();
    flows.take(ip4(6, tcp(999, "", 2)));
    let bytes = 0;
    const count = (all: readonly Captured[]) => {
      for (const each of all) if (each.kind === "bytes") bytes += each.bytes.bytes.length;
    };
    for (let n = 0; n < COUNT; n++) count(flows.take(ip4(6, tcp(placeOf(n), "x"))));
    count(flows.end());
    assert.ok(bytes > 4000 && flows.gaps > 0, `${bytes} bytes, ${flows.gaps} gaps`);
  }
  const fragments = new CaptureFlows();
  const piece = Buffer.alloc(8);
  fragments.take(ip4(17, piece, { place: 8000 }));
  for (let n = 0; n < COUNT; n++) fragments.take(ip4(17, piece, { place: MORE | (1 + (n % 8000)) }));
  fragments.end();
  assert.equal(fragments.incomplete, 1);
});
