/**
 * (credential) × (what uses it) × (what happens to it): everything whose credential is withdrawn ends with the protocol's reason;
 * everything else continues. The composed service with real clients; only its store is in memory.
 */

import assert from "node:assert/strict";
import { type EventEmitter, once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { createRequire } from "node:module";
import { join } from "node:path";
import { test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { connect, connectAsync, type IClientOptions, type IConnackPacket, type MqttClient } from "mqtt";
import { Wampy } from "wampy";
import { WebSocket } from "ws";
import { hashCredential, TOKEN_COST } from "../../../runtime/auth/credential-hash.ts";
import { makeToken } from "../../../runtime/auth/token.ts";
import { type UserEntry, writeUsersFile } from "../../../runtime/auth/users-file.ts";
import { SILENT } from "../../../runtime/lib/log.ts";
import type { StoreAccess } from "../../../runtime/model/store.ts";
import { type Base, openBase } from "../../../runtime/service/base.ts";
import { composeIntake } from "../../../runtime/service/compose-intake.ts";
import { makeIngest } from "../../../runtime/service/ingest.ts";
import { openOwnLog } from "../../../runtime/service/own-log.ts";
import { Parts } from "../../../runtime/service/running-parts.ts";
import { addStatusRoutes } from "../../../runtime/service/status-routes.ts";
import { makeViews } from "../../../runtime/service/views.ts";
import { parseSettings } from "../../../runtime/settings/load-settings.ts";

import { onlyLong } from "../../support/long.ts";
import { MemoryStore } from "../../support/memory-store.ts";
import { rawClient } from "../../support/raw-wamp-client.ts";
import { inTemporaryFolder } from "../../support/temporary-folder.ts";
import { until } from "../../support/until.ts";

const CHANGES = ["user removed", "token revoked", "password changed", "permission narrowed"] as const;
const KINDS = ["password", "token", "bearer", "cookie", "ticket: password", "ticket: token"] as const;
const ACTS = ["upload", "export", "page", "/ws", "publish", "subscribe", "deliver", "retained", "will"] as const;
type Change = (typeof CHANGES)[number];
type Kind = (typeof KINDS)[number];
type Act = (typeof ACTS)[number];

const MQTT: readonly Act[] = ["publish", "subscribe", "deliver", "retained", "will"];

/** Why the combination is impossible; undefined if it is possible. */
function impossible(kind: Kind, act: Act): string | undefined {
  if (MQTT.includes(act) && kind === "cookie") return "MQTT has no cookies";
  if (MQTT.includes(act) && kind === "bearer") return "MQTT has no headers";
  if (act !== "/ws" && kind.startsWith("ticket")) return "tickets are WAMP's";
  return undefined;
}

/** The visible result if the credential is gone, if its permission is gone, or if it continues. */
const OUTCOMES: Readonly<Record<Act, readonly [gone: string, narrowed: string, goesOn: string]>> = {
  upload: ["401", "403", "200"],
  export: ["broken off", "broken off", "goes on"],
  page: ["401", "nothing of it", "all of it"],
  "/ws": ["wamp.close.killed 1008", "wamp.close.killed 1008", "event"],
  publish: ["closed", "closed", "PUBACK"],
  subscribe: ["closed", "refused", "granted"],
  deliver: ["closed", "closed", "delivered"],
  retained: ["closed", "refused", "delivered"],
  will: ["refused", "refused", "published"],
};

function expected(kind: Kind, act: Act, change: Change): string {
  const ofToken = ["token", "bearer", "ticket: token"].includes(kind);
  const isGone = change === "user removed" || (change === (ofToken ? "token revoked" : "password changed") && true);
  return OUTCOMES[act][isGone ? 0 : change === "permission narrowed" ? 1 : 2];
}

interface Lab {
  readonly base: Base;
  readonly url: string;
  readonly mqtt: string;
  /** Has all permissions. */
  readonly root: MqttClient;
  /** Topics that root received. */
  readonly heard: string[];
  /** Addresses of messages whose senders might not write. */
  readonly denied: string[];
  write(users: readonly UserEntry[]): Promise<void>;
  /** Functions that end remaining clients. */
  readonly left: (() => unknown)[];
}

interface Who {
  readonly kind: Kind;
  readonly name: string;
  readonly secret: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Opens a connection, checks that it works, and returns a function for its later state. */
type Opening = (lab: Lab, who: Who, isOver: boolean) => Promise<() => Promise<string>>;

const OPENINGS: Readonly<Record<Act, Opening>> = {
  upload: async ({ url }, { name, headers }, isOver) => {
    const path = `${url}/api/r/n/g/${name}/data`;
    const sent = request(path, {
      method: "POST",
      headers: { ...headers, "Content-Type": "text/csv", Expect: "100-continue" },
    });
    sent.on("error", () => {});
    const answered = once(sent, "response") as Promise<[IncomingMessage]>;
    answered.catch(() => {});
    sent.flushHeaders();
    await once(sent, "continue");
    sent.write("## a\n1\n");
    return async () => {
      if (!isOver) sent.end("2\n");
      const [response] = await answered;
      sent.destroy();
      return `${response.statusCode}`;
    };
  },
  export: async ({ url }, { headers }) => {
    const sent = request(`${url}/read/export?database=r_n&measurement=g_d_sensors`, { headers }).end();
    const [response] = (await once(sent, "response")) as [IncomingMessage];
    assert.equal(response.statusCode, 200);
    response.on("error", () => {});
    // It is not being read, but is aborted nevertheless.
    return async () => {
      let bytes = 0;
      const isMuch = new Promise<string>((resolve) => {
        response.on("data", (chunk: Buffer) => {
          bytes += chunk.length;
          if (bytes > 32 << 20) resolve("goes on");
        });
      });
      const isOver = new Promise<string>((resolve) => {
        response.once("close", () => resolve(response.complete ? "complete" : "broken off"));
      });
      return Promise.race([isMuch, isOver]).finally(() => sent.destroy());
    };
  },
  page: async ({ url }, { headers }) => {
    const read = async () => {
      const response = await fetch(`${url}/read/measurements`, { headers });
      if (!response.ok) return `${response.status}`;
      const { measurements } = (await response.json()) as { measurements: unknown[] };
      return measurements.length === 1 ? "all of it" : "nothing of it";
    };
    assert.equal(await read(), "all of it");
    return read;
  },
  "/ws": (lab, who) => (who.kind.startsWith("ticket") ? byTicket(lab, who) : byHandshake(lab, who)),
  publish: async (lab, who) => {
    const { client, closed } = await connected(lab, who);
    const publish = () => client.publishAsync(`r/n/g/${who.name}/data.json`, '{"a":1}', { qos: 1 });
    await publish();
    return () => Promise.race([publish().then(() => "PUBACK", () => "closed"), closed]); // biome-ignore format: one thought
  },
  subscribe: async (lab, who) => {
    const { client, closed } = await connected(lab, who);
    return () => Promise.race([subscribed(client), closed]);
  },
  deliver: async (lab, who) => {
    const { client, closed, messages } = await connected(lab, who);
    await client.subscribeAsync(`r/${who.name}/+`, { qos: 1 });
    const heard = (topic: string) => messages.includes(`r/${who.name}/${topic}`);
    const send = (topic: string) => lab.root.publishAsync(`r/${who.name}/${topic}`, "x", { qos: 1 });
    await send("first");
    await until(() => heard("first"));
    return async () => {
      await send("second");
      await until(() => heard("second") || !client.connected);
      return heard("second") ? "delivered" : closed;
    };
  },
  retained: async (lab, who) => {
    await lab.root.publishAsync("r/retained", "x", { qos: 1, retain: true });
    const { client, closed, messages } = await connected(lab, who);
    return async () => {
      const outcome = await Promise.race([subscribed(client, "r/retained"), closed]);
      if (outcome === "granted") await until(() => messages.length > 0);
      assert.equal(messages.length, outcome === "granted" ? 1 : 0);
      return outcome === "granted" ? "delivered" : outcome;
    };
  },
  will: async (lab, who) => {
    const topic = `r/n/g/${who.name}-will/data.json`;
    const { client } = await connected(lab, who, { will: { topic, payload: Buffer.from('{"a":1}'), qos: 1 } });
    return async () => {
      client.stream.destroy();
      const isRefused = () => lab.denied.some((address) => address.includes(`${who.name}-will`));
      await until(() => isRefused() || lab.heard.includes(topic));
      return isRefused() ? "refused" : "published";
    };
  },
};

async function connected({ mqtt, left }: Lab, { name, secret }: Who, more: IClientOptions = {}) {
  const options = { username: name, password: secret, reconnectPeriod: 0, keepalive: 0 };
  const client = await connectAsync(mqtt, { ...options, ...more });
  left.push(() => client.end(true));
  const messages: string[] = [];
  client.on("message", (topic) => messages.push(topic));
  client.on("error", () => {});
  const closed = new Promise<string>((resolve) => client.once("close", () => resolve("closed")));
  return { client, closed, messages };
}

function subscribed(client: MqttClient, filter = "r/#"): Promise<string> {
  const refused = () => (client.connected ? "refused" : "closed");
  return client
    .subscribeAsync(filter, { qos: 1 })
    .then(([granted]) => (granted?.qos === 128 ? "refused" : "granted"), refused);
}

async function byHandshake({ base, url, left }: Lab, { name, headers }: Who): Promise<() => Promise<string>> {
  const client = await rawClient(`${url.replace("http", "ws")}/ws`, { headers });
  left.push(() => client.socket.terminate());
  client.send([1, "lab", { roles: { subscriber: {} } }]);
  assert.equal(((await client.next()) as unknown[])[0], 2);
  client.send([32, 1, {}, `r.${name}`]);
  assert.equal(((await client.next()) as unknown[])[0], 33);
  return async () => {
    base.viewers.publish(`r.${name}`, { args: [1], kwargs: {} });
    const [code, , reason] = (await client.next()) as [number, unknown, string];
    if (code === 36) return "event";
    const closed = await client.closed;
    assert.equal(await client.next(), undefined, "nothing behind the goodbye");
    return `${reason} ${closed}`;
  };
}

const autobahn = createRequire(import.meta.url)("autobahn") as {
  Connection: new (
    options: object,
  ) => {
    onopen: (session: { subscribe(topic: string, handler: () => void): Promise<unknown> }) => void;
    onclose: (reason: string, details: { reason: string }) => boolean;
    open(): void;
    close(): void;
    readonly isOpen: boolean;
  };
  log: { warn(): void };
};
autobahn.log.warn = () => {};

/** autobahn for passwords, wampy for tokens. */
async function byTicket({ base, url, left }: Lab, { kind, name, secret }: Who): Promise<() => Promise<string>> {
  const at = `${url.replace("http", "ws")}/ws`;
  let events = 0;
  const ends: string[] = [];
  let code = 0;
  if (kind === "ticket: password") {
    const connection = new autobahn.Connection({
      url: at,
      realm: "lab",
      max_retries: 0,
      authmethods: ["ticket"],
      authid: name,
      onchallenge: () => secret,
    });
    const session = await new Promise<Parameters<typeof connection.onopen>[0]>((resolve) => {
      connection.onopen = resolve;
      connection.onclose = (_, { reason }) => ends.push(reason) > 0;
      connection.open();
    });
    // autobahn does not report the code.
    code = 1008;
    left.push(() => connection.isOpen && connection.close());
    await session.subscribe(`r.${name}`, () => void events++);
  } else {
    class Noted extends WebSocket {
      constructor(address: string, protocols: string[]) {
        super(address, protocols);
        this.on("close", (given: number) => {
          code = given;
        });
        this.on("message", (data) => {
          const [kindOf, , reason] = JSON.parse(`${data}`) as [number, unknown, string];
          if (kindOf === 6) ends.push(reason);
        });
      }
    }
    const wampy = new Wampy(at, {
      realm: "lab",
      ws: Noted as never,
      autoReconnect: false,
      authid: name,
      authmethods: ["ticket"],
      onChallenge: () => secret,
    });
    await wampy.connect();
    left.push(() => ends.length > 0 || wampy.disconnect());
    await wampy.subscribe(`r.${name}`, () => void events++);
  }
  return async () => {
    base.viewers.publish(`r.${name}`, { args: [1], kwargs: {} });
    await until(() => events > 0 || (ends.length > 0 && code > 0));
    assert.equal(events + ends.length, 1);
    return events > 0 ? "event" : `${ends[0]} ${code}`;
  };
}

/** An endless series of rows. */
async function* endless(): AsyncGenerator<Uint8Array> {
  for (const piece = Buffer.alloc(64 << 10, "1\n"); ; await setImmediate()) yield piece;
}

async function inLab(run: (lab: Lab) => Promise<void>): Promise<void> {
  await inTemporaryFolder(async (directory) => {
    const file = join(directory, "channels.ini");
    const ini =
      "[lab]\nchannels =\n[auth]\nusers_file = users.json\n[http]\nlisten = 127.0.0.1:0\n[mqtt]\nlisten = 127.0.0.1:0\n";
    const settings = parseSettings(ini, { file, shown: file, environment: {} });
    const password = await hashCredential("root's password", TOKEN_COST);
    const admin: UserEntry = { name: "root", read: [], write: [], admin: true, password, tokens: [] };
    const usersFile = join(directory, "users.json");
    writeUsersFile(usersFile, [admin]);
    const left: Lab["left"] = [];
    const parts = new Parts(SILENT);
    const base = await openBase(settings, { log: SILENT, version: "1", onFailed: assert.fail }, parts);
    try {
      const ownLog = await openOwnLog(base);
      addStatusRoutes(base, ownLog, undefined);
      const ingest = await makeIngest(base, { ownLog, intake: composeIntake(base, ownLog, undefined, undefined) });
      const store: StoreAccess = Object.assign(new MemoryStore(), { encodeExport: endless });
      (store as MemoryStore & StoreAccess).add("r_n", "g_d_sensors", { a: "float" }, []);
      const views = await makeViews(base, { store });
      const http = { name: "http", start: () => base.endpoint.start(), stop: () => base.endpoint.stop() };
      parts.add(...views.parts, http, ...ingest.parts);
      await parts.start();
      const [, mqtt = ""] = /(mqtt:\/\/\S+)/.exec(ingest.sources.get("mqtt")?.lines().join() ?? "") ?? [];
      const root = await connectAsync(mqtt, { username: "root", password: "root's password" });
      left.push(() => root.end(true));
      const heard: string[] = [];
      root.on("message", (topic) => heard.push(topic));
      const denied: string[] = [];
      const count = base.activity.denied.bind(base.activity);
      base.activity.denied = (message) => {
        denied.push(message.address);
        count(message);
      };
      await root.subscribeAsync("r/#");
      let edition = 0;
      // A user that is written with the others: once only this user's token is valid, the file has been read.
      const write = async (users: readonly UserEntry[]) => {
        const { text, entry } = await makeToken(new Date(0));
        writeUsersFile(usersFile, [admin, ...users, { ...admin, name: `edition-${++edition}`, tokens: [entry] }]);
        const headers = { "X-Api-Key": text };
        await until(async () => (await fetch(`${base.endpoint.url}/metrics`, { headers })).ok);
      };
      await run({ base, url: base.endpoint.url ?? "", mqtt, root, heard, denied, write, left });
    } finally {
      for (const end of left) end();
      await parts.stop();
    }
  });
}

/** One user for each credential, with a password and a token each. */
async function makeUsers(): Promise<{ readonly users: UserEntry[]; readonly tokens: ReadonlyMap<string, string> }> {
  const tokens = new Map<string, string>();
  const users = KINDS.map(async (kind): Promise<UserEntry> => {
    const name = kind.replace(/\W+/g, "_");
    const { text, entry } = await makeToken(new Date(0));
    tokens.set(name, text);
    const password = await hashCredential(`${name}'s password`, TOKEN_COST);
    return { name, read: ["r", "other"], write: ["r", "other"], admin: false, password, tokens: [entry] };
  });
  return { users: await Promise.all(users), tokens };
}

async function whoIs(url: string, kind: Kind, tokens: ReadonlyMap<string, string>): Promise<Who> {
  // A separate address, so that failures of one do not delay another.
  const from = { "X-Forwarded-For": `192.0.2.${KINDS.indexOf(kind)}` };
  const name = kind.replace(/\W+/g, "_");
  const [password, token] = [`${name}'s password`, tokens.get(name) ?? ""];
  const secret = kind === "token" || kind === "ticket: token" ? token : password;
  switch (kind) {
    case "password":
      return { kind, name, secret, headers: { ...from, Authorization: `Basic ${btoa(`${name}:${password}`)}` } };
    case "token":
      return { kind, name, secret, headers: { ...from, "X-Api-Key": token } };
    case "bearer":
      return { kind, name, secret, headers: { ...from, Authorization: `Bearer ${token}` } };
    case "cookie": {
      const body = JSON.stringify({ name, password });
      const response = await fetch(`${url}/login`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body,
      });
      const [cookie = ""] = (response.headers.get("set-cookie") ?? "").split(";", 1);
      return { kind, name, secret, headers: { ...from, Cookie: cookie, Origin: url } };
    }
    default:
      return { kind, name, secret, headers: {} };
  }
}

const AFTER: Readonly<Record<Change, (user: UserEntry, hash: string) => UserEntry[]>> = {
  "user removed": () => [],
  "token revoked": (user) => [{ ...user, tokens: [] }],
  "password changed": (user, password) => [{ ...user, password }],
  "permission narrowed": (user) => [{ ...user, read: ["other"], write: ["other"] }],
};

for (const change of CHANGES) {
  const skip = ["token revoked", "permission narrowed"].includes(change) ? false : onlyLong;
  test(`${change}: what it withdraws ends, everything else continues`, { skip }, () =>
    inLab(async (lab) => {
      const { users, tokens } = await makeUsers();
      await lab.write(users);
      const rows: { name: string; again: () => Promise<string>; expected: string }[] = [];
      for (const kind of KINDS) {
        const who = await whoIs(lab.url, kind, tokens);
        for (const act of ACTS.filter((one) => impossible(kind, one) === undefined)) {
          const wanted = expected(kind, act, change);
          const again = await OPENINGS[act](lab, who, wanted !== OUTCOMES[act][2]);
          rows.push({ name: `${kind} × ${act}`, again, expected: wanted });
        }
      }
      const hash = await hashCredential("another password", TOKEN_COST);
      await lab.write(users.flatMap((user) => AFTER[change](user, hash)));
      const seen = await Promise.all(rows.map(async ({ name, again }) => `${name}: ${await again()}`));
      assert.deepEqual(
        seen,
        rows.map((row) => `${row.name}: ${row.expected}`),
      );
    }),
  );
}

test("the sender of a body of unknown length stays authenticated after it", () =>
  inLab(async ({ url, write }) => {
    await write([]);
    const body = new Blob(['{"order":[],"panels":{},"added":{}}']).stream();
    const headers = { Authorization: `Basic ${btoa("root:root's password")}` };
    const given = { method: "PUT", headers, body, duplex: "half" } as RequestInit;
    const { status } = await fetch(`${url}/layouts/x`, given);
    assert.equal(status, 204);
  }));

test(
  "a durable session belongs to its user: another credential of that user may use it, a new user of the same name may not",
  { skip: onlyLong },
  () =>
    inLab(async ({ mqtt, root, write, left }) => {
      const [first, second, others] = await Promise.all([1, 2, 3].map(() => makeToken(new Date(0))));
      const ida = { name: "ida", read: ["r"], write: [], admin: false };
      const visit = async (password: string): Promise<readonly [isPresent: boolean, heard: string[]]> => {
        const heard: string[] = [];
        const client = connect(mqtt, { username: "ida", password, clientId: "c", clean: false, reconnectPeriod: 0 });
        left.push(() => client.end(true));
        client.on("message", (topic) => heard.push(topic));
        const [{ sessionPresent }] = (await once(client as unknown as EventEmitter, "connect")) as [IConnackPacket];
        await client.subscribeAsync("r/missed", { qos: 1 });
        await client.endAsync();
        await root.publishAsync("r/missed", "x", { qos: 1 });
        return [sessionPresent, heard];
      };
      await write([{ ...ida, tokens: [first!.entry, second!.entry] }]);
      assert.deepEqual(await visit(first!.text), [false, []]);
      await write([{ ...ida, tokens: [second!.entry] }]);
      assert.deepEqual(await visit(second!.text), [true, ["r/missed"]]);
      await write([{ ...ida, tokens: [others!.entry] }]);
      assert.deepEqual(await visit(others!.text), [false, []]);
      await write([]);
      await write([{ ...ida, tokens: [others!.entry] }]);
      assert.deepEqual(await visit(others!.text), [false, []]);
    }),
);

test("impossible settings are reported", () => {
  const pairs = KINDS.flatMap((kind) => ACTS.map((act) => impossible(kind, act)));
  assert.deepEqual(
    ["MQTT has no cookies", "MQTT has no headers", "tickets are WAMP's", undefined].map(
      (why) => pairs.filter((one) => one === why).length,
    ),
    [5, 5, 16, 28],
  );
});
