/** Strangers and tenants at HTTP: forged identities, and requests for what is not theirs. */

import { jsonPost } from "../json-post.ts";
import type { Attempt } from "./attempt.ts";
import { basic, HERS, json, PASSWORDS, post, type Target, told } from "./target.ts";

const NOBODY = /^401 /;

export const HTTP_ATTEMPTS: readonly Attempt[] = [
  http("data without credentials", NOBODY, (target) => post(target, HERS, '{"a": 1}')),
  http("an unknown bearer token", NOBODY, (target) =>
    read(target, { Authorization: `Bearer sl_aaaaaaaa_${"x".repeat(43)}` }),
  ),
  http("a token's id with another secret", NOBODY, (target) =>
    read(target, { Authorization: `Bearer ${target.tokens.ida.slice(0, 12)}${"x".repeat(43)}` }),
  ),
  http("a wrong password", NOBODY, (target) => read(target, basic("ida", "guess"))),
  http("an unknown user", NOBODY, (target) => read(target, basic("mallory", "guess"))),
  http("the own token under another's name", NOBODY, (target) => read(target, basic("ida", target.tokens.eve))),
  http("an empty password", NOBODY, (target) => read(target, basic("root", ""))),
  http("an invalid `X-Api-Key`", NOBODY, (target) => read(target, { "X-Api-Key": "guess" })),
  http("a token in the query", NOBODY, (target) => target.fetch(`/read/measurements?token=${target.tokens.ida}`)),
  http("an invented session cookie", NOBODY, (target) =>
    read(target, { Cookie: `structline_session=${"A".repeat(43)}` }),
  ),
  http("a session after its log-out", NOBODY, async (target) => {
    const cookie = await logIn(target);
    const own = { Cookie: cookie, "Sec-Fetch-Site": "same-origin" };
    await target.fetch("/logout", { method: "POST", headers: own });
    return read(target, own);
  }),
  http("a session from a page on another port of the host", NOBODY, async (target) =>
    read(target, { Cookie: await logIn(target), "Sec-Fetch-Site": "same-site" }),
  ),
  http("a posted form with somebody's session", /^40[13] /, async (target) =>
    target.fetch(`/api/${HERS}/data`, {
      method: "POST",
      headers: {
        Cookie: await logIn(target),
        Origin: "http://127.0.0.1:1",
        "Content-Type": "application/x-www-form-urlencoded",
      },
      body: "a=1",
    }),
  ),
  {
    protocol: "HTTP",
    name: "a session id of the outsider's choice (fixation)",
    expected: /^a new id, HttpOnly, SameSite=Strict$/,
    async run(target) {
      const chosen = "A".repeat(43);
      const response = await target.fetch(
        "/login",
        jsonPost({ name: "ida", password: PASSWORDS.ida }, { Cookie: `structline_session=${chosen}` }),
      );
      const cookie = response.headers.get("set-cookie") ?? "";
      const flags = ["HttpOnly", "SameSite=Strict"].filter((flag) => cookie.includes(flag));
      return [cookie.includes(chosen) ? "the chosen id" : "a new id", ...flags].join(", ");
    },
  },
  http("log-in by a foreign page's form", /^(403|415) /, (target) =>
    target.fetch("/login", { method: "POST", headers: { "Content-Type": "text/plain" }, body: '{"name":"eve"}' }),
  ),
  http("40 KB of log-in", /^413 /, (target) =>
    target.fetch("/login", json(JSON.stringify({ name: "x".repeat(40_000) }))),
  ),
  {
    protocol: "HTTP",
    name: "passwords tried one after the other",
    // Each wait is twice the one before, so a slow machine sees a few attempts more than the five free ones.
    expected: /^([5-9]|10) × 401, then 429 with Retry-After; who was in before stays in$/,
    async run(target) {
      const address = target.elsewhere();
      await target.fetch("/read/measurements", { headers: basic("root", PASSWORDS.root) });
      const statuses: number[] = [];
      let retryAfter: string | null = null;
      for (let round = 0; round < 20 && statuses.at(-1) !== 429; round++) {
        const response = await target.fetch("/read/measurements", {
          headers: { ...basic("root", `guess ${round}`), ...address },
        });
        statuses.push(response.status);
        retryAfter ??= response.headers.get("retry-after");
      }
      const wrong = statuses.lastIndexOf(401) + 1;
      const limited = statuses.slice(wrong).every((status) => status === 429);
      const { status } = await target.fetch("/read/measurements", {
        headers: { ...basic("root", PASSWORDS.root), ...address },
      });
      const kept = status === 200 ? "who was in before stays in" : `who was in before gets ${status}`;
      return `${wrong} × 401, then ${limited ? 429 : statuses} with ${retryAfter === null ? "nothing" : "Retry-After"}; ${kept}`;
    },
  },
  http("data into another's realm", /^403 Access to realm 'mqttkit-1' is denied$/, (target) =>
    post(target, HERS, '{"a": 1}', "eve"),
  ),
  http("data into another's database by a realm with a like name", /^403 /, (target) =>
    post(target, "mqttkit/1-testdrive/area-42/node-1", '{"a": 1}', "eve"),
  ),
  http("the same by a direct address", /^403 /, (target) =>
    post(target, "mqttkit/channel/1_testdrive-area_42-node-1", '{"a": 1}', "eve"),
  ),
  http("`..` from the own realm into another's", /^403 /, (target) =>
    post(target, `evil/../${HERS}`, '{"a": 1}', "eve"),
  ),
  http("`%2e%2e` likewise", /^403 /, (target) => post(target, `evil/%2e%2e/${HERS}`, '{"a": 1}', "eve")),
  http("`..%2f..%2f` in a device's name", /^404 /, (target) =>
    post(target, "evil/..%2f..%2fetc/g/d", '{"a": 1}', "eve"),
  ),
  http("rows of another's database", /^404 /, (target) => hers(target, "/read/rows")),
  http("series of another's database", /^404 /, (target) => hers(target, "/read/series")),
  http("export of another's database", /^404 /, (target) => hers(target, "/read/export", "&format=csv")),
  http("another's database in capitals", /^404 /, (target) =>
    target.fetch("/read/rows?database=MQTTKIT_1_testdrive&measurement=area_42_node_1_sensors", { as: "eve" }),
  ),
  {
    protocol: "HTTP",
    name: "what is there at all",
    expected: /^evil_n$/,
    async run(target) {
      const { measurements } = (await (await target.fetch("/read/measurements", { as: "eve" })).json()) as {
        measurements: { database: string }[];
      };
      return [...new Set(measurements.map(({ database }) => database))].join(", ");
    },
  },
  http("errors of another's devices", /^200 \{"errors":\[\]\}$/, async (target) => {
    await post(target, HERS, "{", "ida");
    return target.fetch("/read/errors?address=mqttkit-1/testdrive/area-42/node-1", { as: "eve" });
  }),
  http("SQL for a measurement", /^404 /, (target) =>
    target.fetch(
      `/read/rows?${new URLSearchParams({ database: "evil_n", measurement: 'x" UNION SELECT * FROM "mqttkit_1_testdrive' })}`,
      { as: "eve" },
    ),
  ),
  {
    protocol: "HTTP",
    name: "SQL in realm, device and field names",
    expected: /^stored under that name; ida's row is still there$/,
    async run(target) {
      const name = encodeURIComponent(`x"; DROP SCHEMA "mqttkit_1_testdrive" CASCADE; --`);
      const { status } = await post(target, `evil/${name}/${name}/${name}`, `{"a\\"); DROP TABLE t; --": 1}`, "eve");
      await target.service.settledAs(target.tokens.root);
      const rows = await (
        await target.fetch("/read/rows?database=mqttkit_1_testdrive&measurement=area_42_node_1_sensors", { as: "ida" })
      ).text();
      return `${status === 200 ? "stored under that name" : status}; ida's row is ${rows.includes("8642.09753") ? "still there" : "gone"}`;
    },
  },
  {
    protocol: "HTTP",
    name: "`__proto__` and `constructor` as keys",
    expected: /^200; the next message of somebody else is as it was sent$/,
    async run(target) {
      const { status } = await post(
        target,
        "evil/n/g/proto",
        '{"__proto__": {"polluted": 1}, "constructor": 1, "a": 1}',
        "eve",
      );
      await post(target, "mqttkit-1/testdrive/area-42/clean", '{"b": 1}', "ida");
      await target.service.settledAs(target.tokens.root);
      const rows = await (
        await target.fetch("/read/rows?database=mqttkit_1_testdrive&measurement=area_42_clean_sensors", { as: "ida" })
      ).text();
      return `${status}; the next message of somebody else is ${rows.includes("polluted") ? "polluted" : "as it was sent"}`;
    },
  },
  http("rejected messages", /^403 /, (target) => target.fetch("/rejects", { as: "eve" })),
  http("rejected messages by `/%72ejects`", /^40[34] /, (target) => target.fetch("/%72ejects", { as: "eve" })),
  http("rejected messages without credentials", NOBODY, (target) => target.fetch("/rejects")),
  http("a replay that rewrites a channel's rows", /^403 /, (target) =>
    target.fetch("/replay/rig", { as: "eve", ...json('{"write": true}') }),
  ),
  http(
    "dropping them from a foreign page that has the administrator's token",
    /^403 Pages of other origins/,
    (target) =>
      target.fetch("/rejects/drop", {
        method: "POST",
        as: "root",
        headers: { Origin: "https://evil.example", "Content-Type": "application/json" },
        body: '{"all": true}',
      }),
  ),
  http(
    "`/health` without credentials",
    /^200 \{"state":"(ok|degraded)","ready":true,"name":"structline","status":"(pass|fail)","message":"[^"]*"\}$/,
    (target) => target.fetch("/health"),
  ),
  {
    protocol: "HTTP",
    name: "`/health` as somebody else's tenant",
    expected: /^only evil(, mqttkit)?$/,
    async run(target) {
      const { channels } = (await (await target.fetch("/health", { as: "eve" })).json()) as {
        channels: { name: string }[];
      };
      return `only ${[...new Set(channels.map(({ name }) => name.split("/")[0]))].join(", ")}`;
    },
  },
  http("`/metrics` without credentials", NOBODY, (target) => target.fetch("/metrics")),
  http("a gzip bomb (64 MB of zeros)", /^413 /, async (target) => {
    const { gzipSync } = await import("node:zlib");
    const headers = { "Content-Type": "application/json", "Content-Encoding": "gzip" };
    return target.fetch("/api/evil/n/g/d/data", {
      as: "eve",
      method: "POST",
      headers,
      body: new Uint8Array(gzipSync(Buffer.alloc(1 << 26))),
    });
  }),
  http("an escape sequence and a line end in an address", /^404 /, (target) =>
    post(target, "evil/n%0d%0aX-Evil:%201%1b[2J/g/d", '{"a": 1}', "eve"),
  ),
];

function http(name: string, expected: RegExp, send: (target: Target) => Promise<Response>): Attempt {
  return { protocol: "HTTP", name, expected, run: (target) => told(send(target)) };
}

function read(target: Target, headers: Record<string, string>): Promise<Response> {
  return target.fetch("/read/measurements", { headers });
}

function hers(target: Target, path: string, more = ""): Promise<Response> {
  const query = `database=mqttkit_1_testdrive&measurement=area_42_node_1_sensors${more}`;
  return target.fetch(`${path}?${query}`, { as: "eve" });
}

/** Ida's cookie. */
export async function logIn(target: Target): Promise<string> {
  const response = await target.fetch("/login", json(JSON.stringify({ name: "ida", password: PASSWORDS.ida })));
  return (response.headers.get("set-cookie") ?? "").split(";", 1)[0] ?? "";
}
