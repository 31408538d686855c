/** Several stores of a cluster, each with a cursor of its own: what one does is nothing to the others. InfluxDB is Debian's. */

import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, beforeEach, test } from "node:test";
import { openJournal } from "../../../runtime/journal/file-journal.ts";
import { FileLog } from "../../../runtime/journal/file-log.ts";
import { SILENT } from "../../../runtime/lib/log.ts";
import { connectCluster } from "../../../runtime/parts/cluster/connection.ts";
import { clusterOf } from "../../../runtime/parts/cluster/keys.ts";
import { parseSettings } from "../../../runtime/settings/load-settings.ts";
import type { RefusedMessage } from "../../../runtime/store-thread/protocol.ts";
import { StoreThread } from "../../../runtime/store-thread/store-thread.ts";
import { epochWith } from "../../support/device-messages.ts";
import { type Influxd, startInfluxd } from "../../support/influxd.ts";
import { messageOf } from "../../support/journal-messages.ts";
import { onlyLong } from "../../support/long.ts";
import { type NatsServer, startNats } from "../../support/nats.ts";
import { requires } from "../../support/requirements.ts";
import { inTemporaryFolder } from "../../support/temporary-folder.ts";
import { until } from "../../support/until.ts";
import { startForwarding } from "../cluster/forwarding.ts";

const skip = requires("nats-server", "influxd");
const T0 = 1_700_000_000_000_000_000n;
const PLANT = "store-plant";

let nats: NatsServer;
let influxd: Influxd;
let labs = 0;
before(async () => {
  if (skip !== false) return;
  nats = await startNats();
  influxd = await startInfluxd();
});
after(async () => {
  await nats?.stop();
  await influxd?.stop();
});
beforeEach(async () => {
  if (skip !== false) return;
  await influxd.resume();
  await influxd.dropAll();
});

interface Rig {
  /** Into the databases `r_own` and `r_plant`. */
  send(from: number, to: number): Promise<void>;
  collector(): Promise<StoreThread>;
  /** What was rejected. */
  readonly letters: readonly RefusedMessage[];
  /** Frames that the servers have. */
  frames(): Promise<number>;
}

interface LabOptions {
  /** Devices of each network: messages of one are in one partition. */
  readonly devices?: number;
  /** URL of the first output. */
  readonly store?: string;
}

async function inLab(
  more: string,
  padding: number,
  body: (rig: Rig) => Promise<void>,
  { devices = 1, store = "duckdb:t.duckdb" }: LabOptions = {},
): Promise<void> {
  labs++;
  await inTemporaryFolder(async (directory) => {
    const file = join(directory, "channels.ini");
    const ini = `[lab]\nchannels =\n[cluster]\nurl = ${nats.url}\nname = o${labs}\npartitions = 4\nmax_size = 256M\n[store]\nurl = ${store}\n[store-plant]\ndatabases = r_plant\nurl = ${influxd.url.replace("http:", "influxdb:")}\n${more}`;
    const settings = parseSettings(ini, { file, shown: file, environment: {} });
    const letters: RefusedMessage[] = [];
    const texts = new Map<number, string>();
    const journal = await openJournal({ directory: join(directory, "j"), maxBytes: 1 << 27, commitIntervalMs: 1 });
    const messages = new FileLog(journal);
    const forwarding = await startForwarding({
      settings,
      messages,
      epoch: epochWith(),
      share: async (number) => void texts.set(number, (await messages.epochText(number)) ?? ""),
    });
    const collect = () =>
      new StoreThread({
        settings,
        epoch: () => epochWith(),
        epochText: async (number) => texts.get(number),
        log: SILENT,
        refused: async (rows) => void letters.push(...rows),
        rejected: (rows) => void letters.push(...rows),
        replaced: () => {},
        decodedOtherwise: (rows) => assert.deepEqual(rows, []),
        onWritten: () => {},
        onFailed: (reason) => assert.fail(reason),
      });
    const collectors: StoreThread[] = [];
    const cluster = await connectCluster(clusterOf(settings), "test");
    try {
      await body({
        letters,
        async send(from, to) {
          for (let n = from; n <= to; n++) {
            const payload = JSON.stringify({ value: n, padding: "x".repeat(padding) });
            const device = devices === 1 ? "d" : `d${n % devices}`;
            const of = { source: "http", contentType: "application/json", receivedNs: T0 + BigInt(n) };
            for (const network of ["own", "plant"])
              messages.append(messageOf(payload, { ...of, address: `r/${network}/g/${device}/data` }));
            if (n % 500 === 0) await messages.settled(20_000);
          }
          assert.equal(await messages.settled(20_000), true);
        },
        async collector() {
          const thread = collect();
          collectors.push(thread);
          await thread.start();
          return thread;
        },
        frames: async () => (await cluster.manager.streams.info(cluster.names.frames)).state.messages,
      });
    } finally {
      for (const each of [...collectors, forwarding]) await each.stop();
      await cluster.close();
      await journal.close();
    }
  });
}

async function own({ store }: StoreThread): Promise<number[]> {
  const values: number[] = [];
  const place = { database: "r_own", measurement: "g_d_sensors" };
  for await (const { values: found } of store.rows(place)) values.push(Number(found["value"]));
  return values;
}

/** Values of all measurements, ascending. */
async function inInflux(database = "r_plant", server = influxd): Promise<number[]> {
  const { series } = await server.query("SELECT value FROM /.*/", database);
  const values = (series ?? []).flatMap((each) => each.values.map(([, value]) => Number(value)));
  return values.sort((a, b) => a - b);
}

function counted(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

/** Messages that the first or the second output does not have. */
function waiting({ outputs }: StoreThread, output: 0 | 1): number | undefined {
  return outputs[output]?.writer.status().counts?.["waiting"];
}

const storedCount = ({ outputs }: StoreThread) => outputs[0].writer.status().counts?.["stored"];

test(
  "one output of a cluster that is away stops only itself, over a restart, and then has everything once",
  { skip },
  () =>
    inLab("", 20, async ({ send, collector, frames, letters }) => {
      let thread = await collector();
      await send(1, 100);
      await until(async () => (await frames()) === 0);
      await influxd.halt("SIGKILL");
      await send(101, 200);
      await until(() => storedCount(thread) === 200 && waiting(thread, 0) === 0 && (waiting(thread, 1) ?? 0) >= 100);
      assert.deepEqual([thread.outputs[1]?.name, await own(thread)], [PLANT, counted(1, 200)]);
      await until(() => thread.outputs[1]?.writer.status().state === "down");
      await thread.stop();
      thread = await collector();
      await send(201, 300);
      await until(() => storedCount(thread) === 100 && waiting(thread, 0) === 0);
      await influxd.resume();
      await until(async () => (await frames()) === 0);
      assert.deepEqual([await own(thread), await inInflux(), letters], [counted(1, 300), counted(1, 300), []]);
      // What it had before the restart it was not given again.
      assert.equal(storedCount(thread), 100);
    }),
);

test(
  "what a cluster's output could not be given within its backlog is its dead letters, and the others go on",
  {
    skip,
  },
  () =>
    inLab("backlog = 1M\n", 2000, async ({ send, collector, frames, letters }) => {
      const thread = await collector();
      await influxd.halt("SIGKILL");
      await send(1, 1500);
      await until(() => storedCount(thread) === 1500);
      // A batch is given up when all of it is beyond the backlog, which later messages show.
      await send(1501, 3000);
      await until(() => storedCount(thread) === 3000 && letters.length > 0);
      await influxd.resume();
      await until(async () => (await frames()) === 0);
      const told = letters.map(({ message }) => Number(message.receivedNs - T0));
      const all = [...new Set([...told, ...(await inInflux())])].sort((a, b) => a - b);
      const reasons = new Set(letters.map(({ output, error }) => `${output} ${error.code}`));
      assert.deepEqual(
        [all, [...reasons], await own(thread)],
        [counted(1, 3000), ["store-plant store-away"], counted(1, 3000)],
      );
    }),
);

test("what waits for an output and not in memory is fetched from the servers", { skip: onlyLong || skip }, () =>
  inLab("", 4000, async ({ send, collector, frames, letters }) => {
    const thread = await collector();
    await influxd.halt("SIGKILL");
    await send(1, 3000);
    await until(() => storedCount(thread) === 3000);
    await influxd.resume();
    await until(async () => (await frames()) === 0);
    assert.ok((thread.logStatus?.counts?.["fetchedAgain"] ?? 0) > 0, "messages were fetched again");
    assert.deepEqual([await own(thread), await inInflux(), letters], [counted(1, 3000), counted(1, 3000), []]);
  }),
);

test("of two store workers each keeps its place in each output, also while one output is away and a worker ends", {
  skip,
}, async (t) => {
  const first = await startInfluxd();
  t.after(() => first.stop());
  const options = { devices: 16, store: first.url.replace("http:", "influxdb:") };
  await inLab(
    "",
    20,
    async ({ send, collector, frames, letters }) => {
      const workers = [await collector(), await collector()] as const;
      const inFirst = () => inInflux("r_own", first);
      const stored = () => workers.map((worker) => storedCount(worker) ?? 0);
      // Partitions move until each worker has some.
      let sent = 0;
      while (stored().some((count) => count === 0)) {
        await send(sent + 1, sent + 100);
        sent += 100;
        await until(async () => (await frames()) === 0);
      }
      await influxd.halt("SIGKILL");
      await send(sent + 1, sent + 200);
      sent += 200;
      await until(async () => (await inFirst()).length === sent);
      await workers[1].stop();
      await send(sent + 1, sent + 100);
      sent += 100;
      await until(async () => (await inFirst()).length === sent);
      await influxd.resume();
      await until(async () => (await frames()) === 0);
      assert.deepEqual([await inFirst(), await inInflux(), letters], [counted(1, sent), counted(1, sent), []]);
    },
    options,
  );
});
