/** Strangers and tenants at the embedded WAMP router. */

import type { RawClient } from "../raw-wamp-client.ts";
import { rawClient } from "../raw-wamp-client.ts";
import type { Attempt } from "./attempt.ts";
import { HERS, PASSWORDS, post, type Target } from "./target.ts";

const DENIED = /wamp\.error\.not_authorized/;

export const WAMP_ATTEMPTS: readonly Attempt[] = [
  wamp("no ticket", /no_matching_auth_method/, async (target) => {
    const client = await open(target);
    client.send([1, "lab", { roles: { subscriber: {} } }]);
    return client;
  }),
  wamp("a wrong ticket", /authentication_failed/, async (target) => {
    const client = await open(target);
    client.send([1, "lab", { roles: { subscriber: {} }, authmethods: ["ticket"], authid: "ida" }]);
    await client.next();
    client.send([5, "guess", {}]);
    return client;
  }),
  wamp("a subscription before the ticket", /protocol_violation/, async (target) => {
    const client = await open(target);
    client.send([1, "lab", { roles: { subscriber: {} }, authmethods: ["ticket"], authid: "ida" }]);
    await client.next();
    client.send([32, 1, {}, "lab.rig"]);
    return client;
  }),
  wamp("`anonymous` asked for", /no_matching_auth_method/, async (target) => {
    const client = await open(target);
    client.send([1, "lab", { roles: { subscriber: {} }, authmethods: ["anonymous"] }]);
    return client;
  }),
  wamp("subscription to another's device", DENIED, async (target) => {
    const client = await joinWamp(target);
    client.send([32, 1, {}, HERS.replaceAll("/", ".")]);
    return client;
  }),
  wamp("subscription to a UDP channel", DENIED, async (target) => {
    const client = await joinWamp(target);
    client.send([32, 1, {}, "lab.rig"]);
    return client;
  }),
  wamp("the prefix `mqttkit-1.`", DENIED, async (target) => {
    const client = await joinWamp(target);
    client.send([32, 1, { match: "prefix" }, "mqttkit-1."]);
    return client;
  }),
  wamp("events put on another's topic", DENIED, async (target) => {
    const client = await joinWamp(target);
    client.send([16, 1, { acknowledge: true }, HERS.replaceAll("/", "."), [], { values: { a: 666 } }]);
    return client;
  }),
  pattern("the empty prefix", "prefix", ""),
  pattern("the wildcard `...`", "wildcard", "..."),
  pattern("the prefix `mqttk`", "prefix", "mqttk"),
  {
    protocol: "WAMP",
    name: "a frame of 2 MB",
    expected: /^closed with 1009$/,
    async run(target) {
      const client = await open(target);
      client.sendFrame("x".repeat(2_000_000));
      return `closed with ${await client.closed}`;
    },
  },
  {
    protocol: "WAMP",
    name: "a foreign page's WebSocket (Origin)",
    expected: /403/,
    run: (target) => handshake(target, { Origin: "https://evil.example" }),
  },
  {
    protocol: "WAMP",
    name: "a wrong token in the handshake",
    expected: /401/,
    run: (target) => handshake(target, { Authorization: "Bearer guess" }),
  },
];

function wamp(name: string, expected: RegExp, send: (target: Target) => Promise<RawClient>): Attempt {
  return {
    protocol: "WAMP",
    name,
    expected,
    async run(target) {
      const client = await send(target);
      const answer = JSON.stringify(await client.next());
      client.close();
      return answer;
    },
  };
}

/** A subscription's pattern may cover more than the user may read. The user receives only what they may read. */
function pattern(name: string, match: string, uri: string): Attempt {
  return {
    protocol: "WAMP",
    name: `${name}, while another's device sends`,
    expected: /^only own events$/,
    async run(target) {
      const client = await joinWamp(target);
      client.send([32, 1, { match }, uri]);
      await client.next();
      // Each attempt subscribes to its own events. When its own event arrives, all earlier ones have arrived.
      client.send([32, 2, {}, "evil.n.g.pattern"]);
      await client.next();
      await post(target, HERS, '{"a": 1}', "ida");
      await post(target, "evil/n/g/pattern", '{"a": 1}', "eve");
      const event = JSON.stringify(await client.next());
      client.close();
      return event.includes("mqttkit") ? event.slice(0, 90) : "only own events";
    },
  };
}

function open(target: Target): Promise<RawClient> {
  return rawClient(`${target.service.url.replace("http", "ws")}/ws`, { headers: target.elsewhere() });
}

/** Eve's session. */
export async function joinWamp(target: Target): Promise<RawClient> {
  const client = await open(target);
  client.send([1, "lab", { roles: { subscriber: {}, publisher: {} }, authmethods: ["ticket"], authid: "eve" }]);
  await client.next();
  client.send([5, PASSWORDS.eve, {}]);
  await client.next();
  return client;
}

async function handshake(target: Target, headers: Record<string, string>): Promise<string> {
  const url = `${target.service.url.replace("http", "ws")}/ws`;
  try {
    const client = await rawClient(url, { headers: { ...target.elsewhere(), ...headers } });
    client.close();
    return "connected";
  } catch (error) {
    return (error as Error).message;
  }
}
