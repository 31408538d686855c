/**
 * `can:can0` by candump and cansend of can-utils, since Node has no sockets of this family; `slcan:/dev/ttyACM0@500k` by a serial port.
 */

import { type ChildProcessByStdio, spawn } from "node:child_process";
import { type Duplex, type Readable, Writable } from "node:stream";
import { type CanFrame, channelBytes, LineReader, ofChannel } from "../../frames/can/can-frame.ts";
import { candumpLine } from "../../frames/can/candump.ts";
import { CLOSING_TEXT, openingText, slcanLine, slcanText } from "../../frames/can/slcan.ts";
import type { FrameStream } from "./frame-stream.ts";
import type { Reopened } from "./reopened-endpoint.ts";
import { openPort } from "./serial-port.ts";
import type { EndpointContext } from "./stream-endpoint.ts";

const MISSING = "is not installed (Debian package can-utils)";
const MOST_SAID = 400;

export function canConnection(bus: string): Reopened {
  const name = `can:${bus}`;
  let ended: Promise<string | undefined> = Promise.resolve(undefined);
  return {
    name,
    connect: async () => {
      const dump = await candump(bus);
      ended = dump.ended;
      return dump.readable;
    },
    read: async (readable, context) => {
      const stream = await readBus(
        readable,
        name,
        candumpLine,
        context,
        sender((frame) => cansend(bus, frame)),
      );
      const reason = await ended;
      if (reason !== undefined) throw new Error(reason);
      return stream;
    },
  };
}

export function slcanConnection({ path, bitRate }: { readonly path: string; readonly bitRate: number }): Reopened {
  const name = `slcan:${path}`;
  return {
    name,
    connect: async () => {
      const port = await openPort({ path, baudRate: 115_200, dataBits: 8, parity: "none", stopBits: 1 });
      port.write(openingText(bitRate));
      return port;
    },
    read: async (readable, context) => {
      const port = readable as Duplex;
      const send = (frame: Uint8Array) =>
        new Promise<void>((resolve, reject) => {
          port.write(slcanText(ofChannel(frame)), (error) => (error ? reject(error) : resolve()));
        });
      try {
        return await readBus(readable, name, slcanLine, context, sender(send));
      } finally {
        if (port.writable) port.write(CLOSING_TEXT);
      }
    },
  };
}

interface Dump {
  readonly readable: Readable;
  /** Why the program ended; undefined if it was told to. */
  readonly ended: Promise<string | undefined>;
}

async function candump(bus: string): Promise<Dump> {
  const child = spawn("candump", ["-L", bus], { stdio: ["ignore", "pipe", "pipe"] });
  const ended = endOf(child, "candump");
  await started(child, "candump");
  child.stdout.once("close", () => child.kill());
  return { readable: child.stdout, ended };
}

/** Resolves to what a program said that failed. */
function endOf(
  child: ChildProcessByStdio<null, Readable | null, Readable>,
  program: string,
): Promise<string | undefined> {
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    said = (said + text).slice(0, MOST_SAID);
  });
  return new Promise((resolve) => {
    child.once("close", (code) => {
      const text = said.replaceAll(/\s+/g, " ").trim();
      resolve((code ?? 0) === 0 ? undefined : text || `${program} ended with ${code}`);
    });
  });
}

function started(child: ReturnType<typeof spawn>, program: string): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once("spawn", resolve);
    child.once("error", (error: NodeJS.ErrnoException) => {
      reject(new Error(error.code === "ENOENT" ? `${program} ${MISSING}` : error.message));
    });
  });
}

async function cansend(bus: string, bytes: Uint8Array): Promise<void> {
  const { id, isExtended, data } = ofChannel(bytes);
  const digits = id.toString(16).padStart(isExtended ? 8 : 3, "0");
  const text = `${digits}${data.length > 8 ? "##0" : "#"}${Buffer.from(data).toString("hex")}`;
  const child = spawn("cansend", [bus, text], { stdio: ["ignore", "ignore", "pipe"] });
  const ended = endOf(child, "cansend");
  await started(child, "cansend");
  const reason = await ended;
  if (reason !== undefined) throw new Error(reason);
}

/** Frames of commands, one each. */
function sender(send: (frame: Uint8Array) => Promise<void>): Writable {
  return new Writable({
    write: (frame: Uint8Array, _, done) => {
      send(frame).then(
        () => done(),
        (error: Error) => done(error),
      );
    },
  });
}

/** Each line is one frame of the channel, received now. */
async function readBus(
  readable: Readable,
  name: string,
  read: (line: string) => CanFrame | "other" | "no frame",
  context: EndpointContext,
  writable: Writable,
): Promise<FrameStream> {
  const stream = context.stream(name);
  // A command that cannot be sent fails by itself.
  writable.on("error", () => {});
  const ended = context.connected?.(name, writable, stream);
  const lines = new LineReader(read);
  readable.on("data", (chunk: Buffer) => {
    for (const frame of lines.push(chunk)) stream.frame(channelBytes(frame));
    if (!stream.isBehind) return;
    readable.pause();
    void stream.answered().then(() => readable.resume());
  });
  await new Promise<void>((resolve) => readable.once("close", resolve));
  ended?.();
  await stream.end();
  return stream;
}
