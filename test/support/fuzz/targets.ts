/** Targets of mutated inputs; each returns the outcomes that it saw. */

import { request } from "node:http";
import { connect } from "node:net";
import { WebSocket } from "ws";
import { ConfigError } from "../../../runtime/config/config-error.ts";
import { parseSettings } from "../../../runtime/settings/load-settings.ts";
import { sendDatagrams } from "../lab.ts";
import { connectPacket, publishPacket } from "../mqtt-packets.ts";
import type { Random } from "../mutate-header.ts";
import * as corpora from "./corpora.ts";
import { extremes } from "./extremes.ts";
import { mutant } from "./mutate.ts";

export interface FuzzPorts {
  readonly udp: number;
  readonly http: number;
  readonly mqtt: number;
}

/** Outcome → inputs that had it. */
export type Seen = Record<string, number>;

export interface FuzzRun {
  readonly ports: FuzzPorts;
  readonly count: number;
  /** `[http] max_body` */
  readonly maxBody: number;
  readonly random: Random;
}

export type FuzzTarget = (run: FuzzRun) => Promise<Seen>;

/** Inputs under way at a time. */
const CONCURRENCY = 8;
/** A conversation that neither side ends is closed after this time. */
const QUIET_MS = 30;

export const TARGETS: Readonly<Record<string, FuzzTarget>> = {
  datagrams: async ({ ports, count, random }) => {
    await sendDatagrams(ports.udp, mutants(corpora.DATAGRAMS, count, random));
    return { sent: count };
  },
  "MQTT packets": (run) => eachStream(run, run.ports.mqtt, corpora.MQTT_STREAMS),
  "MQTT payloads": publishMutants,
  "MQTT topics": (run) =>
    concurrently(run, async () => {
      const topic = mutant(corpora.TOPICS, run.random).toString();
      const packet = publishPacket({ topic, payload: '{"n": 1}', qos: 1, id: 1 });
      return (await publishAll(run.ports.mqtt, [packet])) === 1 ? "acknowledged" : "cut off";
    }),
  "HTTP requests": (run) => eachStream(run, run.ports.http, corpora.HTTP_REQUESTS),
  "HTTP bodies": (run) =>
    concurrently(run, () => {
      const body = corpora.HTTP_BODIES[run.random.below(corpora.HTTP_BODIES.length)];
      if (body === undefined) throw new Error("there are no bodies");
      return post(run.ports.http, body, mutant(body.corpus, run.random));
    }),
  "extremes over HTTP": async ({ ports, count, maxBody }) => {
    const seen: Seen = {};
    for (const extreme of extremes(maxBody).slice(0, count))
      note(seen, await post(ports.http, extreme, extreme.body()));
    return seen;
  },
  "extremes over MQTT": async ({ ports, count, maxBody }) => {
    const seen: Seen = {};
    for (const { type, encoding, body } of extremes(maxBody).slice(0, count)) {
      if (type !== "application/json" || encoding !== undefined) continue;
      const packet = publishPacket({ topic: "acme/plant/hall/fuzz/data.json", payload: body(), qos: 1, id: 1 });
      note(seen, (await publishAll(ports.mqtt, [packet])) === 1 ? "acknowledged" : "cut off");
    }
    return seen;
  },
  "WAMP frames, JSON": (run) => concurrently(run, () => wampConversation(run, "wamp.2.json")),
  "WAMP frames, MessagePack": (run) => concurrently(run, () => wampConversation(run, "wamp.2.msgpack")),
  "WebSocket bytes": (run) => eachStream(run, run.ports.http, corpora.WEBSOCKET_STREAMS),
  "INI files": async ({ count, random }) => {
    const seen: Seen = {};
    for (let index = 0; index < count; index++) note(seen, readIni(mutant(corpora.INI_FILES, random).toString()));
    return seen;
  },
};

function* mutants(corpus: readonly Buffer[], count: number, random: Random): Generator<Buffer> {
  for (let made = 0; made < count; made++) yield mutant(corpus, random);
}

function note(seen: Seen, outcome: string): void {
  seen[outcome] = (seen[outcome] ?? 0) + 1;
}

async function concurrently({ count }: FuzzRun, one: () => Promise<string>): Promise<Seen> {
  const seen: Seen = {};
  let begun = 0;
  const loop = async () => {
    while (begun++ < count) note(seen, await one());
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, loop));
  return seen;
}

/** Opens a connection for each mutant. The outcome is the first bytes of the answer, or that there was none. */
function eachStream(run: FuzzRun, port: number, corpus: readonly Buffer[]): Promise<Seen> {
  return concurrently(run, () => converse(port, mutant(corpus, run.random)));
}

function converse(port: number, bytes: Buffer): Promise<string> {
  return new Promise((resolve) => {
    let answer = "";
    const socket = connect(port, "127.0.0.1", () => socket.write(bytes));
    const quiet = setTimeout(() => socket.destroy(), QUIET_MS);
    socket.on("data", (chunk: Buffer) => {
      if (answer === "") answer = chunk.subarray(0, 12).toString("latin1");
      quiet.refresh();
    });
    socket.on("error", () => {});
    socket.on("close", () => {
      clearTimeout(quiet);
      resolve(/^HTTP\/1.1 \d/.test(answer) ? answer.slice(9) : answer === "" ? "silence" : "answer");
    });
  });
}

function post(
  port: number,
  { type, encoding }: Pick<corpora.HttpBody, "type" | "encoding">,
  body: Buffer,
): Promise<string> {
  const headers = {
    "Content-Type": type,
    "Content-Length": body.length,
    ...(encoding && { "Content-Encoding": encoding }),
  };
  return new Promise((resolve) => {
    const path = "/api/acme/plant/hall/fuzz/data";
    const outgoing = request({ host: "127.0.0.1", port, path, method: "POST", headers }, (response) => {
      response.resume();
      response.on("close", () => resolve(`${response.statusCode}`));
    });
    outgoing.on("error", () => resolve("error"));
    outgoing.end(body);
  });
}

// One connection for many, since even a bad payload is acknowledged.
async function publishMutants({ ports, count, random }: FuzzRun): Promise<Seen> {
  const seen: Seen = {};
  for (let sent = 0; sent < count; ) {
    const batch = Math.min(200, count - sent);
    const packets = Array.from({ length: batch }, (_, index) => {
      const topic = (corpora.TOPICS[index % corpora.TOPICS.length] ?? "").toString();
      const payload = mutant(corpora.JSON_PAYLOADS, random);
      return publishPacket({ topic, payload, qos: 1, id: index + 1 });
    });
    const acknowledged = await publishAll(ports.mqtt, packets);
    seen["acknowledged"] = (seen["acknowledged"] ?? 0) + acknowledged;
    seen["cut off"] = (seen["cut off"] ?? 0) + batch - acknowledged;
    sent += batch;
  }
  return seen;
}

function publishAll(port: number, packets: readonly Buffer[]): Promise<number> {
  return new Promise((resolve) => {
    let bytes = 0;
    const socket = connect(port, "127.0.0.1", () => {
      // An empty identifier lets the broker choose: clients of the same one would disconnect each other. [MQTT-3.1.3-6]
      socket.write(connectPacket("", { clean: 1 }));
    });
    // Four bytes of CONNACK, then four for each PUBACK.
    socket.on("data", (chunk: Buffer) => {
      if (bytes === 0) socket.write(Buffer.concat(packets));
      bytes += chunk.length;
      if (bytes >= 4 * (packets.length + 1)) socket.destroy();
    });
    socket.on("error", () => {});
    socket.on("close", () => resolve(Math.max(0, bytes / 4 - 1)));
  });
}

function wampConversation({ ports, random }: FuzzRun, subprotocol: keyof typeof corpora.WAMP_FRAMES): Promise<string> {
  const corpus = corpora.WAMP_FRAMES[subprotocol];
  const binary = subprotocol === "wamp.2.msgpack";
  return new Promise((resolve) => {
    const socket = new WebSocket(`ws://127.0.0.1:${ports.http}/ws`, subprotocol);
    const quiet = setTimeout(() => socket.terminate(), 1000);
    socket.on("open", () => {
      // Half of them with an open session first.
      const hello = corpora.WAMP_HELLO[subprotocol];
      if (random.below(2) === 0 && hello !== undefined) socket.send(hello, { binary });
      for (let frames = 1 + random.below(5); frames > 0; frames--) {
        socket.send(mutant(corpus, random), { binary: random.below(20) === 0 ? !binary : binary });
      }
      socket.close();
    });
    socket.on("error", () => {});
    socket.on("close", (code) => {
      clearTimeout(quiet);
      resolve(`closed ${code}`);
    });
  });
}

function readIni(text: string): string {
  try {
    parseSettings(text, { file: "/lab/channels.ini", shown: "channels.ini", environment: {} });
    return "read";
  } catch (error) {
    if (error instanceof ConfigError) return "refused";
    throw new Error(`parseSettings threw ${String(error)} for ${JSON.stringify(text)}`, { cause: error });
  }
}
