/** TM transfer frames that spacepackets makes: each packet is found, whole or in segments; damage costs only its own packets. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { parseFraming } from "../../runtime/channels/framing.ts";
import { openFramer } from "../../runtime/frames/stream-framer.ts";
import { needsPeers, run, SPACE_PROGRAM } from "../support/peers.ts";

const skip = needsPeers("spacepackets");

interface Sent {
  readonly frames: readonly string[];
  readonly packets: readonly (readonly [channel: number, hex: string])[];
}

function sent(seed: number, size: number, words: readonly string[]): Sent {
  const program = fileURLToPath(new URL("transfer-frames.py", import.meta.url));
  return JSON.parse(run(SPACE_PROGRAM, [program, String(seed), String(size), ...words])) as Sent;
}

function cut(text: string, bytes: Uint8Array, piece: number) {
  const packets: string[] = [];
  let skipped = 0;
  const framer = openFramer(parseFraming(text), undefined as never, {
    frame: (frame) => packets.push(Buffer.from(frame).toString("hex")),
    skipped: (run) => {
      skipped += run.length;
    },
  });
  for (let at = 0; at < bytes.length; at += piece) framer.push(bytes.subarray(at, at + piece));
  framer.end();
  return { packets: packets.sort(), skipped };
}

const all = (frames: readonly string[]) => Buffer.from(frames.join(""), "hex");
const hexes = ({ packets }: Sent) => packets.map(([, hex]) => hex).sort();

for (const [size, words] of [
  [1115, ["marker", "crc"]],
  [256, ["marker"]],
  [223, []],
  [64, ["crc", "ocf", "secondary", "marker"]],
  [1024, ["ocf", "crc"]],
] as const) {
  test(`frames of ${size} bytes, ${words.join(", ") || "plain"}: all packets, in pieces of any size`, { skip }, () => {
    for (const seed of [1, 2, 3]) {
      const given = sent(seed, size, words);
      const text = `tm:${size}${words.includes("crc" as never) ? "+crc" : ""}`;
      for (const piece of [7, size, 100_000])
        assert.deepEqual(cut(text, all(given.frames), piece), { packets: hexes(given), skipped: 0 });
    }
  });
}

test("damage costs the packets of its frames, and no other", { skip }, () => {
  const given = sent(4, 300, ["marker", "crc"]);
  const whole = hexes(given);
  for (const [what, frames] of [
    ["a lost frame", given.frames.toSpliced(10, 1)],
    [
      "a damaged frame",
      given.frames.with(
        10,
        given.frames[10]!.replace(/..$/, (byte) => (byte === "00" ? "01" : "00")),
      ),
    ],
    ["half a frame", given.frames.with(10, given.frames[10]!.slice(0, 300))],
    ["other bytes", given.frames.with(10, "00112233445566778899".repeat(9))],
  ] as const) {
    const { packets, skipped } = cut("tm:300+crc", all(frames), 50);
    assert.ok(
      packets.length > whole.length - 45 && packets.length < whole.length,
      `${what}: ${packets.length} of ${whole.length}`,
    );
    assert.deepEqual(
      packets.filter((packet) => !whole.includes(packet)),
      [],
      what,
    );
    assert.ok(skipped > 0, what);
  }
  // A recording that begins within a frame.
  const late = cut("tm:300+crc", all(given.frames).subarray(150), 1000);
  assert.ok(late.packets.length > whole.length - 45, `${late.packets.length} of ${whole.length}`);
});

test("sizes that no transfer frame has are refused", () => {
  for (const text of ["tm", "tm:0", "tm:15", "tm:4000", "tm:1115+sum"])
    assert.throws(() => parseFraming(text), /size of transfer frames/);
});
