/** Whoever fills a limit takes room from nobody else: every limit is in the table, and two users in two realms walk it. */

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { test } from "node:test";
import { RecentErrors } from "../../../runtime/api/recent-errors.ts";
import { Authenticator } from "../../../runtime/auth/authenticator.ts";
import { Credential, generationOf } from "../../../runtime/auth/credential.ts";
import { hashCredential, TOKEN_COST } from "../../../runtime/auth/credential-hash.ts";
import { Sessions } from "../../../runtime/auth/sessions.ts";
import { UserDirectory } from "../../../runtime/auth/user-directory.ts";
import { Activity } from "../../../runtime/intake/activity.ts";
import { LearnedUnits } from "../../../runtime/intake/learned-units.ts";
import { DeadLetterIndex } from "../../../runtime/journal/dead-letter-index.ts";
import { FirstTimesFile } from "../../../runtime/journal/first-times-file.ts";
import { OwnedMap } from "../../../runtime/lib/owned-map.ts";
import { BOUNDS, Bound } from "../../../runtime/model/bounds.ts";
import { Unfinished } from "../../../runtime/model/unfinished.ts";
import { AlarmBook } from "../../../runtime/parts/alarms/alarm-book.ts";
import { Notices } from "../../../runtime/parts/alarms/notices.ts";
import { SetLimits } from "../../../runtime/parts/alarms/set-limits.ts";
import type { WebhookSettings } from "../../../runtime/parts/alarms/webhook-keys.ts";
import { Peers } from "../../../runtime/parts/commands/peers.ts";
import { WebhookDownlinks } from "../../../runtime/parts/lorawan/webhook-downlinks.ts";
import { Announcer } from "../../../runtime/parts/publish/announcer.ts";
import { RefusedMessages } from "../../../runtime/parts/states/refused-messages.ts";
import { Outbox } from "../../../runtime/signals/outbox.ts";
import { SessionStore } from "../../../runtime/sources/mqtt/session-store.ts";
import { Wills } from "../../../runtime/sources/mqtt/wills.ts";
import { SHARED_LIMITS } from "../../../scripts/docs/shared-limits.ts";
import { messageOf } from "../../support/journal-messages.ts";
import { inTemporaryFolder } from "../../support/temporary-folder.ts";
import { until } from "../../support/until.ts";

/** Rooms in which senders and users make something grow that is kept for all. */
const ROOMS = ["api", "auth", "intake", "journal", "parts", "signals", "sources"];
const RUNTIME = new URL("../../../runtime/", import.meta.url);
/** A map or set that is compared with a constant, or a map that its owners share. */
const KEPT = /(?:\.size *>=? *|new OwnedMap<[^(]*>\()(?:this\.#)?((?:MOST|MAX)\w*)/g;

const FILES = ROOMS.flatMap((room) =>
  readdirSync(new URL(room, RUNTIME), { recursive: true, encoding: "utf8" }).map((file) => join(room, file)),
).filter((file) => file.endsWith(".ts"));

function isInSource(limit: string): boolean {
  const [name, constant = ""] = limit.split(" ");
  const files = FILES.filter((file) => basename(file, ".ts") === name);
  return files.some((file) => readFileSync(new URL(file, RUNTIME), "utf8").includes(constant));
}

function limitsInSource(): string[] {
  return FILES.flatMap((file) =>
    [...readFileSync(new URL(file, RUNTIME), "utf8").matchAll(KEPT)].map(
      ([, name]) => `${basename(file, ".ts")} ${name}`,
    ),
  );
}

test("every limit in the source is in the table of docs/security.md, with whose budget it is", () => {
  const listed = new Set<string>(SHARED_LIMITS.map(({ limit }) => limit));
  const found = [...limitsInSource(), ...Object.keys(BOUNDS)];
  assert.deepEqual(found.filter((limit) => !listed.has(limit)).sort(), []);
  const gone = [...listed].filter((limit) => !(limit in BOUNDS) && !isInSource(limit));
  assert.deepEqual(gone, [], "what the table lists is in the source");
  assert.ok(found.length > 30, `${found.length} limits are found`);
});

/** Fills a limit as realm a's, and says what realm b lost. */
const WALKS: Readonly<Record<string, () => Promise<unknown> | unknown>> = {
  "dead-letters": () => {
    const index = new DeadLetterIndex({ bytes: 2 << 20, lettersOfGroup: 10_000 });
    const error = { message: "", type: "", description: "" };
    const add = (id: number, address: string, sender: string, bytes: number) =>
      index.add({
        id,
        message: messageOf("x".repeat(bytes), { source: "http", address, sender }),
        code: "bad-json",
        error,
        key: "",
      });
    for (let id = 1; id <= 200; id++) add(id, "b/n/g/d/data", "192.0.2.7:5000", 100);
    for (let id = 201; id <= 240; id++) add(id, `a/n/g/d${id}/data`, `192.0.2.8:${id}`, 190_000);
    // Small ones under many names, from the same host as b's.
    for (let id = 241; id <= 9000; id++) add(id, `a/n/g/d${id}/data`, `192.0.2.7:${id}`, 10);
    return 200 - index.list({ address: "b/n/g/d/data" }).length;
  },
  "mqtt-sessions": () => {
    const store = new SessionStore({ expiryMs: 1000 });
    try {
      const durable = (id: string, user: string) => {
        const { session } = store.open(`${user}/${id}`, false, user);
        const isKept = store.extend(session, 1000);
        if (isKept)
          store.subscribe(
            session,
            { filter: "x", qos: 1, noLocal: false, asPublished: false, retainHandling: 0 },
            undefined,
          );
        return isKept;
      };
      for (let n = 0; n < 2000; n++) durable(`c${n}`, "ann");
      return durable("c", "bob") ? 0 : 1;
    } finally {
      store.close();
    }
  },
  "activity MOST_OF_REALM": () => {
    const activity = new Activity(({ address }) => address);
    for (let n = 0; n < 12_000; n++) activity.received(messageOf("x", { source: "http", address: `a/n/g/d${n}` }));
    activity.received(messageOf("x", { source: "http", address: "b/n/g/d" }));
    return activity.channel("http", "b/n/g/d")?.received === 1 ? 0 : 1;
  },
  "recent-errors MAX_ADDRESSES": () => {
    const errors = new RecentErrors();
    const note = (address: string) =>
      errors.note({
        time: "2026-01-01T00:00:00Z",
        source: "http",
        address,
        code: "bad-json",
        signal: { message: "", type: "", description: "" },
      });
    note("b/n/g/d");
    for (let n = 0; n < 2000; n++) note(`a/n/g/d${n}`);
    return errors.list({ address: "b/n/g/d", limit: 10 }).length === 1 ? 0 : 1;
  },
  "first-times MOST_KNOWN": () =>
    inTemporaryFolder(async (folder) => {
      const keys = await FirstTimesFile.open(folder, 100);
      for (let name = 1n; name <= 20n; name++) await keys.of(name, name, "b");
      for (let name = 1000n; name < 2000n; name++) await keys.of(name, name, "a");
      let lost = 0;
      for (let name = 1n; name <= 20n; name++) if ((await keys.of(name, 5000n, "b")) !== name) lost++;
      await keys.close();
      return lost;
    }),
  "mqtt-wills": () => {
    const wills = new Wills(() => {});
    const packet = { topic: "t", payload: Buffer.alloc(60_000), qos: 0, retain: false, properties: {} } as const;
    const keep = (owner: string) => wills.keep(packet, { mayPublish: () => true, mayRead: () => true }, owner);
    while (keep("ann") !== undefined);
    return keep("bob") === undefined ? 1 : 0;
  },
  "mqtt-unfinished": () => unfinishedOf("mqtt-unfinished"),
  "http-bodies": () => unfinishedOf("http-bodies"),
  "mqtt-signals": () => outboxOf("mqtt-signals"),
  "mqtt-rows": () => outboxOf("mqtt-rows"),
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
  "sessions MAX_SESSIONS": () => {
    const users = new UserDirectory();
    const of = { read: [], write: [], admin: false, tokens: [], password: "$scrypt$ln=10,r=1,p=1$c2FsdA$aGFzaA" };
    users.replace(["ann", "bob"].map((name) => ({ ...of, name })));
    const sessions = new Sessions(users);
    const open = (user: string) =>
      sessions.open(new Credential(users, { user, by: "password", generation: generationOf(of.password) }));
    const own = Array.from({ length: 3 }, () => open("bob"));
    for (let n = 0; n < 2000; n++) open("ann");
    return own.filter((id) => sessions.find(id) === undefined).length;
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
  "row-messages MOST_TOPICS": () => displacedBy(100),
  "learned-units MOST_KNOWN": async () => {
    const units = new LearnedUnits((database) => database.split("_")[0]!);
    const learn = (database: string, measurement: string) =>
      units.learn({ database, measurement, byColumn: new Map([["t", "K"]]) });
    await learn("b_n", "m");
    for (let n = 0; n < 12_000; n++) await learn("a_n", `m${n}`);
    return units.of("b_n", "m", "t") === "K" ? 0 : 1;
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
  "refused-messages MOST_OF_REALM": () => {
    const refused = new RefusedMessages();
    for (let n = 0; n < 20_000; n++) refused.add(`a/n/g/d${n}`, "bad-json", n, n);
    return refused.add("b/n/g/d", "bad-json", 0, 0) === undefined ? 1 : 0;
  },
  "limit-alarms MOST_FIELDS": () => displacedBy(100),
  "unset-clocks MOST_COUNTERS": () => displacedBy(100),
  "senders MOST_SENDERS": () => displacedBy(100),
  "attempt-limiter maxKeys": async () => {
    const users = new UserDirectory();
    const of = { read: ["b"], write: [], admin: false, tokens: [] };
    users.replace([{ ...of, name: "bob", password: await hashCredential("right", TOKEN_COST) }]);
    const authenticator = new Authenticator(users, () => 0);
    const attempt = (name: string | undefined, secret: string, remoteAddress: string) =>
      authenticator.authenticate({ name, secret, remoteAddress });
    for (let n = 0; n < 50; n++) await attempt(undefined, `wrong ${n}`, "192.0.2.7");
    for (let n = 0; n < 20; n++) await attempt("bob", `wrong ${n}`, "198.51.100.1");
    return (await attempt("bob", "right", "192.0.2.7")).outcome === "known" ? 0 : 1;
  },
};

/** Realm b's body began first, and is slow. */
function unfinishedOf(bound: "mqtt-unfinished" | "http-bodies"): number {
  const gone: string[] = [];
  const unfinished = new Unfinished<{ address: string; destroy(): void }>(new Bound(bound), ({ address }) => address);
  const piece = (address: string) => ({ address, destroy: () => void gone.push(address) });
  unfinished.note(piece("192.0.2.1"), 1000, 1);
  for (let n = 0; n < 1000; n++) unfinished.note(piece("192.0.2.2"), 1 << 20, 1);
  assert.equal(gone.filter((address) => address === "192.0.2.2").length, 1000 - 63);
  return gone.filter((address) => address === "192.0.2.1").length;
}

/** While no broker is there. */
async function outboxOf(bound: "mqtt-signals" | "mqtt-rows"): Promise<number> {
  const outbox = new Outbox({ what: "items", bound, inFlight: 1 });
  for (let n = 0; n < 100; n++) outbox.put({ topic: `b/n/g/d/${n}`, payload: "" });
  for (let n = 0; n < 1000; n++) outbox.put({ topic: `a/n/g/d/${n}`, payload: "x".repeat(100_000) });
  const sent: string[] = [];
  outbox.useTransport({
    connected: true,
    onConnected: () => {},
    publish: (topic: string) => {
      sent.push(topic);
      return Promise.resolve();
    },
  });
  await outbox.flush(1000);
  assert.ok(sent.length < 400, `${sent.length} were kept`);
  return 100 - sent.filter((topic) => topic.startsWith("b/")).length;
}

function alarmBookOf(what: "entries" | "mutes"): Promise<number> {
  return inTemporaryFolder(async (folder) => {
    const realmOf = (database: string) => database.split("_")[0]!;
    const book = await AlarmBook.open(join(folder, "alarms.json"), assert.fail, realmOf);
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

function displacedBy(most: number): number {
  const map = new OwnedMap<number>(most);
  for (let n = 0; n < most / 2; n++) map.set("b", `b${n}`, n);
  for (let n = 0; n < 10 * most; n++) map.set("a", `a${n}`, n);
  return Array.from({ length: most / 2 }, (_, n) => map.get(`b${n}`)).filter((value) => value === undefined).length;
}

for (const [limit, lost] of Object.entries(WALKS)) {
  test(`${limit}: realm a fills it, and realm b loses nothing`, async () => {
    assert.ok(
      SHARED_LIMITS.some((one) => one.limit === limit),
      `${limit} is in the table`,
    );
    assert.equal(await lost(), 0);
  });
}
