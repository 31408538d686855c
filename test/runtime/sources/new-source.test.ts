import assert from "node:assert/strict";
import * as fs from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { openJournal } from "../../../runtime/journal/file-journal.ts";
import { FileLog } from "../../../runtime/journal/file-log.ts";
import { messageKinds, SOURCES } from "../../../runtime/sources/registry.ts";
import type { SourceContext } from "../../../runtime/sources/source.ts";
import { epochWith } from "../../support/device-messages.ts";
import { MemoryIntake } from "../../support/memory-intake.ts";
import { inTemporaryFolder } from "../../support/temporary-folder.ts";
import { until } from "../../support/until.ts";
import { watchedFolder } from "../../support/watched-folder.ts";

test("a new kind of source needs one file: its messages are decoded, logged, signalled and acknowledged", () =>
  inTemporaryFolder(async (directory) => {
    const folder = join(directory, "in");
    const place = join(folder, "lab/net/gw/node");
    await fs.mkdir(place, { recursive: true });
    const type = watchedFolder(folder);
    const kinds = messageKinds(epochWith(), { types: [...SOURCES, type] });
    const intake = new MemoryIntake([], undefined, kinds);
    const source = await type.make({ intake: intake.core, clock: intake.clock } as unknown as SourceContext);
    await source.start();
    await fs.writeFile(join(place, "a.csv.part"), "## time,t\n1700000000,21.5\n1700000001,22\n");
    await fs.rename(join(place, "a.csv.part"), join(place, "a.csv"));
    await fs.writeFile(join(place, "b.part"), '{"t": ');
    await fs.rename(join(place, "b.part"), join(place, "b.json"));
    await until(async () => (await fs.readdir(place)).join() === "b.json.rejected");
    await source.stop();
    assert.deepEqual(intake.rows(), [
      { at: "lab_net/gw_node_sensors", t: 21.5 },
      { at: "lab_net/gw_node_sensors", t: 22 },
    ]);
    assert.deepEqual(
      intake.signals.map(({ topic, signal }) => [topic, signal.type]),
      [["lab/net/gw/node/error.json", "ValueError"]],
    );
    assert.equal(kinds.of({ source: "folder" }).addressOf(intake.messages[0]!), "lab/net/gw/node");

    // The log knows the source by name, as does the next process that opens it.
    const journal = await openJournal({ directory: join(directory, "j"), maxBytes: 1 << 20, commitIntervalMs: 0 });
    const log = new FileLog(journal);
    await log.append({ ...intake.messages[0]!, isRetry: true }).durable();
    const stop = new AbortController();
    for await (const { entries } of log.reader().read(undefined, stop.signal)) {
      const [entry] = [...entries];
      assert.deepEqual([entry?.message.source, entry?.message.address], ["folder", "lab/net/gw/node/data"]);
      assert.equal(entry?.message.isRetry, true);
      break;
    }
    stop.abort();
    await journal.close();
  }));
