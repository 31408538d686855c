/** Limits of parts that realms share: what realm a fills takes nothing from realm b. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { AlarmBook } from "../../../runtime/parts/alarms/alarm-book.ts";
import { Notices } from "../../../runtime/parts/alarms/notices.ts";
import { SetLimits } from "../../../runtime/parts/alarms/set-limits.ts";
import type { WebhookSettings } from "../../../runtime/parts/alarms/webhook-keys.ts";
import { CommandLog } from "../../../runtime/parts/commands/command-log.ts";
import { MqttOrders } from "../../../runtime/parts/commands/mqtt-orders.ts";
import { Peers } from "../../../runtime/parts/commands/peers.ts";
import { WebhookDownlinks } from "../../../runtime/parts/lorawan/webhook-downlinks.ts";
import { Announcer } from "../../../runtime/parts/publish/announcer.ts";
import { DeviceStates } from "../../../runtime/parts/states/device-states.ts";
import { RefusedMessages } from "../../../runtime/parts/states/refused-messages.ts";
import { type Walks, walkLimits } from "../../support/limit-walks.ts";
import { inTemporaryFolder } from "../../support/temporary-folder.ts";
import { until } from "../../support/until.ts";

const WALKS: Walks = {
  notices: async () => {
    const wanted = (name: string, databases: string[]): WebhookSettings => ({
      ...{ name, databases, url: "http://127.0.0.1:9/", send: ["alarms"], token: undefined, secret: undefined },
    });
    const settings = {
      webhooks: [wanted("all", ["*"]), wanted("b", ["b_*"])],
      alarms: { smtp: undefined, email: [], from: undefined },
    };
    return inTemporaryFolder(async (folder) => {
      const options = { onProblem: () => {}, realmOf: (database: string) => database.split("_")[0]!, gatherMs: 1e6 };
      const notices = await Notices.open(join(folder, "notices.json"), settings, options);
      const tell = (database: string, text: string) => notices.tell("alarms", database, () => ({ text }));
      for (let n = 0; n < 100; n++) tell("b_n", "b's");
      for (let n = 0; n < 1000; n++) tell("a_n", "x".repeat(100_000));
      const [all] = notices.receivers;
      assert.ok(all!.lost >= 900 && all!.lost <= 1000, `${all!.lost} are given up`);
      await notices.close();
      return 200 - [...readFileSync(join(folder, "notices.json"), "utf8").matchAll(/b's/g)].length;
    });
  },
  "announcer MOST_OF_REALM": async () => {
    const looked = new Set<string>();
    const announcer = new Announcer({
      put: () => {},
      memory: { remember: async () => {}, remembered: async () => [] } as never,
      measurements: async () => [],
      state: async () => "",
      announcing: () => ({}) as never,
      isPublished: ({ topic }) => {
        looked.add(topic);
        return false;
      },
      isRetained: () => true,
      onFinding: () => {},
    });
    const seen = (realm: string, n: number) =>
      announcer.seen([{ database: `${realm}_n`, measurement: `m${n}`, topic: `${realm}/n/g/m${n}/stored.json` }]);
    for (let n = 0; n < 30_000; n++) seen("a", n);
    seen("b", 0);
    await until(() => looked.size > 0);
    await announcer.stop();
    return looked.has("b/n/g/m0/stored.json") ? 0 : 1;
  },
  "webhook-downlinks MOST_KNOWN": async () => {
    const downlinks = new WebhookDownlinks(["https://127.0.0.1:9"]);
    const learn = (place: string) =>
      downlinks.learn(place, (name) => (name === "x-downlink-push" ? "https://127.0.0.1:9/x/down/push" : "key"));
    learn("b/n/g/d");
    for (let n = 0; n < 12_000; n++) learn(`a/n/g/d${n}`);
    const sent = downlinks.send("b/n/g/d", "", Buffer.alloc(1), {} as never);
    return sent.then(
      () => 0,
      ({ message }: Error) => (message.includes("no downlink API key") ? 1 : 0),
    );
  },
  "peers MOST_PLACES": () => {
    const peers = new Peers();
    const point = { database: "", measurement: "", columns: [], values: [], timeNs: 0n } as never;
    const note = (place: string) => peers.note({ place, to: "udp://192.0.2.1:5", watched: new Map() }, point, 1);
    note("b/rig");
    for (let n = 0; n < 12_000; n++) note(`a/rig${n}`);
    return peers.of("b/rig").length === 1 ? 0 : 1;
  },
  "command-dispatcher MOST_WAITING": () =>
    commandsOf(async (log, put) => {
      for (let n = 0; n < 500; n++) await put(`a/rig${n}`, "queued");
      await put("b/rig", "queued");
      return log.waiting("b/rig") - 1;
    }),
  "command-log MOST_KEPT": () =>
    commandsOf(async (_log, put, again) => {
      await put("b/rig", "acknowledged");
      for (let n = 0; n < 1500; n++) await put(`a/rig${n}`, "acknowledged");
      const { commands } = await again();
      assert.equal(commands.size, 1000);
      return [...commands.values()].some(({ place }) => place === "b/rig") ? 0 : 1;
    }),
  "alarm-book MOST_ENTRIES": () => alarmBookOf("entries"),
  "alarm-book MOST_MUTED": () => alarmBookOf("mutes"),
  "set-limits MOST": () => {
    const limits = new SetLimits([], (database) => database.split("_")[0]!);
    const set = (database: string, n: number) =>
      limits.set({ database, measurement: "m", column: `c${n}` }, "ann", { alarm: { max: n } });
    assert.throws(() => {
      for (let n = 0; n < 20_000; n++) set("a_n", n);
    }, /the maximum/);
    set("b_n", 0);
    return limits.of("b_n", "m", "c0") === undefined ? 1 : 0;
  },
  "mqtt-orders MOST_RETAINED": () => {
    const orders = new MqttOrders({} as never);
    for (let n = 0; n < 3000; n++) orders.retained(`a/n/g/d${n}/command`);
    return orders.retained("b/n/g/d/command") === undefined ? 1 : 0;
  },
  "device-states MOST_DEVICES": () => {
    const states = new DeviceStates();
    const values = { columns: [{ name: "v", type: "float" as const }], values: [1], timeNs: 1n };
    const see = (database: string, measurement: string) =>
      states.see({ ...values, database, measurement }, 1n, () => undefined);
    for (let n = 0; n < 130_000; n++) see(`a_${n % 2}`, `m${n}`);
    see("b_n", "m");
    const facts = { column: "v", isInEach: () => false, everyMs: undefined, stored: true };
    const row = states.row({ database: "b_n", measurement: "m" }, facts, undefined, 1, undefined);
    return row?.[3] === 1 ? 0 : 1;
  },
  "refused-messages MOST_OF_REALM": () => {
    const refused = new RefusedMessages();
    for (let n = 0; n < 20_000; n++) refused.add(`a/n/g/d${n}`, "bad-json", n, n);
    return refused.add("b/n/g/d", "bad-json", 0, 0) === undefined ? 1 : 0;
  },
};

type Put = (place: string, state: "queued" | "acknowledged") => Promise<unknown>;

function commandsOf(walk: (log: CommandLog, put: Put, again: () => Promise<CommandLog>) => Promise<number>) {
  return inTemporaryFolder(async (folder) => {
    const open = () => CommandLog.open(join(folder, "commands.log"), assert.fail);
    const log = await open();
    let id = 0;
    const put: Put = (place, state) => {
      const of = { place, command: "go", to: "udp://192.0.2.1:5", fields: {}, hex: "", by: "ann", schema: "" };
      const times = { queued: "2026-01-01T00:00:00Z", expiresMs: 1, told: 1 };
      return log.put({ id: ++id, ...of, ...times, states: [["queued", ""]], state });
    };
    const lost = await walk(log, put, async () => {
      await log.close();
      return open();
    });
    await log.close().catch(() => {});
    return lost;
  });
}

function alarmBookOf(what: "entries" | "mutes"): Promise<number> {
  return inTemporaryFolder(async (folder) => {
    const realmOf = (database: string) => database.split("_")[0]!;
    const book = await AlarmBook.open(join(folder, "alarms.json"), assert.fail, { realmOf });
    const raise = (database: string, n: number) =>
      book.note(database, {
        ...{ event: "raise", level: "alarm", measurement: `m${n}`, column: "t", value: 1 },
        ...{ time: "2026-01-01T00:00:00Z", message: "t is 1, above 0" },
      });
    const mute = (database: string, n: number) => book.mute({ database, measurement: `m${n}`, column: "t" }, "ann", 60);
    const add = what === "entries" ? raise : mute;
    for (let n = 0; n < 10; n++) add("b_n", n);
    const flood = () => {
      for (let n = 0; n < 3000; n++) add("a_n", n);
    };
    if (what === "entries") flood();
    else assert.throws(flood, /the maximum/);
    add("b_n", 10);
    const { active, muted } = book.list((database) => database === "b_n");
    await book.close();
    return 11 - (what === "entries" ? active : muted).length;
  });
}

walkLimits(WALKS);
