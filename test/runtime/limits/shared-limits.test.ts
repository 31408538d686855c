/** Whoever fills a limit takes room from nobody else: every limit is in the table, and two users in two realms walk it. */

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { basename } from "node:path";
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
import { Outbox } from "../../../runtime/signals/outbox.ts";
import { SHARED_LIMITS, type SharedLimit } from "../../../scripts/docs/shared-limits.ts";
import { messageOf } from "../../support/journal-messages.ts";
import { type Walks, walkLimits } from "../../support/limit-walks.ts";
import { inTemporaryFolder } from "../../support/temporary-folder.ts";

const RUNTIME = new URL("../../../runtime/", import.meta.url);
const TESTS = new URL("../../", import.meta.url);
/** What is kept, counted, waits or runs and is compared with a constant, or what its owners share. */
const KEPT =
  /(?:(?:\.size|#\w+\.length) *>=? *|(?:\.length|[cC]ount|[wW]aiting|[rR]unning)(?:\([^)]*\))? *>= *|new OwnedMap<[^(]*>\(|[rR]oom(?:\.\w+)?\.has\([^;{]*, |new \w*Slots\(|FairTurns\()(?:this\.#)?((?:[A-Z]+_)?(?:MOST|MAX|LIMITS)\w*)/g;
/** The same, compared with an option. */
const OPTIONAL = /(?:\.size|#\w+\.length|[cC]ount) *>=? *(?:[\w.]*[.#])?((?:most|max)[A-Z]\w*)/g;

const FILES = readdirSync(RUNTIME, { recursive: true, encoding: "utf8" }).filter(
  // What the page keeps, a file that a command reads or a format that it writes is its reader's own.
  (file) =>
    file.endsWith(".ts") &&
    !/^(?:cli|frames|formats|export|lib)[/\\]/.test(file) &&
    !/[/\\](?:browser|import)[/\\]/.test(file),
);

function isInSource(limit: string): boolean {
  const [name, constant = ""] = limit.split(" ");
  const files = FILES.filter((file) => basename(file, ".ts") === name);
  return files.some((file) => readFileSync(new URL(file, RUNTIME), "utf8").includes(constant));
}

function limitsInSource(): string[] {
  return FILES.flatMap((file) => {
    const text = readFileSync(new URL(file, RUNTIME), "utf8");
    const found = [KEPT, OPTIONAL].flatMap((form) => [...text.matchAll(form)]);
    return found.map(([, name]) => `${basename(file, ".ts")} ${name}`);
  });
}

test("every limit in the source is in the table of docs/security.md, with whose budget it is", () => {
  const listed = new Set<string>(SHARED_LIMITS.map(({ limit }) => limit));
  const found = [...limitsInSource(), ...Object.keys(BOUNDS)];
  assert.deepEqual(found.filter((limit) => !listed.has(limit)).sort(), []);
  const gone = [...listed].filter((limit) => !(limit in BOUNDS) && !isInSource(limit));
  assert.deepEqual(gone, [], "what the table lists is in the source");
  assert.ok(found.length > 30, `${found.length} limits are found`);
});

test("every limit whose room several share is walked by two of them", () => {
  const files = readdirSync(TESTS, { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith("limits.test.ts"),
  );
  const walks = files.map((file) => readFileSync(new URL(file, TESTS), "utf8")).join("\n");
  const isShared = ({ owner }: SharedLimit) => /^(?:network address|realm|user|client)\b/.test(owner);
  const missing = SHARED_LIMITS.filter(isShared).filter(
    ({ limit }) => !new RegExp(`^  "?${limit}"?: `, "m").test(walks),
  );
  assert.deepEqual(
    missing.map(({ limit }) => limit),
    [],
  );
});

const WALKS: Walks = {
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
        receivedNs: 0n,
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
  "mqtt-unfinished": () => unfinishedOf("mqtt-unfinished"),
  "http-bodies": () => unfinishedOf("http-bodies"),
  "mqtt-signals": () => outboxOf("mqtt-signals"),
  "mqtt-rows": () => outboxOf("mqtt-rows"),
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
  "row-messages MOST_TOPICS": () => displacedBy(100),
  "learned-units MOST_KNOWN": async () => {
    const units = new LearnedUnits((database) => database.split("_")[0]!);
    const learn = (database: string, measurement: string) =>
      units.learn({ database, measurement, byColumn: new Map([["t", "K"]]) });
    await learn("b_n", "m");
    for (let n = 0; n < 12_000; n++) await learn("a_n", `m${n}`);
    return units.of("b_n", "m", "t") === "K" ? 0 : 1;
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

function displacedBy(most: number): number {
  const map = new OwnedMap<number>(most);
  for (let n = 0; n < most / 2; n++) map.set("b", `b${n}`, n);
  for (let n = 0; n < 10 * most; n++) map.set("a", `a${n}`, n);
  return Array.from({ length: most / 2 }, (_, n) => map.get(`b${n}`)).filter((value) => value === undefined).length;
}

walkLimits(WALKS);
