/** Recordings of a CAN bus: logs of candump, and captures. */

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { captureOf } from "../../support/can-capture.ts";
import { assertValues, BUS, configure, decoded, logLine, rowsOf, sentFrames } from "../../support/can-services.ts";
import { Lab, ROOT } from "../../support/lab.ts";
import { needsPeers } from "../../support/peers.ts";

const skip = needsPeers("cantools");
const lab = new Lab({ ini: "[lab]\nchannels =\n", headers: {} });
after(() => lab.remove());

before(() => {
  if (skip !== false) return;
  const folder = join(lab.directory, "new");
  mkdirSync(folder);
  cpSync(BUS, join(folder, "car.dbc"));
  const program = join(ROOT, "dist/structline.cjs");
  const { status, stderr } = spawnSync(process.execPath, [program, "import", "car.dbc"], {
    cwd: folder,
    encoding: "utf8",
  });
  assert.equal(status, 0, stderr);
  cpSync(join(folder, "channels.ini"), join(lab.directory, "first.ini"));
  for (const name of ["headers", "generated"])
    cpSync(join(folder, name), join(lab.directory, name), { recursive: true });
});

test("recordings have cantools' values at the frames' times, also after a restart", { skip }, async () => {
  const frames = sentFrames(300);
  writeFileSync(join(lab.directory, "drive.log"), `${frames.map(logLine).join("\n")}\n`);
  writeFileSync(
    join(lab.directory, "drive.pcap"),
    captureOf(frames.map(({ us, id, data }) => ({ us, id, data: Buffer.from(data, "hex") }))),
  );
  for (const name of ["drive.log", "drive.pcap"]) {
    configure(lab, `data-${name}`, `file:${join(lab.directory, name)}`);
    for (let start = 0; start < 2; start++) {
      const service = await lab.start();
      await decoded(service, frames.length);
      const rows = await rowsOf(service, frames);
      assertValues(rows, frames);
      assert.deepEqual(
        rows.map(({ time }) => Date.parse(String(time))),
        frames.map(({ us }) => us / 1000),
      );
      assert.equal(await service.stop(), 0);
    }
  }
});
