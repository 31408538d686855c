/** Changes by HTTP while the disk is full: none is reported as done, and none is a defect of ours. */

import assert from "node:assert/strict";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { SILENT } from "../../../runtime/lib/log.ts";
import { startService } from "../../../runtime/service/service.ts";
import { parseSettings } from "../../../runtime/settings/load-settings.ts";
import { needsSmallDisk, onSmallDisk } from "../../support/small-disk.ts";

const INI = "[lab]\nchannels =\n[http]\nlisten = 127.0.0.1:0\n[mqtt]\nlisten = 127.0.0.1:0\n";
const TYPE = { "Content-Type": "application/json" };

test(
  "while the disk is full, a dashboard is refused with 503, and the former one stays",
  { skip: needsSmallDisk() },
  () =>
    onSmallDisk(16, async ({ directory }) => {
      const file = join(directory, "channels.ini");
      const settings = parseSettings(INI, { file, shown: file, environment: {} });
      const service = await startService(settings, {
        log: SILENT,
        version: "0",
        onFailed: (reason) => assert.fail(reason),
      });
      const put = async (order: readonly string[]) => {
        const body = JSON.stringify({ order, panels: {}, added: {} });
        const answer = await fetch(`${service.url}layouts/wall`, { method: "PUT", headers: TYPE, body });
        return [answer.status, await answer.text()];
      };
      assert.deepEqual(await put(["a"]), [204, ""]);
      fill(join(directory, "filling"));
      const long = Array.from({ length: 3000 }, (_, n) => `panel ${n}`);
      assert.deepEqual(await put(long), [
        503,
        "Not stored: the disk is full or cannot be written; the log has details",
      ]);
      const { layout } = (await (await fetch(`${service.url}layouts/wall`)).json()) as { layout: { order: string[] } };
      assert.deepEqual(layout.order, ["a"]);
      rmSync(join(directory, "filling"));
      assert.deepEqual(await put(long), [204, ""]);
      await service.stop();
    }),
);

function fill(path: string): void {
  for (;;) {
    try {
      writeFileSync(path, Buffer.alloc(4096), { flag: "a" });
    } catch {
      return;
    }
  }
}
