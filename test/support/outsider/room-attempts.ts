/** A neighbour who fills what all share: another loses no room, and waits for nobody. */

import type { MqttClient } from "mqtt";
import type { Attempt } from "./attempt.ts";
import { logIn } from "./http-attempts.ts";
import { join } from "./mqtt-attempts.ts";
import { HERS, json, type Name, PASSWORDS, post, type Target } from "./target.ts";

const HER_PLACE = { database: "mqttkit_1_testdrive", measurement: "area_42_node_1_sensors" };
const OWN_PLACE = { database: "evil_n", measurement: "g_d_sensors" };
/** More than a realm's room in the list. */
const MANY = 1100;
const AT_ONCE = 20;
const SOON_MS = 5000;

interface Listed {
  readonly active: readonly { readonly database: string; readonly column: string }[];
  readonly muted: readonly { readonly database: string; readonly column: string }[];
}

function attempt(name: string, expected: RegExp, run: Attempt["run"], protocol: Attempt["protocol"] = "HTTP"): Attempt {
  return { protocol, name: `a neighbour: ${name}`, expected, run };
}

async function many(count: number, make: (n: number) => Promise<unknown>): Promise<void> {
  const next = Array.from({ length: count }, (_, n) => n).reverse();
  const take = async () => {
    for (let n = next.pop(); n !== undefined; n = next.pop()) await make(n);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, take));
}

async function change(target: Target, as: Name, path: string, body: object): Promise<number> {
  const method = path === "/alarms/limits" ? "PUT" : "POST";
  const answer = await target.fetch(path, { as, ...json(JSON.stringify(body)), method });
  await answer.arrayBuffer();
  return answer.status;
}

const limit = (max: number | null) => ({ limits: max === null ? null : { alarm: { max } } });

async function listed(target: Target, as: Name): Promise<Listed> {
  return (await (await target.fetch("/alarms", { as })).json()) as Listed;
}

/** Raises one of ida's. */
async function raiseHers(target: Target, column: string): Promise<void> {
  await change(target, "ida", "/alarms/limits", { ...HER_PLACE, column, ...limit(10) });
  await (await post(target, HERS, JSON.stringify({ [column]: 20 }), "ida")).arrayBuffer();
}

async function stateOfHers(target: Target, column: string): Promise<string> {
  const { active, muted } = await listed(target, "ida");
  const has = (all: Listed["active"]) =>
    all.some((one) => one.database === HER_PLACE.database && one.column === column);
  return `hers is ${has(active) ? "active" : "gone"}, ${has(muted) ? "muted" : "not muted"}`;
}

export const ROOM_ATTEMPTS: readonly Attempt[] = [
  attempt(`logging in ${MANY} times, so that another is logged out`, /^ida is logged in$/, async (target) => {
    const cookie = await logIn(target);
    const body = JSON.stringify({ name: "eve", password: PASSWORDS.eve });
    await many(MANY, async () => (await target.fetch("/login", json(body))).arrayBuffer());
    const answer = await target.fetch(
      `/read/rows?database=${HER_PLACE.database}&measurement=${HER_PLACE.measurement}`,
      {
        headers: { Cookie: cookie },
      },
    );
    await answer.arrayBuffer();
    return answer.status === 200 ? "ida is logged in" : `ida gets ${answer.status}`;
  }),
  attempt(
    "last wills until there is no room",
    /^eve is refused, ida connects with a will$/,
    async (target) => {
      const will = (realm: string) => {
        const topic = `${realm}/n/g/d/data.json`;
        return { will: { topic, payload: Buffer.alloc(60_000), qos: 0, retain: false } as const };
      };
      const open: MqttClient[] = [];
      let isRefused = false;
      while (!isRefused && open.length < 300) {
        const one = await join(target, "eve", will("evil")).catch(() => undefined);
        if (one === undefined) isRefused = true;
        else open.push(one);
      }
      const ida = await join(target, "ida", will("mqttkit-1")).catch(() => undefined);
      const told = `eve is ${isRefused ? "refused" : "never refused"}, ida ${ida === undefined ? "is refused" : "connects with a will"}`;
      await Promise.all([...open, ...(ida === undefined ? [] : [ida])].map((one) => one.endAsync()));
      return told;
    },
    "MQTT",
  ),
  attempt(`raising ${MANY} alarms of her own`, /^hers is active, not muted$/, async (target) => {
    await raiseHers(target, "room");
    await change(target, "eve", "/alarms/limits", { ...OWN_PLACE, measurement: "*", column: "x", ...limit(0) });
    await many(MANY, async (n) =>
      (await target.fetch(`/api/evil/n/g/room${n}/data`, { as: "eve", ...json('{"x": 1}') })).arrayBuffer(),
    );
    await raiseHers(target, "later");
    const states = [await stateOfHers(target, "room"), await stateOfHers(target, "later")];
    return states[0] === states[1] ? states[0]! : states.join("; ");
  }),
  attempt(`muting ${MANY} columns, while another mutes one`, /^hers is active, muted, within 5 s$/, async (target) => {
    await raiseHers(target, "loud");
    const flood = many(MANY, (n) =>
      change(target, "eve", "/alarms/mute", { ...OWN_PLACE, column: `c${n}`, minutes: 60 }),
    );
    const fromMs = performance.now();
    await change(target, "ida", "/alarms/mute", { ...HER_PLACE, column: "loud", minutes: 60 });
    const tookMs = performance.now() - fromMs;
    await flood;
    return `${await stateOfHers(target, "loud")}, ${tookMs < SOON_MS ? "within 5 s" : `after ${tookMs.toFixed(0)} ms`}`;
  }),
  attempt(
    "setting limits all the time, while another's value is held",
    /^hers is active, not muted$/,
    async (target) => {
      const column = "held";
      await change(target, "ida", "/alarms/limits", {
        ...HER_PLACE,
        column,
        limits: { alarm: { max: 10 }, holdMs: 1000 },
      });
      const send = async () => (await post(target, HERS, JSON.stringify({ [column]: 20 }), "ida")).arrayBuffer();
      const untilMs = performance.now() + 1500;
      for (let n = 0; performance.now() < untilMs; n++) {
        await send();
        await change(target, "eve", "/alarms/limits", { ...OWN_PLACE, column, ...limit(n) });
      }
      await send();
      return stateOfHers(target, column);
    },
  ),
  attempt("an alarm that comes and goes 500 times", /^hers is active, not muted$/, async (target) => {
    await raiseHers(target, "steady");
    await change(target, "eve", "/alarms/limits", { ...OWN_PLACE, column: "flap", ...limit(0) });
    for (let n = 0; n < 500; n++)
      await (await target.fetch("/api/evil/n/g/d/data", { as: "eve", ...json(`{"flap": ${n % 2}}`) })).arrayBuffer();
    return stateOfHers(target, "steady");
  }),
  attempt("a limit for another's devices by `*`, and by case", /^403 403 403$/, async (target) => {
    const others = [
      { ...HER_PLACE, measurement: "*" },
      { ...HER_PLACE, database: "MQTTKIT_1_testdrive" },
      { database: "*", measurement: "*" },
    ];
    const answers = others.map((place) =>
      change(target, "eve", "/alarms/limits", { ...place, column: "x", ...limit(0) }),
    );
    return (await Promise.all(answers)).join(" ");
  }),
  attempt("names of objects' own members as columns", /^204 204 204, the list is answered 200$/, async (target) => {
    const names = ["__proto__", "constructor", "toString"];
    const answers = names.map((column) =>
      change(target, "eve", "/alarms/limits", { ...OWN_PLACE, column, ...limit(0) }),
    );
    const told = (await Promise.all(answers)).join(" ");
    await target.fetch("/api/evil/n/g/d/data", {
      as: "eve",
      ...json('{"__proto__": 1, "constructor": 1, "toString": 1}'),
    });
    const { status } = await target.fetch("/alarms", { as: "ida" });
    return `${told}, the list is answered ${status}`;
  }),
  attempt("a limit beyond all numbers, and one that is none", /^400 400 400 400$/, async (target) => {
    const limits = [{ alarm: { max: "1" } }, { alarm: { min: 2, max: 1 } }, { alarm: { max: 1 }, holdMs: -1 }, []];
    const answers = limits.map((one) =>
      change(target, "eve", "/alarms/limits", { ...OWN_PLACE, column: "x", limits: one }),
    );
    return (await Promise.all(answers)).join(" ");
  }),
  attempt("lifting the limit of an alarm that is active", /^active, then gone$/, async (target) => {
    // Of a realm whose list no other attempt fills.
    const place = { database: "mqttkit_n", measurement: "g_d_sensors", column: "lifted" };
    const state = async () =>
      (await listed(target, "eve")).active.some(({ column }) => column === place.column) ? "active" : "gone";
    const send = async () =>
      (await target.fetch("/api/mqttkit/n/g/d/data", { as: "eve", ...json('{"lifted": 1}') })).arrayBuffer();
    await change(target, "eve", "/alarms/limits", { ...place, ...limit(0) });
    await send();
    const before = await state();
    await change(target, "eve", "/alarms/limits", { ...place, ...limit(null) });
    await send();
    return `${before}, then ${await state()}`;
  }),
];
