/** `<channel>.cmd.txt` by OpenC3's own package: a command with its defaults is the struct with its initial values. */

import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileText } from "../../support/compiled-channels.ts";
import { needsPeers, PYTHON_PROGRAM, run } from "../../support/peers.ts";
import { emitText } from "./messages.ts";

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

test("COSMOS builds the commands' bytes", { skip: needsPeers("PyPI") }, async () => {
  const { files, codecs } = await emitText(HEADER, ["cosmos"]);
  const folder = mkdtempSync(join(tmpdir(), "structline-commands-"));
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
