import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { after, test } from "node:test";
import type { DeadLetters } from "../../../runtime/journal/dead-letter-access.ts";
import { openDeadLetters } from "../../../runtime/journal/dead-letter-log.ts";
import type { DeadLetter } from "../../../runtime/journal/dead-letters.ts";
import { connectCluster } from "../../../runtime/parts/cluster/connection.ts";
import type { ClusterSettings } from "../../../runtime/parts/cluster/keys.ts";
import { clusterOf } from "../../../runtime/parts/cluster/keys.ts";
import { LiveBus } from "../../../runtime/parts/cluster/live.ts";
import { clusterNames } from "../../../runtime/parts/cluster/names.ts";
import { ClusterNode } from "../../../runtime/parts/cluster/node.ts";
import { WAITING_FROM } from "../../../runtime/parts/cluster/shared-dead-letters.ts";
import { parseSettings } from "../../../runtime/settings/load-settings.ts";
import { messageOf } from "../../support/journal-messages.ts";
import { onlyLong } from "../../support/long.ts";
import { type NatsServer, startNats } from "../../support/nats.ts";
import { requires } from "../../support/requirements.ts";
import { inTemporaryFolder } from "../../support/temporary-folder.ts";
import { until } from "../../support/until.ts";

const skip = requires("nats-server");
const server: NatsServer | undefined = skip === false ? await startNats() : undefined;
after(() => server?.stop());

const ALL = { limit: 1000 };
const ERROR = { message: "no", type: "ValueError", description: "why" };

function letter(text: string | Uint8Array, key: string, address = "f/n/g/d/data"): Omit<DeadLetter, "id"> {
  const message = { ...messageOf("", { address }), payload: typeof text === "string" ? Buffer.from(text) : text };
  return { message, code: "bad-json", error: ERROR, key };
}

interface Joined {
  readonly node: ClusterNode;
  readonly letters: DeadLetters;
  /** Rejections reported by others. */
  readonly told: string[];
  add(...letters: Omit<DeadLetter, "id">[]): void;
  close(): Promise<void>;
}

/** @param body receives a function that creates nodes; `view` nodes reject nothing */
async function inLab(
  body: (join: (name: string, view?: boolean) => Promise<Joined>, cluster: ClusterSettings) => Promise<void>,
): Promise<void> {
  await inTemporaryFolder(async (folder) => {
    const open = new Set<Joined>();
    const ini = `[lab]\nchannels =\n[cluster]\nurl = ${server?.url}\nname = ${randomUUID().slice(0, 8)}\n`;
    const cluster = clusterOf(parseSettings(ini, { file: join(folder, "c.ini"), shown: "c.ini", environment: {} }));
    assert.ok(cluster, "the settings have a cluster");
    try {
      await body(async (name, view = false) => {
        const deadLetters = view ? undefined : await openDeadLetters(join(folder, name));
        const told: string[] = [];
        const live = new LiveBus(clusterNames(cluster.name));
        const said = { role: "all", version: "1", url: "", state: "ok", waiting: 0, deadLetters: 0 } as const;
        const node = new ClusterNode({
          settings: cluster,
          node: randomUUID(),
          self: () => said,
          onFinding: () => {},
          live,
          ...(deadLetters && { deadLetters }),
          onLetters: (letters) => void told.push(...texts(letters)),
        });
        const joined: Joined = {
          node,
          letters: node.deadLetters,
          told,
          add: (...some) => {
            for (const one of some) deadLetters?.add(one);
          },
          close: async () => {
            open.delete(joined);
            await live.close();
            await node.close();
            await deadLetters?.close();
          },
        };
        open.add(joined);
        return joined;
      }, cluster);
    } finally {
      for (const joined of open) await joined.close();
    }
  });
}

/** Lists until there are this many without any waiting. */
async function listed({ letters }: Joined, count: number): Promise<readonly DeadLetter[]> {
  return until(async () => {
    const { letters: found, missing } = await letters.list(ALL);
    return missing === undefined && found.length === count && found.every(({ id }) => id < WAITING_FROM) && found;
  }, `${count} letters`);
}

function texts(found: readonly DeadLetter[]): string[] {
  return found.map(({ message }) => Buffer.from(message.payload).toString());
}

test(
  "dead letters of a removed node are listed, shown, retried and dropped at any other node, each once",
  { skip },
  () =>
    inLab(async (joinAs) => {
      const a = await joinAs("a");
      const b = await joinAs("b");
      const view = await joinAs("view", true);
      a.add(letter("one", "log/1/0"), letter("two", "", "rig"));
      await listed(b, 2);
      await until(() => b.told.length >= 2);
      // Another worker received the same frame and rejects the same row.
      b.add(letter("one", "log/1/0"), letter("three", "log/2/0"));
      await a.close();
      const found = await listed(view, 3);
      assert.deepEqual(texts(found), ["one", "two", "three"]);
      await until(() => view.told.length >= 3);
      assert.deepEqual(
        [view.told, b.told],
        [
          ["one", "two", "three"],
          ["one", "two"],
        ],
      );
      const rig = await view.letters.list({ limit: 10, address: "rig", code: "bad-json" });
      assert.deepEqual(texts(rig.letters), ["two"]);
      assert.deepEqual((await view.letters.list({ limit: 10, code: "bad.*" })).letters, []);
      assert.deepEqual(texts((await view.letters.list({ limit: 2 })).letters), ["two", "three"]);
      const [shown] = await view.letters.find([found[0]!.id]);
      assert.deepEqual(shown, found[0]);
      assert.deepEqual({ ...shown, message: 0 }, { ...letter("one", "log/1/0"), id: found[0]!.id, message: 0 });

      // A node without sources passes the retry to one that has some.
      await assert.rejects(view.node.passRetry(found[0]!), /no node that receives messages answers/);
      const retried: string[] = [];
      b.node.takeRetries(async ({ message }) => {
        const text = Buffer.from(message.payload).toString();
        if (text === "two") throw new Error("it is as wrong as before");
        retried.push(text);
      });
      await b.node.deadLetters.list(ALL);
      await view.node.passRetry(found[0]!);
      await assert.rejects(view.node.passRetry(found[1]!), /^Error: it is as wrong as before$/);
      assert.deepEqual(retried, ["one"]);

      assert.equal(await view.letters.drop([found[0]!.id, found[0]!.id + 1000]), 1);
      assert.equal(await b.letters.drop([found[0]!.id, found[1]!.id]), 1);
      assert.deepEqual(texts(await listed(view, 1)), ["three"]);
      assert.deepEqual(await view.letters.find([found[0]!.id]), []);
    }),
);

test("one retry at a time across all nodes", { skip }, () =>
  inLab(async (joinAs) => {
    const [a, b] = [await joinAs("a"), await joinAs("b")];
    const order: string[] = [];
    const first = await a.letters.retrying(async (goOn) => {
      assert.equal(await b.letters.retrying(async () => order.push("b")), undefined);
      await goOn();
      assert.equal(await a.letters.retrying(async () => order.push("a")), undefined);
      return "done";
    });
    assert.equal(first, "done");
    await assert.rejects(
      a.letters.retrying(() => Promise.reject(new Error("broken"))),
      /broken/,
    );
    assert.equal(await b.letters.retrying(async () => "next"), "next");
    assert.deepEqual(order, []);
  }),
);

test(
  "rejections while no server answers are kept and listed at their node, and forwarded later",
  { skip: onlyLong || skip },
  () =>
    inLab(async (joinAs) => {
      const a = await joinAs("a");
      a.add(letter("before", "log/1/0"));
      await listed(a, 1);
      await server?.halt();
      a.add(letter("meanwhile", "log/2/0"));
      const { letters, missing } = await a.letters.list(ALL);
      assert.deepEqual(
        letters.map(({ id, message }) => [id, Buffer.from(message.payload).toString()]),
        [[WAITING_FROM + 2, "meanwhile"]],
      );
      assert.match(
        missing ?? "",
        /^only the letters waiting at this node are shown: the cluster's servers do not answer: /,
      );
      assert.equal((await a.letters.find([WAITING_FROM + 2]))[0]?.key, "log/2/0");
      await server?.resume();
      assert.deepEqual(texts(await listed(a, 2)), ["before", "meanwhile"]);
    }),
);

test("a flood displaces only its own letters", { skip }, () =>
  inLab(async (joinAs, cluster) => {
    const a = await joinAs("a");
    a.add(letter("kept", "log/1/0", "quiet"));
    await listed(a, 1);
    const { manager, names, close } = await connectCluster(cluster, "test");
    // As if there were no more space than this.
    const { config } = await manager.streams.info(names.letters);
    await manager.streams.update(names.letters, { ...config, max_bytes: 3 << 20 });
    const large = new Uint8Array(100_000);
    for (let n = 0; n < 50; n++) a.add(letter(large, `log/2/${n}`, "loud"));
    await until(() => a.node.deadLetters.waiting === 0);
    const quiet = await a.letters.list({ limit: 1000, address: "quiet" });
    assert.deepEqual(texts(quiet.letters), ["kept"]);
    const { letters: loud } = await a.letters.list({ limit: 1000, address: "loud" });
    assert.ok(loud.length > 15 && loud.length < 31, `${loud.length}`);
    assert.ok(
      loud.some(({ key }) => key === "log/2/49"),
      "the newest is kept",
    );
    await close();
  }),
);
