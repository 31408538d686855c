/**
 * 100,000 frames through each source, 1 % of them damaged, with other bytes in between:
 * `npm run campaigns -- streams [--frames 100000] [--only tcp,serial …]`. Needs Python 3, which encodes the frames; socat for the
 * serial port, mosquitto and curl for theirs (a source whose program is missing is skipped and reported).
 *
 * Every good frame must be stored once. Rates are compared with a bare loop that only splits the same bytes. The TCP connection is cut
 * repeatedly. `kill` kills the service in the middle of a stream: only one run of frames that were in transit may be missing, and none
 * may be duplicated.
 */

import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, writeFileSync } from "node:fs";
import { connect, createServer, type Socket } from "node:net";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { parseArgs } from "node:util";
import { connectAsync } from "mqtt";
import type { FrameFormat } from "../../runtime/frames/frame-format.ts";
import { FrameTable } from "../../runtime/frames/frame-table.ts";
import { parseLocator } from "../../runtime/frames/locator.ts";
import { openFramer } from "../../runtime/frames/stream-framer.ts";
import { Lab, type ServiceProcess } from "../../test/support/lab.ts";
import { type Mosquitto, startMosquitto } from "../../test/support/mqtt.ts";
import { type EncodedFrame, encodedFrames, UBX } from "../../test/support/protocols.ts";
import { until } from "../../test/support/until.ts";

const { values } = parseArgs({ options: { frames: { type: "string", default: "100000" }, only: { type: "string" } } });
const good = encodedFrames(UBX, Math.ceil(Number(values.frames) / 2));
const pieces = dirty(good);
const stream = Buffer.concat(pieces);
const junk = stream.length - good.reduce((sum, { bytes }) => sum + bytes.length, 0);
const MEASUREMENTS = ["258_nav_posllh", "259_nav_status"];

/** Requirements of a source, and a function that sends the stream; it resolves when everything is sent. */
interface Way {
  readonly needs?: string;
  /** Keys of the channel, followed by other sections. */
  readonly sources: (lab: Lab) => Promise<string> | string;
  readonly send: (service: ServiceProcess, lab: Lab) => Promise<void>;
  readonly close?: () => Promise<void> | void;
}

let terminal: ChildProcess | undefined;
let broker: Mosquitto | undefined;
let sending: Promise<void> | undefined;
let server: ReturnType<typeof createServer> | undefined;

const WAYS: Readonly<Record<string, Way>> = {
  tcp: { sources: () => "sources = tcp:0", send: (service) => sendInParts(portOf(service), 2) },
  "tcp-cut": { sources: listening, send: () => sending ?? Promise.resolve(), close: () => void server?.close() },
  serial: {
    needs: "socat",
    sources: (lab) => pseudoTerminal(join(lab.directory, "port")),
    send: async () => {
      for (let at = 0; at < stream.length; at += 4096) {
        if (terminal?.stdin?.write(stream.subarray(at, at + 4096)) === false) await once(terminal.stdin, "drain");
      }
    },
    close: () => void terminal?.kill("SIGKILL"),
  },
  curl: {
    needs: "curl",
    sources: () => "udp_port = 0",
    send: async (service, lab) => {
      const body = join(lab.directory, "body");
      writeFileSync(body, stream);
      const options = ["-sS", "--fail", "-H", "Content-Type: application/octet-stream", "-T", body, "-X", "POST"];
      const curl = spawn("curl", [...options, `${service.url}/api/lab/ubx/data`], {
        stdio: ["ignore", "ignore", "inherit"],
      });
      const [code] = (await once(curl, "exit")) as [number];
      if (code !== 0) throw new Error(`curl ended with ${code}`);
    },
  },
  file: {
    sources: (lab) => {
      writeFileSync(join(lab.directory, "log.ubx"), stream);
      return "sources = file:log.ubx";
    },
    send: async () => {},
  },
  mqtt: {
    needs: "mosquitto",
    sources: async () => {
      // By default it keeps a thousand messages for a subscriber and drops the rest.
      broker = await startMosquitto(0, "max_queued_messages 0\nmax_inflight_messages 1000\n");
      return `sources = mqtt:rig/+/frame.bin\n[mqtt]\nurl = mqtt://127.0.0.1:${broker.port}`;
    },
    send: async () => {
      const client = await connectAsync(`mqtt://127.0.0.1:${broker!.port}`);
      const underWay: Promise<unknown>[] = [];
      for (const bytes of pieces) {
        underWay.push(client.publishAsync("rig/1/frame.bin", bytes, { qos: 1 }));
        if (underWay.length > 500) await underWay.shift();
      }
      await Promise.all(underWay);
      await client.endAsync();
    },
    close: () => broker?.stop(),
  },
};

console.log(`${good.length} frames of UBX, ${stream.length} bytes, ${junk} of them damaged frames and rubbish`);
const bare = bareLoop();
console.log(`bare loop   ${bare} frames/s`);
const wanted = values.only?.split(",") ?? [...Object.keys(WAYS), "kill"];
for (const [name, way] of Object.entries(WAYS)) {
  if (!wanted.includes(name)) continue;
  if (way.needs !== undefined && spawnSync(way.needs, ["-h"]).error !== undefined)
    console.log(`${name}: needs ${way.needs}`);
  else await measure(name, way);
}
if (wanted.includes("kill")) await killed();

/** Good frames, damaged ones and other bytes, one piece each. */
function dirty(frames: readonly EncodedFrame[]): Buffer[] {
  return frames.flatMap(({ bytes }, index) => {
    if (index % 100 !== 50) return [bytes];
    const damaged = Buffer.from(bytes);
    damaged[index % damaged.length]! ^= 0x20;
    const noise = Buffer.from(Array.from({ length: 1 + (index % 23) }, (_, place) => (place * 89 + index) & 0xff));
    return [noise, damaged, bytes];
  });
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
  const structs = [0x0102, 0x0103].map((id, index) => {
    const bytes = 28 - 12 * index;
    return { name: `s${id}`, id, wireSize: bytes, size: bytes };
  });
  let frames = 0;
  const sink = { frame: () => void frames++, skipped: () => {} };
  const framer = openFramer(
    { kind: "sync", word: Uint8Array.of(0xb5, 0x62) },
    new FrameTable("ubx", format, structs),
    sink,
  );
  const began = performance.now();
  for (let at = 0; at < stream.length; at += 65_536) framer.push(stream.subarray(at, at + 65_536));
  return Math.round(frames / ((performance.now() - began) / 1000));
}

async function opened(way: Way): Promise<Lab> {
  const lab = new Lab({ ini: "[lab]\nchannels =\n", headers: { "ubx.h": UBX.header } });
  const [endpoints = "", ...rest] = (await way.sources(lab)).split(/\n(?=\[)/);
  const section = `[lab-ubx]\n${endpoints}\nwamp_topic = lab.ubx\ninclude_path = headers\nheader_files = ubx.h\n${UBX.keys}`;
  lab.configure(`[lab]\nchannels = lab-ubx\n${section}${rest.join("\n")}\n`);
  const { status, output } = lab.generate();
  if (status !== 0) throw new Error(output);
  return lab;
}

async function measure(name: string, way: Way): Promise<void> {
  const lab = await opened(way);
  try {
    const service = await lab.start();
    const began = performance.now();
    await way.send(service, lab);
    await decoded(service, good.length);
    const seconds = (performance.now() - began) / 1000;
    await service.settled();
    const { parts, channels } = await service.json<{
      parts: { frames: { counts: Record<string, number> } };
      channels: { rejected: Record<string, number> }[];
    }>("/health");
    const { missing, doubled, rows } = compared(await storedHex(service));
    const { skippedBytes = 0 } = parts.frames.counts;
    // Over MQTT each piece is a separate message: nothing is skipped, and invalid frames are rejected.
    const rejected = channels
      .flatMap((channel) => Object.entries(channel.rejected))
      .map(([code, count]) => `${count} ${code}`);
    console.log(
      `${name.padEnd(11)} ${Math.round(good.length / seconds)} frames/s; stored ${rows} of ${good.length}, missing ${missing.length}, doubled ${doubled}; ` +
        `rejected ${rejected.join(", ") || "none"}, ${skippedBytes} bytes skipped; resident ${residentMb(service)} MB`,
    );
    if (missing.length + doubled > 0) process.exitCode = 1;
    await service.stop();
  } finally {
    await way.close?.();
    await lab.remove();
  }
}

/** SIGKILL in the middle of a stream; the sender continues with what it had not sent. */
async function killed(): Promise<void> {
  const lab = await opened(WAYS["tcp"]!);
  try {
    const service = await lab.start();
    const socket = connect(portOf(service), "127.0.0.1");
    socket.on("error", () => {});
    const half = good.length / 2;
    let at = 0;
    const writing = (async () => {
      for (; at < pieces.length && !socket.destroyed; at++) {
        if (!socket.write(pieces[at]!)) await Promise.race([once(socket, "drain"), once(socket, "close")]);
      }
    })();
    await decoded(service, half);
    await service.kill();
    await writing;
    const again = await lab.start();
    const rest = connect(portOf(again), "127.0.0.1");
    for (; at < pieces.length; at++) if (!rest.write(pieces[at]!)) await once(rest, "drain");
    rest.end();
    await once(rest, "close");
    await again.settled();
    const { missing, doubled, rows } = compared(await storedHex(again));
    const isRun = missing.length === 0 || missing.at(-1)! - missing[0]! === missing.length - 1;
    console.log(
      `kill        stored ${rows} of ${good.length}, doubled ${doubled}, missing ${missing.length}${isRun ? " in one run: what was on its way" : " NOT in one run"}`,
    );
    if (doubled > 0 || !isRun) process.exitCode = 1;
    await again.stop();
  } finally {
    await lab.remove();
  }
}

async function decoded(service: ServiceProcess, count: number): Promise<void> {
  while ((await decodedFrames(service)) < count) await setTimeout(50);
}

/** The count of the source with the most frames. */
async function decodedFrames(service: ServiceProcess): Promise<number> {
  const { channels } = await service.json<{ channels: { name: string; decoded: number }[] }>("/health");
  return Math.max(0, ...channels.filter(({ name }) => name === "ubx").map((channel) => channel.decoded));
}

/** Indices of good frames that are not stored, and duplicated rows. */
function compared(stored: ReadonlyMap<string, number>): { missing: number[]; doubled: number; rows: number } {
  const sent = new Map<string, number>();
  const missing: number[] = [];
  for (const [index, { bytes }] of good.entries()) {
    const hex = bytes.toString("hex");
    sent.set(hex, (sent.get(hex) ?? 0) + 1);
    if (sent.get(hex)! > (stored.get(hex) ?? 0)) missing.push(index);
  }
  let doubled = 0;
  let rows = 0;
  for (const [hex, count] of stored) {
    doubled += Math.max(0, count - (sent.get(hex) ?? 0));
    rows += count;
  }
  return { missing, doubled, rows };
}

function portOf(service: ServiceProcess): number {
  return Number(/tcp:\/\/127\.0\.0\.1:(\d+) {2}channel ubx$/m.exec(service.output)?.[1]);
}

async function write(socket: Socket, bytes: Buffer): Promise<void> {
  for (let at = 0; at < bytes.length; at += 65_536) {
    if (!socket.write(bytes.subarray(at, at + 65_536))) await once(socket, "drain");
  }
  socket.end();
  await once(socket, "close");
}

/** The stream in that many connections, each cut after a whole piece. */
function inParts(count: number): Buffer[] {
  const size = Math.ceil(pieces.length / count);
  return Array.from({ length: count }, (_, index) => Buffer.concat(pieces.slice(index * size, (index + 1) * size)));
}

async function sendInParts(port: number, count: number): Promise<void> {
  for (const part of inParts(count)) await write(connect(port, "127.0.0.1"), part);
}

/** A peer that the service connects to. It closes each connection after a tenth of the stream. */
async function listening(): Promise<string> {
  const parts = inParts(10);
  let done: () => void = () => {};
  sending = new Promise((resolve) => {
    done = resolve;
  });
  server = createServer((socket) => {
    socket.on("error", () => {});
    const part = parts.shift();
    if (part === undefined) socket.destroy();
    else void write(socket, part).then(() => parts.length === 0 && done());
    socket.resume();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return `sources = tcp://127.0.0.1:${(server.address() as { port: number }).port}`;
}

async function pseudoTerminal(path: string): Promise<string> {
  terminal = spawn("socat", ["-b", "4096", "STDIN", `PTY,raw,echo=0,link=${path}`], {
    stdio: ["pipe", "ignore", "inherit"],
  });
  await until(() => existsSync(path));
  return `sources = serial:${path}@115200`;
}

function residentMb({ pid }: ServiceProcess): number {
  const status = spawnSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" });
  return Math.round(Number(status.stdout) / 1024);
}

async function storedHex(service: ServiceProcess): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const measurement of MEASUREMENTS) {
    const query = new URLSearchParams({ database: "lab_ubx", measurement, format: "json", column: "_hex_" });
    const rows = (await (await fetch(`${service.url}/read/export?${query}`)).json()) as { _hex_: string }[];
    for (const { _hex_ } of rows) counts.set(_hex_, (counts.get(_hex_) ?? 0) + 1);
  }
  return counts;
}
