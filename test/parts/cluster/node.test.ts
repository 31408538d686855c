import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { after, test } from "node:test";
import { Subscriptions } from "../../../runtime/bus/subscriptions.ts";
import { Clock } from "../../../runtime/model/clock.ts";
import { clusterOf } from "../../../runtime/parts/cluster/keys.ts";
import { LiveBus } from "../../../runtime/parts/cluster/live.ts";
import type { Members } from "../../../runtime/parts/cluster/members.ts";
import { clusterNames } from "../../../runtime/parts/cluster/names.ts";
import { ClusterNode } from "../../../runtime/parts/cluster/node.ts";
import { OtherNodes } from "../../../runtime/parts/cluster/other-nodes.ts";
import { parseSettings } from "../../../runtime/settings/load-settings.ts";
import { onlyLong } from "../../support/long.ts";
import { type NatsServer, startNats } from "../../support/nats.ts";
import { requires } from "../../support/requirements.ts";
import { inTemporaryFolder } from "../../support/temporary-folder.ts";
import { until } from "../../support/until.ts";

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
    const settings = clusterOf(
      parseSettings(ini(nodes), { file: join(folder, "c.ini"), shown: "c.ini", environment: {} }),
    );
    const closing: (() => Promise<void>)[] = [];
    try {
      await body(async (name, id = randomUUID()) => {
        const directory = join(folder, name);
        await mkdir(directory, { recursive: true });
        const live = new LiveBus(clusterNames(settings.name));
        const subscriptions = new Subscriptions<string>();
        const seen: unknown[] = [];
        const lost: string[] = [];
        const publish = (topic: string, event: object) => void seen.push({ topic, ...event });
        const said = { role: "all", version: "1", url: "", state: "ok", waiting: 0, deadLetters: 0 } as const;
        const clock = new Clock();
        const node = new ClusterNode({
          settings,
          node: id,
          self: () => said,
          onFinding: () => {},
          journal: { directory, clock, onLost: (sentence) => void lost.push(sentence) },
          live,
          watching: { subscriptions, publish },
        });
        const close = async () => {
          await live.close();
          await node.close();
        };
        closing.push(close);
        return { node, live, subscriptions, seen, clock, id, lost, close };
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
  readonly lost: string[];
  readonly close: () => Promise<void>;
}

test(
  "a node that stops is no longer asked for commands at once, and one that was killed after a minute",
  { skip },
  () =>
    inNodes(2, async (joinAs) => {
      const a = await joinAs("a");
      const b = await joinAs("b");
      await until(() => a.node.nodesFor("commands").list().includes(b.id));
      await b.close();
      await until(() => a.node.nodesFor("commands").list().length === 0);
      const silent = (silentSeconds: number) => ({ node: `n${silentSeconds}`, role: "all", silentSeconds });
      const members = { list: () => [silent(1), silent(59), silent(61)] } as unknown as Members;
      const away = { connected: new Promise<never>(() => {}), servers: () => Promise.reject(new Error()) };
      const own = { self: "a", part: "commands", numbering: () => undefined };
      const nodes = new OtherNodes({ ...away, ...own, members: () => members });
      assert.deepEqual(nodes.list(), ["n1", "n59"]);
    }),
);

test("each node has its own number, keeps it over a restart, and gives it back", { skip }, () =>
  inNodes(2, async (joinAs) => {
    const a = await joinAs("a");
    const b = await joinAs("b");
    assert.equal(a.node.claim?.value, undefined, "before the servers have assigned it");
    await a.node.claim?.claim();
    await b.node.claim?.claim();
    assert.deepEqual([a.node.claim?.value, b.node.claim?.value], [0, 1]);
    const again = await joinAs("a", a.id);
    assert.equal(await again.node.claim?.claim(), 0n, "its clock goes on with the time of day");
    assert.equal(again.node.claim?.value, 0);
    const third = await joinAs("c");
    const claimed = third.node.claim?.claim();
    await b.node.claim?.release();
    const upToNs = await claimed;
    assert.equal(third.node.claim?.value, 1);
    assert.ok(upToNs !== undefined && upToNs > 0n, "begins after the times that the number gave before");
  }),
);

test(
  "a copy of a node is refused while the node lives; a node that takes over a silent one ends it on its return",
  { skip: onlyLong || skip },
  () =>
    inNodes(4, async (joinAs) => {
      const node = await joinAs("a");
      await node.node.claim?.claim();
      const copy = await joinAs("copy", node.id);
      await assert.rejects(
        copy.node.claim?.claim() ?? Promise.resolve(),
        /another process is the node .*: on .* since .*copy/,
      );
      assert.deepEqual(node.lost, []);
      // Paused, like a virtual machine.
      node.node.claim?.pause();
      const second = await joinAs("second", node.id);
      await second.node.claim?.claim();
      node.node.claim?.resume();
      await until(() => node.lost.length > 0);
      assert.match(node.lost[0] ?? "", /another process took over the node/);
      assert.deepEqual(second.lost, []);
    }),
);

test(
  "a dead node's number is reused only if no other is free; a clock that is a day ahead takes no number",
  { skip: onlyLong || skip },
  () =>
    inNodes(2, async (joinAs) => {
      const [a, b] = [await joinAs("a"), await joinAs("b")];
      await a.node.claim?.claim();
      await b.node.claim?.claim();
      a.node.claim?.pause();
      const real = Date.now;
      Date.now = () => real() + 26 * 3_600_000;
      try {
        const beganMs = performance.now();
        const third = await joinAs("c");
        await third.node.claim?.claim();
        assert.equal(third.node.claim?.value, 0, "of the silent one");
        assert.ok(performance.now() - beganMs > 8000, "by the servers' time");
      } finally {
        Date.now = real;
      }
      assert.equal(b.node.claim?.value, 1);
    }),
);

test(
  "state remembered by one node is known to the next one; live values go to the nodes that watch them",
  { skip },
  () =>
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

test("receipt times of one slot never equal those of another", () => {
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
      assert.ok(time > last, `${time} is not after ${last}`);
      last = time;
    }
  }
});
