/** What a host hears, read by Eclipse Tahu's library. */

import { connectAsync, type MqttClient } from "mqtt";
import { sparkplugRequire } from "../../support/peers.ts";

export interface HeardMetric {
  readonly name?: string;
  readonly alias?: unknown;
  readonly type: string;
  readonly value: unknown;
  readonly timestamp: unknown;
  readonly isHistorical?: boolean;
  readonly properties?: Readonly<Record<string, { readonly value: unknown }>>;
}

export interface Heard {
  readonly topic: string;
  readonly seq: number | undefined;
  readonly metrics: readonly HeardMetric[];
}

interface Library {
  encodePayload(payload: object): Uint8Array;
  decodePayload(bytes: Uint8Array): { seq?: unknown; metrics?: readonly HeardMetric[] };
}

const library = () => (sparkplugRequire("sparkplug-payload") as { get(name: string): Library }).get("spBv1.0");

export class HostPeer {
  readonly heard: Heard[] = [];
  readonly #client: MqttClient;

  private constructor(client: MqttClient) {
    this.#client = client;
    client.on("message", (topic, bytes) => {
      if (/\/(STATE|NCMD)\//.test(topic)) return;
      const { seq, metrics = [] } = library().decodePayload(bytes);
      this.heard.push({ topic, seq: seq === undefined ? undefined : Number(seq), metrics });
    });
  }

  static async at(port: number): Promise<HostPeer> {
    const client = await connectAsync(`mqtt://127.0.0.1:${port}`);
    const peer = new HostPeer(client);
    await client.subscribeAsync("spBv1.0/#", { qos: 1 });
    return peer;
  }

  /** Kind and device of what was heard. */
  get kinds(): string[] {
    return this.heard.map(({ topic }) => topic.replace(/^spBv1\.0\/[^/]+\/([A-Z]+)\/[^/]+/, "$1"));
  }

  /** A line for each message: metrics by name, of data by the alias of its birth; `*` marks a historical value. */
  get told(): string[] {
    const names = new Map<string, string>();
    return this.heard.map(({ metrics }, at) => {
      for (const { name, alias } of metrics)
        if (name !== undefined && alias !== undefined) names.set(String(alias), name);
      const shown = metrics.map(({ name, alias, value, isHistorical }) => {
        const known = name ?? names.get(String(alias)) ?? `alias ${alias}`;
        return `${known}=${value === null ? "null" : String(value)}${isHistorical === true ? "*" : ""}`;
      });
      return [this.kinds[at]!, ...shown].join(" ");
    });
  }

  async askForBirth(group: string, edge: string): Promise<void> {
    const metric = { name: "Node Control/Rebirth", type: "Boolean", value: true };
    const payload = library().encodePayload({ timestamp: Date.now(), metrics: [metric] });
    await this.#client.publishAsync(`spBv1.0/${group}/NCMD/${edge}`, Buffer.from(payload));
  }

  async says(host: string, online: boolean, timestamp = Date.now()): Promise<void> {
    const options = { qos: 1, retain: true } as const;
    await this.#client.publishAsync(`spBv1.0/STATE/${host}`, JSON.stringify({ online, timestamp }), options);
  }

  /** As of Sparkplug 2.2. */
  async saysPlainly(host: string, state: "ONLINE" | "OFFLINE"): Promise<void> {
    await this.#client.publishAsync(`STATE/${host}`, state, { qos: 1, retain: true });
  }

  async leave(): Promise<void> {
    await this.#client.endAsync(true);
  }
}
