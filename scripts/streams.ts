/**
 * 100,000 frames by TCP and by a serial port over a pseudo-terminal, 1 % of them damaged and rubbish between them:
 * `node --import tsx scripts/streams.ts [--frames 100000]`. Needs Python 3, which encodes the frames and holds the terminal.
 *
 * Every good frame has to be stored once and in order. Frames a second stand beside the bare loop that only cuts the same
 * bytes. In the middle of the TCP run the connection is cut, and made again.
 */

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { parseArgs } from "node:util";
import { checksumOf } from "../runtime/frames/checksum.ts";
import type { FrameFormat } from "../runtime/frames/frame-format.ts";
import { FrameTable } from "../runtime/frames/frame-table.ts";
import { parseLocator } from "../runtime/frames/locator.ts";
import { openFramer } from "../runtime/frames/stream-framer.ts";
import { Lab, type ServiceProcess, until } from "../test/support/lab.ts";
import { type EncodedFrame, encodedFrames, UBX } from "../test/support/protocols.ts";

const { values } = parseArgs({ options: { frames: { type: "string", default: "100000" } } });
const good = encodedFrames(UBX, Math.ceil(Number(values.frames) / 2));
const { stream, junk } = dirty(good);

const bare = bareLoop();
console.log(`${good.length} frames of UBX, ${stream.length} bytes, ${junk} of them damaged frames and rubbish`);
console.log(`bare loop   ${bare} frames/s`);
await measure("tcp", "sources = tcp:0", sendTcp);
const terminal = await pseudoTerminal();
await measure("serial", `sources = serial:${terminal.path}@115200`, async () => {
  for (let at = 0; at < stream.length; at += 4096) {
    if (terminal.child.stdin?.write(stream.subarray(at, at + 4096)) === false)
      await once(terminal.child.stdin, "drain");
  }
});
terminal.child.kill("SIGKILL");

function dirty(frames: readonly EncodedFrame[]): { stream: Buffer; junk: number } {
  let junk = 0;
  const parts = frames.flatMap(({ bytes }, index) => {
    if (index % 100 !== 50) return [bytes];
    const damaged = Buffer.from(bytes);
    damaged[index % damaged.length]! ^= 0x20;
    const noise = Buffer.from(Array.from({ length: index % 23 }, (_, place) => (place * 89 + index) & 0xff));
    junk += damaged.length + noise.length;
    return [noise, damaged, bytes];
  });
  return { stream: Buffer.concat(parts), junk };
}

function bareLoop(): number {
  const format: FrameFormat = {
    id: parseLocator("u16be@2", "id"),
    length: parseLocator("u16le@4+8", "length"),
    payloadOffset: 6,
    trailer: 2,
    short: "reject",
    long: "reject",
    check: { algorithm: "fletcher16/256", from: 2, byteOrder: "little" },
  };
  checksumOf("fletcher16/256")?.of(stream, 0, 100);
  const structs = [0x0102, 0x0103].map((id, index) => ({
    name: `s${id}`,
    id,
    wireSize: 28 - 12 * index,
    size: 28 - 12 * index,
  }));
  let frames = 0;
  const framer = openFramer({ kind: "sync", word: Uint8Array.of(0xb5, 0x62) }, new FrameTable("ubx", format, structs), {
    frame: () => {
      frames++;
    },
    skipped: () => {},
  });
  const began = performance.now();
  for (let at = 0; at < stream.length; at += 65_536) framer.push(stream.subarray(at, at + 65_536));
  return Math.round(frames / ((performance.now() - began) / 1000));
}

async function measure(name: string, doors: string, send: (service: ServiceProcess) => Promise<void>): Promise<void> {
  const ini = `[lab]\nchannels = lab-ubx\n[lab-ubx]\n${doors}\nwamp_topic = lab.ubx\ninclude_path = headers\nheader_files = ubx.h\n${UBX.keys}`;
  const lab = new Lab({ ini, headers: { "ubx.h": UBX.header } });
  try {
    const { status, output } = lab.generate();
    if (status !== 0) throw new Error(output);
    const service = await lab.start();
    const began = performance.now();
    await send(service);
    await until(async () => {
      const { channels } = await service.json<{ channels: { name: string; decoded: number }[] }>("/health");
      return channels.some((channel) => channel.name === "ubx" && channel.decoded >= good.length);
    });
    const seconds = (performance.now() - began) / 1000;
    await service.settled();
    const { parts } = await service.json<{ parts: { frames: { counts: Record<string, number> } } }>("/health");
    const stored = await storedHex(service);
    const wanted = good.map(({ bytes }) => bytes.toString("hex"));
    const missing = wanted.filter((hex) => !stored.has(hex)).length;
    const rows = [...stored.values()].reduce((sum, count) => sum + count, 0);
    const doubled = rows - stored.size - (wanted.length - new Set(wanted).size);
    const { frames = 0, skippedBytes = 0 } = parts.frames.counts;
    console.log(
      `${name.padEnd(11)} ${Math.round(good.length / seconds)} frames/s; stored ${rows} of ${good.length}, missing ${missing}, doubled ${doubled}; ` +
        `${frames - good.length} damaged frames told as such, ${skippedBytes} bytes skipped`,
    );
    if (missing + doubled > 0) process.exitCode = 1;
    await service.stop();
  } finally {
    await lab.remove();
  }
}

/** Two connections, each with one half; the first is cut behind its last whole frame. */
async function sendTcp(service: ServiceProcess): Promise<void> {
  const port = Number(/tcp:\/\/127\.0\.0\.1:(\d+) {2}channel ubx$/m.exec(service.output)?.[1]);
  const half = stream.indexOf(good[Math.floor(good.length / 2)]!.bytes);
  for (const part of [stream.subarray(0, half), stream.subarray(half)]) {
    const socket = connect(port, "127.0.0.1");
    for (let at = 0; at < part.length; at += 65_536) {
      if (!socket.write(part.subarray(at, at + 65_536))) await once(socket, "drain");
    }
    socket.end();
    await once(socket, "close");
  }
}

async function storedHex(service: ServiceProcess): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const measurement of ["258_nav_posllh", "259_nav_status"]) {
    const query = new URLSearchParams({ database: "lab_ubx", measurement, format: "json", columns: "_hex_" });
    const rows = (await (await fetch(`${service.url}/read/export?${query}`)).json()) as { _hex_: string }[];
    for (const { _hex_ } of rows) counts.set(_hex_, (counts.get(_hex_) ?? 0) + 1);
  }
  return counts;
}

async function pseudoTerminal(): Promise<{ path: string; child: ChildProcess }> {
  const program =
    "import os, tty, time\nmaster, slave = os.openpty()\ntty.setraw(slave)\nprint(os.ttyname(slave), flush=True)\n" +
    "while True:\n    data = os.read(0, 4096)\n    if not data: break\n    while data: data = data[os.write(master, data):]\ntime.sleep(600)";
  const child = spawn("python3", ["-c", program], { stdio: ["pipe", "pipe", "inherit"] });
  const [line] = (await once(child.stdout!, "data")) as [Buffer];
  return { path: line.toString().trim(), child };
}
