import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { recordSerial } from "../../../generator/init/record-serial.ts";

const PTY = `
import os, sys, time, tty
master, slave = os.openpty()
tty.setraw(slave)
print(os.ttyname(slave), flush=True)
while True:
    os.write(master, bytes([0xaa, 13, 10, 3, 0, 0xff]))
    time.sleep(0.01)
`;

const PORT = { baudRate: 115_200, dataBits: 8, parity: "none", stopBits: 1 } as const;
const isUnix = process.platform !== "win32";
const hasPython = isUnix && spawnSync("python3", ["--version"]).status === 0;

test("a serial port is recorded byte for byte", {
  skip: hasPython ? false : "needs Python 3 and a pseudo-terminal",
}, async () => {
  const device = spawn("python3", ["-c", PTY], { stdio: ["ignore", "pipe", "inherit"] });
  try {
    const path = await new Promise<string>((found) => {
      device.stdout.once("data", (text: Buffer) => found(text.toString().trim()));
    });
    const recording = await recordSerial({ path, ...PORT }, 0.2);
    const bytes = readFileSync(recording.path);
    assert.equal(bytes.length, recording.bytes);
    const unit = Buffer.from([0xaa, 13, 10, 3, 0, 0xff]);
    const first = bytes.indexOf(0xaa);
    for (let at = first; at + 6 <= bytes.length; at += 6) assert.deepEqual(bytes.subarray(at, at + 6), unit);
    recording.remove();
    assert.equal(existsSync(recording.path), false);
  } finally {
    device.kill();
  }
});

test("a missing port, or one that cannot be configured, is reported", {
  skip: isUnix ? false : "needs stty",
}, async () => {
  await assert.rejects(
    recordSerial({ path: "/dev/no-such-port", ...PORT }, 0.1),
    /'\/dev\/no-such-port' cannot be set: /,
  );
  await assert.rejects(recordSerial({ path: "/dev/null", ...PORT, parity: "mark" }, 0.1), /with parity mark/);
});
