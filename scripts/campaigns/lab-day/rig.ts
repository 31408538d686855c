/** The built service in the configuration of Kotori's users, and their requests. */

import { mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { connectAsync, type MqttClient } from "mqtt";
import { Lab, type ServiceProcess } from "../../../test/support/lab.ts";

export const INI = `[lab]
channels =

[http]
listen = 127.0.0.1:0

[mqtt]
listen = 127.0.0.1:0

[realms]
timezone = Europe/Berlin
default = open

[realm-kit]
compat = kotori
names = lower
direct_networks = w, itest

[realm-plain]

[realm-fw]
text = fw

[realm-home]

[realm-short]
addresses = short

[realm-basic]
addresses = basic
compat = kotori
`;

/** Rows with a later time have their time of receipt. */
const SINCE_NS = BigInt(Date.now()) * 1_000_000n;

export class Rig {
  readonly directory = mkdtempSync(join(tmpdir(), "structline-kotori-"));
  readonly #lab: Lab;
  #service: ServiceProcess | undefined;
  #client: MqttClient | undefined;
  /** `<topic> <text>` */
  readonly heard: string[] = [];

  constructor(ini = INI) {
    this.#lab = new Lab({ ini, headers: {} });
  }

  async start(): Promise<this> {
    const { status, output } = this.#lab.generate();
    if (status !== 0) throw new Error(output);
    const service = await this.#lab.start();
    this.#service = service;
    while ((await fetch(`${service.url}/health?probe=ready`)).status !== 200) await sleep(20);
    this.#client = await connectAsync(`mqtt://127.0.0.1:${service.mqttPort}`);
    this.#client.on("message", (topic, payload) => this.heard.push(`${topic} ${payload.toString().trimEnd()}`));
    await this.#client.subscribeAsync("#", { qos: 1 });
    return this;
  }

  async stop(): Promise<void> {
    await this.#client?.endAsync();
    await this.#service?.stop();
    await this.#lab.remove();
    rmSync(this.directory, { recursive: true, force: true });
  }

  get service(): ServiceProcess {
    if (this.#service === undefined) throw new Error("not started");
    return this.#service;
  }

  get config(): string {
    return this.#lab.config;
  }

  async http(path: string, init: RequestInit = {}): Promise<Response> {
    return fetch(`${this.service.url}/${path.replace(/^\//, "")}`, { redirect: "manual", ...init });
  }

  async post(path: string, body: string, type = "application/json", method = "POST"): Promise<Response> {
    return this.http(path, { method, body, headers: { "Content-Type": type } });
  }

  async publish(topic: string, body: string): Promise<void> {
    await this.#client?.publishAsync(topic, body, { qos: 1 });
  }

  /**
   * Sends a handwritten request.
   * @returns the whole answer
   */
  raw(text: string): Promise<string> {
    return new Promise((resolve, reject) => {
      const { port } = new URL(this.service.url);
      const socket = connect(Number(port), "127.0.0.1", () => socket.write(text.replaceAll("\n", "\r\n")));
      let answer = "";
      socket.on("data", (chunk) => {
        answer += chunk.toString();
        if (answer.includes("\r\n\r\n")) socket.end();
      });
      socket.on("error", reject);
      socket.on("close", () => resolve(answer));
    });
  }

  /** Rows of a measurement, without empty columns. A time that the sender gave is named `at`. */
  async rows(database: string, measurement: string): Promise<Record<string, unknown>[]> {
    await this.service.settled();
    const query = new URLSearchParams({ database, measurement, limit: "1000" });
    const answer = await this.http(`read/rows?${query}`);
    if (!answer.ok) return [];
    const { rows } = (await answer.json()) as { rows: Record<string, unknown>[] };
    return rows.map(({ time, ...columns }) => {
      const values = Object.entries(columns).filter(([, value]) => value !== null);
      const at = String(time).replace(/\.?0*Z$/, "Z");
      const isSent = BigInt(Date.parse(at)) * 1_000_000n < SINCE_NS - 3_600_000_000_000n;
      return Object.fromEntries([...(isSent ? [["at", at] as const] : []), ...values]);
    });
  }
}
