/** `--capture serial:/dev/ttyUSB0@115200`: records a serial port for some seconds. `stty` configures the port. */

import { spawnSync } from "node:child_process";
import { closeSync, constants, mkdtempSync, openSync, readSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { SerialSettings } from "../../runtime/channels/channel-settings.ts";

const SECONDS = 10;
const MOST_BYTES = 256 * 1024;
const POLL_MS = 20;

/** A recording, and a function that deletes it. */
export interface SerialRecording {
  readonly path: string;
  readonly bytes: number;
  remove(): void;
}

/**
 * @param seconds maximum duration
 * @throws Error (one sentence)
 */
export async function recordSerial(port: SerialSettings, seconds = SECONDS): Promise<SerialRecording> {
  setPort(port);
  let descriptor: number;
  try {
    descriptor = openSync(port.path, constants.O_RDONLY | constants.O_NOCTTY | constants.O_NONBLOCK);
  } catch (error) {
    throw new Error(`'${port.path}' cannot be opened: ${(error as Error).message}`);
  }
  try {
    const bytes = await received(descriptor, seconds * 1000);
    if (bytes.length === 0) throw new Error(`'${port.path}' was silent for ${seconds} s at ${port.baudRate} baud`);
    const folder = mkdtempSync(join(tmpdir(), "structline-serial-"));
    const path = join(folder, "recording.bin");
    writeFileSync(path, bytes);
    return { path, bytes: bytes.length, remove: () => rmSync(folder, { recursive: true, force: true }) };
  } finally {
    closeSync(descriptor);
  }
}

async function received(descriptor: number, forMs: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  const buffer = Buffer.alloc(65_536);
  let bytes = 0;
  for (let left = forMs; left > 0 && bytes < MOST_BYTES; left -= POLL_MS) {
    for (let length = read(descriptor, buffer); length > 0; length = read(descriptor, buffer)) {
      pieces.push(Buffer.from(buffer.subarray(0, length)));
      bytes += length;
      if (bytes >= MOST_BYTES) break;
    }
    await setTimeout(POLL_MS);
  }
  return Buffer.concat(pieces);
}

/** Returns 0 if there is no data yet. */
function read(descriptor: number, buffer: Buffer): number {
  try {
    return readSync(descriptor, buffer);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // EIO: the other end of a pseudo-terminal is closed.
    if (code === "EAGAIN" || code === "EIO") return 0;
    throw error;
  }
}

function setPort({ path, baudRate, dataBits, parity, stopBits }: SerialSettings): void {
  if (process.platform === "win32")
    throw new Error("a serial port is recorded on Linux and macOS only; record it into a file, and give that");
  const flag = process.platform === "darwin" ? "-f" : "-F";
  const parities = { none: ["-parenb"], even: ["parenb", "-parodd"], odd: ["parenb", "parodd"] } as const;
  const parityWords = parity === "mark" || parity === "space" ? undefined : parities[parity];
  if (parityWords === undefined || stopBits === 1.5)
    throw new Error(`'${path}' cannot be recorded with parity ${parity} and ${stopBits} stop bits`);
  const words = [
    String(baudRate),
    "raw",
    "-echo",
    `cs${dataBits}`,
    ...parityWords,
    stopBits === 2 ? "cstopb" : "-cstopb",
  ];
  const { status, stderr, error } = spawnSync("stty", [flag, path, ...words], { encoding: "utf8" });
  if (error !== undefined) throw new Error("recording a serial port needs stty, which is not there");
  if (status !== 0) throw new Error(`'${path}' cannot be set: ${stderr.trim().split("\n")[0] ?? ""}`);
}
