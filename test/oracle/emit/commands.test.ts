/** `<channel>.cmd.txt` with OpenC3's own package: a command with its defaults is the struct with its initial values. */

import assert from "node:assert/strict";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { type FrameFormat, PLAIN_FORMAT } from "../../../runtime/frames/frame-format.ts";
import { parseLocator } from "../../../runtime/frames/locator.ts";
import { fileText } from "../../support/compiled-channels.ts";
import { needsPeers, PYTHON_PROGRAM, run } from "../../support/peers.ts";
import { sampleHeaders } from "../../support/sample-headers.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { emitFramed, emitText } from "./messages.ts";

const HEADER = `struct struct_a {
  uint8_t length; //0
  uint8_t ID; //1
  int16_t angle = -300; //2
  uint8_t mode : 3; //4.0
  uint8_t level : 5; //4.3
  float gain = 1.5f; //5
  char name[4]; //9
};
struct_a a = { 13, 7 };`;

const COMMANDS = `
import sys
from openc3.packets.packet_config import PacketConfig
config = PacketConfig()
config.process_file(sys.argv[1], "TEXT")
packet = config.commands["TEXT"]["A"]
packet.restore_defaults()
print("@" + packet.buffer.hex())
packet.write("ANGLE", 258)
packet.write("MODE", 5)
packet.write("LEVEL", 17)
packet.write("NAME", "ab")
print("@" + packet.buffer.hex())
`;

const DEFAULTS = `
import sys
from openc3.packets.packet_config import PacketConfig
config = PacketConfig()
config.process_file(sys.argv[1], "RIG")
for packets in [config.commands["RIG"]]:
    for packet in packets.values():
        packet.restore_defaults()
        print("@" + packet.buffer.hex()[:10])
`;

test("COSMOS builds the commands' bytes", { skip: needsPeers("PyPI") }, async () => {
  const { files, codecs } = await emitText(HEADER, ["cosmos"]);
  const folder = temporaryFolder();
  try {
    const file = join(folder, "cmd.txt");
    writeFileSync(file, fileText(files, /cmd\.txt$/));
    const printed = run(PYTHON_PROGRAM, ["-W", "ignore", "-c", COMMANDS, file]);
    const [initial, written] = [...printed.matchAll(/^@(.*)$/gm)].map(([, hex]) => Buffer.from(hex!, "hex"));
    const [codec] = codecs;
    const decoded = (bytes: Buffer) =>
      codec!.decode(new DataView(bytes.buffer, bytes.byteOffset, bytes.length)) as Record<string, unknown>;
    const expected = { length: 13, ID: 7, angle: -300, mode: 0, level: 0, gain: 1.5, name: "" };
    assert.deepEqual({ ...decoded(initial!) }, expected);
    assert.deepEqual({ ...decoded(written!) }, { ...expected, angle: 258, mode: 5, level: 17, name: "ab" });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("COSMOS begins a framed command with its sync word, length and ID", {
  skip: needsPeers("PyPI"),
}, async () => {
  const format: FrameFormat = {
    ...PLAIN_FORMAT,
    id: parseLocator("u8@2", "id"),
    length: parseLocator("u16be@3+2", "length"),
    payloadOffset: 5,
  };
  const rig = sampleHeaders().find(({ name }) => name === "rig")!;
  const framing = { kind: "sync", word: Uint8Array.of(0xb5, 0x62) } as const;
  const { files, codecs } = await emitFramed(rig, format, ["cosmos"], framing);
  const folder = temporaryFolder();
  try {
    const file = join(folder, "cmd.txt");
    writeFileSync(file, fileText(files, /cmd\.txt$/));
    const printed = run(PYTHON_PROGRAM, ["-W", "ignore", "-c", DEFAULTS, file]);
    const heads = [...printed.matchAll(/^@(.*)$/gm)].map(([, hex]) => hex);
    const expected = codecs.map(({ id, wireSize }) => {
      const length = (5 + wireSize - 2).toString(16).padStart(4, "0");
      return `b562${id.toString(16).padStart(2, "0")}${length}`;
    });
    assert.deepEqual(heads.sort(), expected.sort());
  } finally {
    rmSync(folder, { recursive: true });
  }
});
