/** Identifies the public protocol of a recording: tries each one and checks the frames' checksums. */

import { closeSync, openSync, readSync, statSync } from "node:fs";
import type { ChannelSettings } from "../../runtime/channels/channel-settings.ts";
import { CaptureReader, isCapture } from "../../runtime/frames/capture.ts";
import { CaptureFlows } from "../../runtime/frames/capture-flows.ts";
import { checksumOf } from "../../runtime/frames/checksum.ts";
import { type FrameFormat, formatOf, PLAIN_FORMAT } from "../../runtime/frames/frame-format.ts";
import { type FrameStruct, FrameTable } from "../../runtime/frames/frame-table.ts";
import { readLocator } from "../../runtime/frames/locator.ts";
import { PUBLIC_PROTOCOLS, type PublicProtocol } from "../../runtime/frames/protocols.ts";
import { openFramer } from "../../runtime/frames/stream-framer.ts";
import { parseSettings } from "../../runtime/settings/load-settings.ts";

export interface Recording {
  /** A stream has one piece; datagrams and lines of hexadecimal digits have many. */
  readonly pieces: readonly Uint8Array[];
  readonly kind: "stream" | "datagrams";
  /** The destination port of most datagrams. */
  readonly port: number | undefined;
}

export interface Identified {
  readonly protocol: PublicProtocol;
  readonly frames: number;
  /** Share of the recording's bytes that are in frames. */
  readonly share: number;
  /** How unlikely it is that other bytes look like these frames, for a protocol whose headers show it. */
  readonly bits?: number;
  /** Number of frames with a correct checksum; 0 if checksums cannot be computed without the messages. */
  readonly right: number;
  /** Only for a protocol that is in no table: the share of the recording that it explains, 0 to 1, and the evidence. */
  readonly found?: { readonly score: number; readonly evidence: string };
  /** ID → payload sizes and number of frames. */
  readonly ids: ReadonlyMap<number, Seen>;
}

export interface Seen {
  readonly frames: number;
  readonly sizes: ReadonlySet<number>;
}

const MOST_BYTES = 4 * 2 ** 20;

/** @throws Error (one sentence) if the file cannot be read */
export function readRecording(path: string): Recording {
  const bytes = beginningOf(path);
  if (isCapture(bytes)) return datagramsIn(bytes);
  const text = bytes.toString("latin1");
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== "" && !line.startsWith("#"));
  const isHex = lines.length > 0 && lines.every((line) => /^\s*(?:0x)?(?:[0-9a-f]{2}[ :]?)+\s*$/i.test(line));
  if (!isHex) return { pieces: [bytes], kind: "stream", port: undefined };
  const pieces = lines.map((line) => Buffer.from(line.replace(/^\s*0x|[ :]/gi, ""), "hex"));
  return { pieces, kind: "datagrams", port: undefined };
}

/** A recording may be larger than the memory. To read a pipe or a device might never end. */
function beginningOf(path: string): Buffer {
  if (!statSync(path).isFile()) throw new Error("it is not a file; 'serial:/dev/ttyUSB0@115200' records a serial port");
  const bytes = Buffer.alloc(MOST_BYTES);
  const file = openSync(path, "r");
  try {
    let length = 0;
    for (let read = -1; read !== 0 && length < MOST_BYTES; length += read) {
      read = readSync(file, bytes, length, MOST_BYTES - length, null);
    }
    if (length === 0) throw new Error("it is empty");
    return bytes.subarray(0, length);
  } finally {
    closeSync(file);
  }
}

function datagramsIn(bytes: Buffer): Recording {
  const ports = new Map<number, Uint8Array[]>();
  const streams = new Map<string, Uint8Array[]>();
  const add = <Key>(pieces: Map<Key, Uint8Array[]>, key: Key, piece: Uint8Array) => {
    const known = pieces.get(key);
    if (known === undefined) pieces.set(key, [piece]);
    else known.push(piece);
  };
  const flows = new CaptureFlows();
  const packets = [...new CaptureReader().push(bytes)];
  for (const found of [...packets.flatMap((packet) => flows.take(packet)), ...flows.end()]) {
    if (found.kind === "datagram") add(ports, found.datagram.port, found.datagram.payload);
    if (found.kind === "bytes") add(streams, found.bytes.sender, found.bytes.bytes);
  }
  const [most] = [...ports].sort(([, a], [, b]) => b.length - a.length);
  if (most !== undefined) return { pieces: most[1], kind: "datagrams", port: most[0] };
  const size = (pieces: readonly Uint8Array[]) => pieces.reduce((sum, { length }) => sum + length, 0);
  const [longest] = [...streams].sort(([, a], [, b]) => size(b) - size(a));
  if (longest === undefined) throw new Error("the capture has no UDP datagram and no TCP stream");
  return { pieces: [Buffer.concat(longest[1])], kind: "stream", port: undefined };
}

/** The protocol that explains most of the recording; undefined if neither checksums nor a run of frames support any. */
export function identify(recording: Recording): Identified | undefined {
  return PUBLIC_PROTOCOLS.map((protocol) => tried(protocol, recording))
    .filter((found) => isConvincing(found))
    .sort((a, b) => evidence(b) - evidence(a) || b.share - a.share)[0];
}

/** Requires 32 bits of correct checksums, or, without checksums, frames without gaps. */
function isConvincing({ protocol, frames, right, share, ids, bits: shown = 0 }: Identified): boolean {
  if (protocol.chain !== undefined)
    return frames >= 2 && shown >= 32 && share >= 0.8 && (bits(protocol) === 0 || right === frames);
  if (protocol.sign !== undefined) return protocol.sign.bits * frames >= 32 && share >= 0.8;
  const sync = /^sync:(.*)/.exec(protocol.keys["framing"] ?? "")?.[1] ?? "";
  if (right > 0) return right * bits(protocol) + 4 * sync.length >= 24 && right >= 0.8 * frames && share >= 0.2;
  return protocol.hasExtra === true && frames >= 3 && share >= 0.8 && ids.size <= frames;
}

function evidence({ protocol, frames, right, bits: shown = 0 }: Identified): number {
  if (protocol.chain !== undefined) return shown + right * bits(protocol);
  return protocol.sign === undefined ? right * bits(protocol) : frames * protocol.sign.bits;
}

function bits({ keys }: PublicProtocol): number {
  return 8 * (checksumOf(keys["check"]?.split(" ")[0] ?? "")?.byteLength ?? 0);
}

function tried(protocol: PublicProtocol, { pieces, kind }: Recording): Identified {
  const { sign, chain } = protocol;
  const { frames: format = PLAIN_FORMAT, framing = { kind: "length" } } = settingsOf(protocol);
  const shown = protocol.hasExtra === true ? withoutCheck(format) : format;
  const table = new FrameTable("recording", shown, stubOf(protocol));
  const ids = new Map<number, { frames: number; sizes: Set<number> }>();
  let frames = 0;
  let right = 0;
  let bytes = 0;
  let likeness = 0;
  const sink = {
    frame(frame: Uint8Array) {
      const verdict = table.verify(frame, 0, frame.length);
      if (verdict === "wrong") return;
      frames++;
      if (verdict === "right") right++;
      bytes += frame.length;
      count(ids, frame, format);
    },
    skipped() {},
  };
  for (const piece of pieces) {
    if (chain !== undefined) {
      const found = chain(piece);
      likeness += found.bits;
      for (const frame of found.frames) sink.frame(frame);
      continue;
    }
    if (sign !== undefined) {
      if (kind === "datagrams" && sign.holds(piece)) sink.frame(piece);
      continue;
    }
    const framer = openFramer(framing, table, sink);
    framer.push(piece);
    framer.end();
  }
  const all = pieces.reduce((sum, { length }) => sum + length, 0);
  return { protocol, frames, right, share: all === 0 ? 0 : bytes / all, ids, bits: likeness };
}

function withoutCheck(format: FrameFormat): FrameFormat {
  const variants = format.variants?.map((variant) => ({ ...variant, format: withoutCheck(variant.format) }));
  return { ...format, check: undefined, ...(variants && { variants }) };
}

function count(ids: Map<number, { frames: number; sizes: Set<number> }>, frame: Uint8Array, format: FrameFormat): void {
  const { id: locator, payloadOffset, trailer } = formatOf(format, frame, 0, frame.length);
  const id = locator === undefined ? 0 : readLocator(locator, frame, 0, frame.length);
  const seen = ids.get(id) ?? { frames: 0, sizes: new Set() };
  seen.frames++;
  seen.sizes.add(frame.length - payloadOffset - trailer);
  ids.set(id, seen);
}

function settingsOf({ keys }: PublicProtocol): Pick<ChannelSettings, "frames" | "framing"> {
  const lines = Object.entries(keys).map(([key, value]) => `${key} = ${value}`);
  const text = `[lab]\nchannels = lab-x\n[lab-x]\nudp_port = 1\nwamp_topic = x\ninclude_path = .\nheader_files = x.h\n${lines.join("\n")}\n`;
  const { channels } = parseSettings(text, { file: "/channels.ini", shown: "channels.ini", environment: {} });
  return channels[0]!;
}

/** For frames without a length, the struct gives it. */
function stubOf({ payloadBytes, keys }: PublicProtocol): FrameStruct[] {
  if (payloadBytes === undefined) return [];
  const ids = keys["id"] === "none" ? [0] : Array.from({ length: 256 }, (_, id) => id);
  return ids.map((id) => ({ name: "x", id, wireSize: payloadBytes, size: payloadBytes }));
}

/** The result as text for the user. */
export function identifiedText({ protocol, frames, share, right, ids, found }: Identified): string {
  // The evidence of a guess tells which frames were examined.
  const checks =
    right === 0 || found !== undefined
      ? ""
      : right === frames
        ? ", every checksum right"
        : `, ${right} checksums right`;
  const most = [...ids].sort(([, a], [, b]) => b.frames - a.frames).slice(0, 8);
  const seen = most.map(([id, { frames }]) => `${id} ×${frames}`).join(", ");
  const why = found === undefined ? "" : `\n  guessed (${found.score.toFixed(2)}): ${found.evidence}`;
  return `${protocol.name}: ${frames} frames, ${Math.round(100 * share)} % of the recording${checks}; IDs ${seen}${ids.size > most.length ? ", …" : ""}${why}`;
}
