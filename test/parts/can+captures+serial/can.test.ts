/** From a DBC file to rows: `init --from`, a recording, an interface and a serial adapter. The values are cantools'. */

import assert from "node:assert/strict";
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { after, test } from "node:test";
import { assertValues, BUS, configure, decoded, logLine, rowsOf, sentFrames } from "../../support/can-services.ts";
import { Lab, ROOT } from "../../support/lab.ts";
import { needsPeers } from "../../support/peers.ts";
import { until } from "../../support/until.ts";

const skip = needsPeers("cantools");
const lab = new Lab({ ini: "[lab]\nchannels =\n", headers: {} });
after(() => lab.remove());

test("init makes a channel from a DBC file", { skip }, () => {
  const folder = join(lab.directory, "new");
  mkdirSync(folder);
  cpSync(BUS, join(folder, "car.dbc"));
  const init = (...options: string[]) =>
    spawnSync(process.execPath, [join(ROOT, "dist/structline.cjs"), ...options], { cwd: folder, encoding: "utf8" });
  const { status, stdout, stderr } = init("import", "car.dbc", "--source", "file:drive.log");
  assert.equal(status, 0, stderr);
  assert.match(stdout, /Floats\.Odd \(line \d+\) is left out/);
  assert.match(stdout, /wrote headers\/car\.h\nwrote channels\.ini/);
  cpSync(join(folder, "channels.ini"), join(lab.directory, "first.ini"));
  for (const name of ["headers", "generated"])
    cpSync(join(folder, name), join(lab.directory, name), { recursive: true });
  const again = init("init", "--from", "car.dbc");
  assert.equal(again.status, 1);
  assert.match(again.stderr, /has a section \[lab-car\] already/);
  const wrong = init("init", "--from", "car.dbc", "--header", "x.h");
  assert.equal(wrong.status, 2);
  writeFileSync(join(folder, "bad.dbc"), 'VERSION ""\nBO_ 1 A: 8 X\n SG_ s : 0|x@1+ (1,0) [0|0] "" X\n');
  const bad = init("init", "--from", "bad.dbc");
  assert.match(bad.stderr, /'bad\.dbc': line 3: the number of bits expected, not 'x'; nothing was written/);
});

test("an interface, by candump: frames arrive, it ends and is opened again", { skip }, async () => {
  const frames = sentFrames(40);
  const bin = join(lab.directory, "bin");
  mkdirSync(bin);
  // This machine has no CAN interfaces: a program in its place writes what candump -L writes, in two runs.
  const parts = [frames.slice(0, 25), frames.slice(25)].map((part) =>
    part.map((frame) => `${logLine(frame)}\n`).join(""),
  );
  for (const [index, part] of parts.entries()) writeFileSync(join(bin, `part-${index}`), part);
  writeFileSync(
    join(bin, "candump"),
    `#!/bin/sh
[ "$1 $2" = "-L vcan7" ] || { echo "unexpected: $*" >&2; exit 1; }
cd ${bin}
if [ ! -f ran ]; then touch ran; cat part-0; echo "read: Network is down" >&2; exit 1; fi
cat part-1
exec sleep 600
`,
  );
  chmodSync(join(bin, "candump"), 0o755);
  configure(lab, "data-live", "can:vcan7");
  const service = await lab.start({ PATH: `${bin}:${process.env["PATH"]}` });
  await decoded(service, frames.length);
  assertValues(await rowsOf(service, frames), frames);
  assert.match(service.output, /can:vcan7: .*Network is down; trying again/);
  assert.equal(await service.stop(), 0);
});

test("without can-utils, the service says what it needs", { skip }, async () => {
  configure(lab, "data-none", "can:vcan7");
  const service = await lab.start({ PATH: "/nowhere" });
  await until(() => service.output.includes("candump is not installed (Debian package can-utils)"));
  assert.equal(await service.stop(), 0);
});

/** An adapter at a pseudo-terminal: reports what it is told, and sends what it is given. */
async function adapter(
  lines: readonly string[],
): Promise<{ path: string; child: ChildProcess; said: AsyncIterator<string> }> {
  const program = `
import os, sys, tty
master, slave = os.openpty()
tty.setraw(slave)
print(os.ttyname(slave), flush=True)
told = b""
while not told.endswith(b"O\\r"):
    told += os.read(master, 100)
print(told.decode().replace("\\r", "."), flush=True)
os.write(master, b"\\r\\r\\r")
os.write(master, sys.stdin.read().encode())
import time; time.sleep(600)
`;
  const child = spawn("python3", ["-c", program], { stdio: ["pipe", "pipe", "inherit"] });
  child.stdin.end(lines.map((line) => `${line}\r`).join(""));
  const said = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return { path: (await said.next()).value, child, said };
}

test("a serial adapter", { skip }, async () => {
  const frames = sentFrames(60);
  const lines = frames.flatMap(({ id, data }, index) => {
    const isExtended = id >= 0x8000_0000;
    const digits = isExtended ? (id - 0x8000_0000).toString(16).padStart(8, "0") : id.toString(16).padStart(3, "0");
    const frame = `${isExtended ? "T" : "t"}${digits.toUpperCase()}${data.length / 2}${data.toUpperCase()}`;
    // A bell, an answer, a remote frame, and a time stamp are among them.
    return [...(index === 3 ? ["\u0007", "z", "r1238"] : []), index % 2 === 0 ? frame : `${frame}12AB`];
  });
  const { path, child, said } = await adapter(lines);
  try {
    configure(lab, "data-serial", `slcan:${path}@500k`);
    const service = await lab.start();
    assert.equal((await said.next()).value, "C.S6.O.");
    await decoded(service, frames.length);
    assertValues(await rowsOf(service, frames), frames);
    assert.equal(await service.stop(), 0);
  } finally {
    child.kill("SIGKILL");
  }
});
