import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { after, test } from "node:test";
import { Subscriptions } from "../../../runtime/bus/subscriptions.ts";
import { LiveBus } from "../../../runtime/cluster/live.ts";
import { clusterNames } from "../../../runtime/cluster/names.ts";
import { ClusterNode } from "../../../runtime/cluster/node.ts";
import { parseSettings } from "../../../runtime/config/load-settings.ts";
import { Clock } from "../../../runtime/telemetry/clock.ts";
import { inTemporaryFolder } from "../../support/journal-messages.ts";
import { type NatsServer, startNats } from "../../support/nats.ts";
import { requires } from "../../support/requirements.ts";

const skip = requires("nats-server");
const server: NatsServer | undefined = skip === false ? await startNats() : undefined;
after(() => server?.stop());

const ini = (nodes: number) =>
  `[lab]\nchannels =\n[cluster]\nurl = ${server?.url}\nname = n${nodes}\nnodes = ${nodes}\n`;

async function inNodes(
  nodes: number,
  body: (join: (name: string, id?: string) => Promise<Joined>) => Promise<void>,
): Promise<void> {
  await inTemporaryFolder(async (folder) => {
    const settings = parseSettings(ini(nodes), { file: join(folder, "c.ini"), shown: "c.ini", environment: {} })
      .cluster!;
    const closing: (() => Promise<void>)[] = [];
    try {
      await body(async (name, id = randomUUID()) => {
        const directory = join(folder, name);
        await mkdir(directory, { recursive: true });
        const live = new LiveBus(clusterNames(settings.name));
        const subscriptions = new Subscriptions<string>();
        const seen: unknown[] = [];
        const publish = (topic: string, event: object) => void seen.push({ topic, ...event });
        const said = { role: "all", version: "1", url: "", state: "ok", waiting: 0, deadLetters: 0 } as const;
        const clock = new Clock();
        const node = new ClusterNode({
          settings,
          node: id,
          self: () => said,
          onFinding: () => {},
          journal: { directory, clock },
          live,
          watching: { subscriptions, publish },
        });
        const close = async () => {
          await live.close();
          await node.close();
        };
        closing.push(close);
        return { node, live, subscriptions, seen, clock, id };
      });
    } finally {
      for (const close of closing) await close();
    }
  });
}

interface Joined {
  readonly node: ClusterNode;
  readonly live: LiveBus;
  readonly subscriptions: Subscriptions<string>;
  readonly seen: unknown[];
  readonly clock: Clock;
  readonly id: string;
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 10));
}

test("each node has a number of its own, keeps it over a restart, and gives it back", { skip }, () =>
  inNodes(2, async (joinAs) => {
    const a = await joinAs("a");
    const b = await joinAs("b");
    await a.node.number?.claim();
    await b.node.number?.claim();
    assert.deepEqual([a.node.number?.value, b.node.number?.value], [0, 1]);
    const again = await joinAs("a", a.id);
    assert.equal(await again.node.number?.claim(), 0n, "its clock goes on with the time of day");
    assert.equal(again.node.number?.value, 0);
    const third = await joinAs("c");
    await assert.rejects(third.node.number?.claim() ?? Promise.resolve(), /all 2 numbers of nodes are taken/);
    await b.node.number?.release();
    const upToNs = await third.node.number?.claim();
    assert.equal(third.node.number?.value, 1);
    assert.ok(upToNs !== undefined && upToNs > 0n, "begins after the times that the number gave before");
  }),
);

test("what one node remembers the next one knows; live values go to those who watch them", { skip }, () =>
  inNodes(3, async (joinAs) => {
    const a = await joinAs("a");
    const b = await joinAs("b");
    assert.deepEqual(await b.node.facts.remembered(), new Map());
    await a.node.facts.remember("csv-header/r n/ä", "one");
    assert.equal(await b.node.facts.recall?.("csv-header/r n/ä"), "one");
    assert.deepEqual(await b.node.facts.remembered(), new Map([["csv-header/r n/ä", "one"]]));

    b.subscriptions.add("client", "lab.rig*", "exact");
    await until(() => a.live.wants("lab.rig*"));
    assert.equal(a.live.wants("lab.other"), false);
    a.live.publish("lab.rig*", { args: [{ x: 1 }], kwargs: { time: 12345678901234567890n } });
    await until(() => b.seen.length > 0);
    assert.deepEqual(b.seen, [{ topic: "lab.rig*", args: [{ x: 1 }], kwargs: { time: 12345678901234567890n } }]);
    assert.deepEqual(a.seen, []);
    b.subscriptions.remove("client", 1);
    await until(() => !a.live.wants("lab.rig*"));
  }),
);

test("times of receipt of a slot are never those of another", () => {
  let now = 1_000_000n;
  const clocks = [0, 5, 63].map((slot) => {
    const clock = new Clock({ wallMs: () => 1_700_000_000_000, monotonicNs: () => now });
    clock.useSlot(slot, 64);
    return { slot: BigInt(slot), clock };
  });
  for (const { slot, clock } of clocks) {
    let last = 0n;
    for (let n = 0; n < 1000; n++) {
      if (n % 3 === 0) now += BigInt(n);
      const time = clock.nowNs();
      assert.equal(time % 64n, slot);
      assert.ok(time > last);
      last = time;
    }
  }
});
