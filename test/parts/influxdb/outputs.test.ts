/** Several stores, each with its own cursor: none affects the others. InfluxDB is Debian's. */

import assert from "node:assert/strict";
import * as fs from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { after, afterEach, before, beforeEach, test } from "node:test";
import { CursorFile } from "../../../runtime/journal/cursor-file.ts";
import { openJournal } from "../../../runtime/journal/file-journal.ts";
import { FileLog } from "../../../runtime/journal/file-log.ts";
import { SILENT } from "../../../runtime/lib/log.ts";
import type { Message } from "../../../runtime/model/message.ts";
import { parseSettings } from "../../../runtime/settings/load-settings.ts";
import { outputNames } from "../../../runtime/store/open-store.ts";
import type { RefusedMessage } from "../../../runtime/store-thread/protocol.ts";
import { StoreThread } from "../../../runtime/store-thread/store-thread.ts";
import { epochWith } from "../../support/device-messages.ts";
import { type Influxd, startInfluxd } from "../../support/influxd.ts";
import { messageOf } from "../../support/journal-messages.ts";
import { onlyLong } from "../../support/long.ts";
import { requires } from "../../support/requirements.ts";
import { inTemporaryFolder } from "../../support/temporary-folder.ts";
import { pause, until } from "../../support/until.ts";

const skip = requires("influxd");
const T0 = 1_700_000_000_000_000_000n;
const PLANT = "store-plant";

let influxd: Influxd;
before(async () => {
  if (skip === false) influxd = await startInfluxd();
});
after(() => influxd?.stop());
beforeEach(async () => {
  if (skip !== false) return;
  await influxd.resume();
  await influxd.dropAll();
});

/** Also closed if a test fails. */
const rigs: Rig[] = [];
afterEach(async () => {
  for (const rig of rigs.splice(0)) await rig.close();
});

interface Rig {
  readonly messages: FileLog;
  readonly thread: StoreThread;
  readonly letters: RefusedMessage[];
  /** Rows of the network in the embedded store. */
  own(network: string): Promise<number[]>;
  close(): Promise<void>;
}

interface RigOptions {
  readonly url?: string;
  readonly databases?: string;
  readonly backlog?: number;
}

/** A row for the database `r_<network>`. */
function row(network: string, n: number, more: Partial<Message> = {}): Message {
  const payload = JSON.stringify({ value: n, padding: "x".repeat(200) });
  const receivedNs = T0 + BigInt(n);
  return messageOf(payload, {
    source: "http",
    address: `r/${network}/g/d/data`,
    contentType: "application/json",
    receivedNs,
    ...more,
  });
}

async function rigIn(directory: string, { url, databases = "r_plant", backlog = 4 << 20 }: RigOptions): Promise<Rig> {
  const file = join(directory, "channels.ini");
  const stores = url && `[store-plant]\ndatabases = ${databases}\nurl = ${url}\n`;
  const text = `[lab]\nchannels =\n[store]\nurl = duckdb:t.duckdb\n${stores ?? ""}`;
  const settings = parseSettings(text, { file, shown: file, environment: {} });
  const place = join(directory, "j");
  const options = { directory: place, maxBytes: 8 << 20, segmentBytes: 64 << 10, commitIntervalMs: 1 };
  const journal = await openJournal(options);
  const { identity, tail, committed } = journal;
  const names = outputNames(settings);
  const cursors = await CursorFile.open({ directory: place, uuid: identity.uuid, tail, committed }, names, assert.fail);
  const outputs = names.map((output) => ({ ...output, backlogBytes: backlog }));
  const messages = new FileLog(journal, { outputs, cursors });
  const letters: RefusedMessage[] = [];
  const thread = new StoreThread({
    settings,
    epoch: () => epochWith(),
    epochText: (number) => messages.epochText(number),
    messages,
    log: SILENT,
    refused: async (rows) => void letters.push(...rows),
    rejected: (rows) => void letters.push(...rows),
    replaced: () => {},
    decodedOtherwise: (rows) => assert.deepEqual(rows, []),
    onWritten: () => {},
    onFailed: (reason) => assert.fail(reason),
  });
  await thread.start();
  let isOpen = true;
  const rig: Rig = {
    messages,
    thread,
    letters,
    own: async (network) => {
      const values: number[] = [];
      const place = { database: `r_${network}`, measurement: "g_d_sensors" };
      for await (const { values: found } of thread.store.rows(place)) values.push(Number(found["value"]));
      return values;
    },
    close: async () => {
      if (!isOpen) return;
      isOpen = false;
      await thread.stop();
      await messages.close();
      await journal.close();
    },
  };
  rigs.push(rig);
  return rig;
}

/** Accepts connections and never answers. */
async function hanging(): Promise<{ readonly url: string; close(): void }> {
  const server = createServer(() => {});
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { readonly port: number };
  return { url: `influxdb+v1://127.0.0.1:${port}`, close: () => server.close() };
}

async function inInflux(network: string): Promise<number[]> {
  const { series } = await influxd.query(`SELECT value FROM g_d_sensors`, `r_${network}`);
  return (series?.[0]?.values ?? []).map(([, value]) => Number(value));
}

function counted(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

const influxUrl = () => influxd.url.replace("http:", "influxdb:");

test(
  "an unavailable output delays only itself, over a restart, and then gets everything once",
  { skip: onlyLong || skip },
  () =>
    inTemporaryFolder(async (directory) => {
      let rig = await rigIn(directory, { url: influxUrl() });
      for (let n = 1; n <= 100; n++) for (const network of ["own", "plant"]) rig.messages.append(row(network, n));
      rig.thread.hurry();
      await until(async () => (await inInflux("plant")).length === 100);
      await influxd.halt();
      for (let n = 101; n <= 200; n++) for (const network of ["own", "plant"]) rig.messages.append(row(network, n));
      await until(async () => (await rig.own("own")).length === 200);
      const [main, plant] = rig.thread.outputs;
      assert.equal(main.writer.status().counts?.["waiting"], 0);
      await until(() => plant?.writer.status().state === "down");
      assert.ok(Number(plant?.writer.status().counts?.["waiting"]) >= 100, "messages wait");
      // Queries to the embedded store do not wait for the unavailable one.
      assert.equal(await rig.thread.settled(1), true);
      const listed = (await rig.thread.store.measurements()).map(({ database }) => database);
      assert.ok(listed.includes("r_own"), `${listed}`);
      await rig.close();
      rig = await rigIn(directory, { url: influxUrl() });
      rig.messages.append(row("own", 201));
      await until(async () => (await rig.own("own")).length === 201);
      await influxd.resume();
      await until(async () => (await inInflux("plant")).length === 200);
      assert.deepEqual(await inInflux("plant"), counted(1, 200));
      assert.deepEqual(await rig.own("own"), counted(1, 201));
      assert.deepEqual(rig.letters, []);
      await rig.close();
    }),
);

test(
  "messages beyond an output's backlog become its dead letters, and are stored there when retried",
  { skip: onlyLong },
  () =>
    inTemporaryFolder(async (directory) => {
      const server = await hanging();
      const rig = await rigIn(directory, { url: server.url, backlog: 256 << 10 });
      let sent = 0;
      while (rig.letters.length === 0) {
        if (rig.messages.waiting < 10_000)
          for (let end = sent + 200; sent < end; ) rig.messages.append(row("plant", ++sent));
        await pause(10, "the log is filled while the store hangs");
      }
      rig.messages.append(row("own", 1));
      await until(async () => (await rig.own("own")).length === 1);
      assert.deepEqual(
        new Set(rig.letters.map(({ output, error }) => `${output} ${error.code}`)),
        new Set([`${PLANT} store-away`]),
      );
      assert.equal(rig.thread.outputs[1]?.writer.status().state, "down");
      await rig.close();
      server.close();
      const letters = rig.letters;
      assert.equal(new Set(letters.map(({ key }) => key)).size, letters.length);
      if (skip !== false) return;
      const later = await rigIn(directory, { url: influxUrl() });
      for (const { message } of letters) later.messages.append({ ...message, isRetry: true });
      await until(async () => (await inInflux("plant")).length === sent);
      assert.deepEqual(await inInflux("plant"), counted(1, sent));
      await later.close();
    }),
);

test("a row that one output refuses is a dead letter with its name", { skip }, () =>
  inTemporaryFolder(async (directory) => {
    const rig = await rigIn(directory, { url: influxUrl() });
    for (const network of ["own", "plant"]) {
      rig.messages.append(row(network, 1));
      rig.messages.append(row(network, 2, { payload: Buffer.from('{"value":"text"}') }));
      rig.messages.append(row(network, 3));
    }
    rig.thread.hurry();
    assert.equal(await rig.messages.settled(20_000), true);
    assert.deepEqual(rig.letters.map(({ output, error }) => [output, error.code]).sort(), [
      ["store", "type-conflict"],
      [PLANT, "type-conflict"],
    ]);
    assert.deepEqual(
      [await rig.own("own"), await inInflux("plant")],
      [
        [1, 3],
        [1, 3],
      ],
    );
    await rig.close();
  }),
);

test(
  "databases that get another output have everything there that the former one did not store, without duplicates",
  { skip: onlyLong || skip },
  () =>
    inTemporaryFolder(async (directory) => {
      const networks = ["own", "plant", "other"];
      const append = (rig: Rig, from: number, to: number) => {
        for (const n of counted(from, to)) for (const network of networks) rig.messages.append(row(network, n));
        rig.thread.hurry();
      };
      // The embedded store has all; the plant's is unavailable and has nothing after 100.
      let rig = await rigIn(directory, { url: influxUrl() });
      append(rig, 1, 100);
      assert.equal(await rig.messages.settled(20_000), true);
      await influxd.halt();
      append(rig, 101, 200);
      await until(async () => (await rig.own("other")).length === 200);
      await rig.close();
      // One database moves away from the embedded store, another one to it.
      await influxd.resume();
      rig = await rigIn(directory, { url: influxUrl(), databases: "r_other" });
      append(rig, 201, 300);
      assert.equal(await rig.messages.settled(20_000), true);
      assert.deepEqual(await inInflux("plant"), counted(1, 100));
      assert.deepEqual(await rig.own("plant"), counted(101, 300));
      assert.deepEqual(await inInflux("other"), counted(201, 300));
      assert.deepEqual(await rig.own("own"), counted(1, 300));
      await influxd.halt();
      append(rig, 301, 400);
      await until(async () => (await rig.own("own")).length === 400);
      await rig.close();
      // The section is removed: its waiting rows go to the embedded store, again after a kill that lost the last record.
      let noted: Buffer | undefined;
      for (const end of [500, 600]) {
        if (noted !== undefined) await fs.writeFile(join(directory, "j", "cursors"), noted);
        rig = await rigIn(directory, {});
        noted ??= await fs.readFile(join(directory, "j", "cursors"));
        append(rig, end - 99, end);
        assert.equal(await rig.messages.settled(20_000), true);
        for (const network of ["own", "plant"]) {
          const found = await rig.own(network);
          assert.deepEqual(found, counted(network === "own" ? 1 : 101, end), network);
        }
        assert.deepEqual(await rig.own("other"), [...counted(1, 200), ...counted(301, end)]);
        await rig.close();
      }
      await assert.rejects(fs.stat(join(directory, "j", "cursors")), /ENOENT/);
    }),
);
