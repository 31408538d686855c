/** A tenant with odd sizes, numbers, names and speeds, of kinds that parsers and queues forget: her neighbour is served meanwhile. */

import { connect, type Socket } from "node:net";
import { gzipSync } from "node:zlib";
import type { MqttClient } from "mqtt";
import { pause } from "../until.ts";
import type { Attempt } from "./attempt.ts";
import { join } from "./mqtt-attempts.ts";
import { HERS, json, post, type Target, told } from "./target.ts";
import { joinWamp } from "./wamp-attempts.ts";

const SERVED_MS = 15_000;
const OWN = "/api/evil/n/g/odd/data";

function attempt(name: string, expected: RegExp, run: Attempt["run"], protocol: Attempt["protocol"] = "HTTP"): Attempt {
  return { protocol, name: `odd: ${name}`, expected, run };
}

/** What she got, and whether ida's post and its row came through meanwhile. */
export async function meanwhile(target: Target, work: Promise<string>): Promise<string> {
  const fromMs = performance.now();
  const posted = (await post(target, HERS, '{"served": 1}', "ida")).status;
  const read = await target.fetch(
    "/read/rows?database=mqttkit_1_testdrive&measurement=area_42_node_1_sensors&limit=1",
    { as: "ida" },
  );
  await read.arrayBuffer();
  const isServed = posted === 200 && read.status === 200 && performance.now() - fromMs < SERVED_MS;
  const how = isServed ? "served" : `not served: ${posted} ${read.status} ${Math.round(performance.now() - fromMs)} ms`;
  return `${await work}; ida is ${how}`;
}

/** An own message, and her rows afterwards as they are answered. */
async function stored(target: Target, device: string, body: string): Promise<string> {
  const answer = await told(post(target, `evil/n/g/${device}`, body, "eve"));
  await target.service.settledAs(target.tokens.root);
  const place = `database=evil_n&measurement=g_${device}_sensors`;
  const rows = await (await target.fetch(`/read/rows?${place}`, { as: "eve" })).text();
  let shown = "rows are JSON";
  try {
    JSON.parse(rows);
  } catch {
    shown = /^There is no|^No /.test(rows) ? "no row" : `rows are no JSON: ${rows.slice(0, 40)}`;
  }
  return `${answer.slice(0, 3)}, ${shown}${/Infinity|NaN|275760/.test(rows) ? `, with ${rows.slice(0, 90)}` : ""}`;
}

/** Raw connections of eve's, which end after `lastsMs`. */
async function sockets(
  target: Target,
  count: number,
  lastsMs: number,
  use: (socket: Socket, n: number) => void,
): Promise<string> {
  const open = Array.from({ length: count }, (_, n) => {
    const socket = connect(target.port, "127.0.0.1", () => use(socket, n));
    socket.on("error", () => {});
    return socket;
  });
  await pause(lastsMs, "the attack lasts");
  for (const socket of open) socket.destroy();
  return `${count} connections`;
}

const head = ({ tokens }: Target, method: string, path: string, more = "") =>
  `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${tokens.eve}\r\n${more}\r\n`;

/** A broker that ends the connection never acknowledges. */
async function sentOrClosed(client: MqttClient, sending: Promise<unknown>): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    if (!client.connected) resolve();
    client.once("close", () => resolve());
  });
  await Promise.race([sending.catch(() => {}), closed]);
}

const NUMBERS: readonly Attempt[] = [
  ...["1e400", "-1e999", "1E+308000", `1${"0".repeat(500)}`].map((number) =>
    attempt(`the number ${number.slice(0, 12)} in JSON`, /^(?:200|400), (?:rows are JSON|no row)$/, (target) =>
      stored(target, `n${number.length}${number.charCodeAt(1)}`, `{"v": ${number}}`),
    ),
  ),
  ...["+275760-09-13T00:00:00Z", "-271821-04-20T00:00:00Z", "275760-09-13", "9999-12-31T23:59:60Z"].map((time, n) =>
    attempt(`the time ${time}`, /^(?:200|400), (?:rows are JSON|no row)$/, (target) =>
      stored(target, `t${n}`, JSON.stringify({ time, v: 1 })),
    ),
  ),
  ...[8.64e15, 1e19, -1e19, 253402300800000].map((time, n) =>
    attempt(`the time ${time} as a number`, /^(?:200|400), (?:rows are JSON|no row)$/, (target) =>
      stored(target, `u${n}`, JSON.stringify({ time, v: 1 })),
    ),
  ),
  attempt("JSON with 30,000 levels", /^400.*; ida is served$/, (target) =>
    meanwhile(target, told(target.fetch(OWN, { as: "eve", ...json(`${"[".repeat(30_000)}${"]".repeat(30_000)}`) }))),
  ),
  attempt("objects in objects with 8,000 levels", /^400.*; ida is served$/, (target) => {
    const body = `${'{"a":'.repeat(8000)}1${"}".repeat(8000)}`;
    return meanwhile(target, told(target.fetch(OWN, { as: "eve", ...json(body) })));
  }),
  attempt("the same key 5,000 times", /^(?:200|400).*; ida is served$/, (target) =>
    meanwhile(target, told(target.fetch(OWN, { as: "eve", ...json(`{${'"a":1,'.repeat(5000)}"a":2}`) }))),
  ),
  attempt("9,000 columns in ten messages", /^(?:200|400) (?:400|413|200).*; ida is served$/, (target) => {
    const send = async (n: number) => {
      const fields = Array.from({ length: 900 }, (_, field) => `"c${n}_${field}":1`);
      return (await target.fetch(OWN, { as: "eve", ...json(`{${fields.join(",")}}`) })).status;
    };
    const all = Promise.all(Array.from({ length: 10 }, (_, n) => send(n)));
    return meanwhile(
      target,
      all.then((answers) => answers.join(" ")),
    );
  }),
];

const NAMES: readonly Attempt[] = [
  ...["mqttkit-1.", "mqttkit-1 ", "mqttkit\u20111", "\uFF4D\uFF51ttkit-1", "mqttkit-\u0661", "mqttkit-1\u200b"].map(
    (realm) =>
      attempt(`her realm written as \`${shownName(realm)}\``, /^40[0345]/, (target) =>
        told(
          target.fetch(`/api/${encodeURIComponent(realm)}/testdrive/area-42/node-1/data`, {
            as: "eve",
            ...json('{"a":1}'),
          }),
        ),
      ),
  ),
  attempt("a device whose name ends with a blank or a dot", /^ida's rows are as before$/, async (target) => {
    for (const name of ["node-1%20", "node-1.", "node-1%09"])
      await told(target.fetch(`/api/evil/testdrive/area-42/${name}/data`, { as: "eve", ...json('{"evil_name": 1}') }));
    await target.service.settledAs(target.tokens.root);
    const place = "database=mqttkit_1_testdrive&measurement=area_42_node_1_sensors";
    const rows = await (await target.fetch(`/read/rows?${place}`, { as: "ida" })).text();
    return rows.includes("evil_name") ? "ida's rows have hers" : "ida's rows are as before";
  }),
  attempt("SQL and markup in an annotation's title", /^200, read back as it was sent$/, async (target) => {
    const title = `'); DROP TABLE x; --"><img src=x onerror=alert(1)>\u001b[2J`;
    const answer = await target.fetch("/api/evil/n/g/odd/event", { as: "eve", ...json(JSON.stringify({ title })) });
    await answer.arrayBuffer();
    await target.service.settledAs(target.tokens.root);
    const rows = await (
      await target.fetch("/read/rows?database=evil_n&measurement=g_odd_events", { as: "eve" })
    ).json();
    const back = (rows as { rows: { title?: string }[] }).rows.some((row) => row.title === title);
    return `${answer.status}, ${back ? "read back as it was sent" : "read back otherwise"}`;
  }),
];

const SPEED: readonly Attempt[] = [
  attempt("40 bodies that come a byte at a time", /; ida is served$/, (target) => {
    const more = "Content-Type: application/json\r\nContent-Length: 60000\r\n";
    const slow = sockets(target, 40, 3000, (socket) => {
      socket.write(head(target, "POST", OWN, more));
      const timer = setInterval(() => socket.write("["), 100);
      socket.on("close", () => clearInterval(timer));
    });
    return meanwhile(target, slow);
  }),
  attempt("a body in chunks with long extensions", /; ida is served$/, (target) => {
    const more = "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n";
    const chunks = sockets(target, 20, 2000, (socket) => {
      socket.write(head(target, "POST", OWN, more));
      for (let n = 0; n < 200; n++) socket.write(`1;${"x".repeat(8000)}\r\n[\r\n`);
    });
    return meanwhile(target, chunks);
  }),
  attempt("trailers of a megabyte", /; ida is served$/, (target) => {
    const more = "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\nTrailer: x\r\n";
    const trailers = sockets(target, 10, 1500, (socket) => {
      socket.write(`${head(target, "POST", OWN, more)}1\r\n1\r\n0\r\n${`x: ${"y".repeat(1000)}\r\n`.repeat(1000)}\r\n`);
    });
    return meanwhile(target, trailers);
  }),
  attempt("1,000 requests at once in one connection, answers unread", /; ida is served$/, (target) => {
    const pipelined = sockets(target, 5, 3000, (socket) => {
      socket.pause();
      socket.write(head(target, "GET", "/read/measurements").repeat(1000));
    });
    return meanwhile(target, pipelined);
  }),
  attempt("40 streams of states that nobody reads", /; ida is served$/, (target) => {
    const silent = sockets(target, 40, 3000, (socket) => {
      socket.pause();
      socket.write(head(target, "GET", "/read/state", "Accept: text/event-stream\r\n"));
    });
    return meanwhile(target, silent);
  }),
  attempt("1,000 ranges of an export", /^(?:200|206|400|416|431).*; ida is served$/, (target) => {
    const Range = `bytes=${Array.from({ length: 1000 }, (_, n) => `${n}-${n}`).join(",")}`;
    const path = "/read/export?database=evil_n&measurement=g_d_sensors&format=csv";
    return meanwhile(target, told(target.fetch(path, { as: "eve", headers: { Range } })));
  }),
  attempt("an export of 1,500 columns by name", /^(?:200|400|404|414|431).*; ida is served$/, (target) => {
    const columns = Array.from({ length: 1500 }, (_, n) => `column=c${n}`).join("&");
    return meanwhile(
      target,
      told(target.fetch(`/read/export?database=evil_n&measurement=g_d_sensors&format=csv&${columns}`, { as: "eve" })),
    );
  }),
  ...["(a+)+$", "^(([a-z])+.)+[A-Z]([a-z])+$", "(.*a){25}"].map((pattern) =>
    attempt(`the pattern \`${pattern}\` in a query`, /^(?:200|400).*; ida is served$/, async (target) => {
      await told(
        target.fetch("/api/evil/n/g/words/data", { as: "eve", ...json(JSON.stringify({ w: "a".repeat(40) })) }),
      );
      const q = `SELECT w FROM g_words_sensors WHERE w =~ /${pattern}!/`;
      return meanwhile(target, told(target.fetch(`/query?${new URLSearchParams({ db: "evil_n", q })}`, { as: "eve" })));
    }),
  ),
  attempt("40 pictures at once", /^(?:200|400|404|503).*; ida draws one$/, async (target) => {
    const draw = async (as: "eve" | "ida", place: string) => {
      const answer = await target.fetch(`/read/plot.svg?${place}&width=2000&height=2000`, { as });
      await answer.arrayBuffer();
      return answer.status;
    };
    const hers = Promise.all(Array.from({ length: 40 }, () => draw("eve", "database=evil_n&measurement=g_d_sensors")));
    const status = await draw("ida", "database=mqttkit_1_testdrive&measurement=area_42_node_1_sensors");
    const answers = [...new Set(await hers)].sort().join(" ");
    return `${answers}; ida ${status === 200 ? "draws one" : `gets ${status}`}`;
  }),
];

const PACKETS: readonly Attempt[] = [
  attempt(
    "1,500 retained messages of 20 KB, while ida has one",
    /^ida's is there$/,
    async (target) => {
      const ida = await join(target, "ida", {});
      await ida.publishAsync("mqttkit-1/n/g/d/note", "of ida", { retain: true, qos: 1 });
      const eve = await join(target, "eve", {});
      const payload = Buffer.alloc(20_000, "x");
      for (let n = 0; n < 1500; n++) eve.publish(`evil/n/g/r${n}/note`, payload, { retain: true, qos: 0 });
      await sentOrClosed(eve, eve.publishAsync("evil/n/g/last/note", "x", { qos: 1 }));
      await eve.endAsync();
      const found = new Promise<string>((resolve) => {
        ida.on("message", (_topic, text) => resolve(`ida's is ${text.toString() === "of ida" ? "there" : "changed"}`));
        setTimeout(() => resolve("ida's is gone"), 10_000).unref();
      });
      await ida.subscribeAsync("mqttkit-1/n/g/d/note");
      const told = await found;
      await ida.endAsync();
      return told;
    },
    "MQTT",
  ),
  attempt(
    "500 user properties with a publication",
    /^(?:connected|closed); ida is served$/,
    (target) => {
      const properties = {
        userProperties: Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`k${n}`, "v".repeat(100)])),
      };
      const publish = async () => {
        const eve = await join(target, "eve", { protocolVersion: 5 });
        await sentOrClosed(eve, eve.publishAsync("evil/n/g/odd/data.json", '{"a":1}', { qos: 1, properties }));
        const state = eve.connected ? "connected" : "closed";
        await eve.endAsync(true);
        return state;
      };
      return meanwhile(target, publish());
    },
    "MQTT 5",
  ),
  attempt(
    "an alias for another's topic, used after its refusal",
    /^ida has no such row$/,
    async (target) => {
      const eve = await join(target, "eve", { protocolVersion: 5 });
      const alias = { properties: { topicAlias: 1 } };
      await sentOrClosed(eve, eve.publishAsync(`${HERS}/data.json`, '{"by_alias":1}', { qos: 0, ...alias }));
      await sentOrClosed(eve, eve.publishAsync("", '{"by_alias":2}', { qos: 0, ...alias }));
      await sentOrClosed(eve, eve.publishAsync("evil/n/g/odd/data.json", '{"a":1}', { qos: 1 }));
      await eve.endAsync(true);
      await target.service.settledAs(target.tokens.root);
      const place = "database=mqttkit_1_testdrive&measurement=area_42_node_1_sensors";
      const rows = await (await target.fetch(`/read/rows?${place}`, { as: "ida" })).text();
      return rows.includes("by_alias") ? "ida has her row" : "ida has no such row";
    },
    "MQTT 5",
  ),
  attempt(
    "64 MB in a packed payload",
    /^connected; ida is served$/,
    (target) => {
      const publish = async () => {
        const eve = await join(target, "eve", {});
        await sentOrClosed(
          eve,
          eve.publishAsync("evil/n/g/odd/data.json", gzipSync(Buffer.alloc(64 << 20)), { qos: 1 }),
        );
        const state = eve.connected ? "connected" : "closed";
        await eve.endAsync(true);
        return state;
      };
      return meanwhile(target, publish());
    },
    "MQTT",
  ),
  ...["evil/+/x", "evil/#", "$SYS/broker/uptime", "$share/g/evil/x"].map((topic) =>
    attempt(
      `a last will on \`${topic}\``,
      /^(?:refused|nobody sees it)$/,
      async (target) => {
        const root = await join(target, "root", {});
        const seen: string[] = [];
        root.on("message", (of, text) => text.toString() === "will of eve" && seen.push(of));
        await root.subscribeAsync(["#", "$SYS/#"]);
        const will = { topic, payload: Buffer.from("will of eve"), qos: 0, retain: false } as const;
        const eve = await join(target, "eve", { will }).catch(() => undefined);
        if (eve === undefined) {
          await root.endAsync();
          return "refused";
        }
        eve.stream.destroy();
        await eve.endAsync(true);
        await root.publishAsync("root/n/g/d/note", "round trip", { qos: 1 });
        await root.endAsync();
        return seen.length === 0 ? "nobody sees it" : `seen on ${seen.join()}`;
      },
      "MQTT",
    ),
  ),
  ...[
    ["registration of another's procedure", [64, 1, {}, "lab.rig.command"]],
    ["a call of the router's own procedures", [48, 1, {}, "wamp.session.list"]],
    ["a subscription to sessions that come and go", [32, 1, {}, "wamp.session.on_join"]],
    ["a registration of everything", [64, 1, { match: "prefix" }, ""]],
  ].map(([name, message]) =>
    attempt(
      name as string,
      /^(?:\[8,.*wamp\.error\.|\[3,|closed)/,
      async (target) => {
        const client = await joinWamp(target);
        client.send(message);
        const answer = JSON.stringify((await Promise.race([client.next(), client.closed.then(() => "closed")])) ?? "");
        client.close();
        return answer.replace(/^"closed.*/, "closed");
      },
      "WAMP",
    ),
  ),
];

function shownName(text: string): string {
  return [...text].map((one) => (/[!-~]/.test(one) ? one : `<${one.codePointAt(0)!.toString(16)}>`)).join("");
}

export const ODD_ATTEMPTS: readonly Attempt[] = [...NUMBERS, ...NAMES, ...SPEED, ...PACKETS];
