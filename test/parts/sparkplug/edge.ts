/** An edge node by Eclipse Tahu's client. */

import { type EventEmitter, once } from "node:events";
import { sparkplugRequire } from "../../support/peers.ts";

export interface SentMetric {
  name?: string;
  alias?: number;
  type: string;
  value: unknown;
  timestamp?: number;
  isNull?: boolean;
  properties?: Readonly<Record<string, { type: string; value: unknown }>>;
}

interface Client extends EventEmitter {
  publishNodeBirth(payload: object, options?: object): void;
  publishNodeData(payload: object, options?: object): void;
  publishDeviceBirth(device: string, payload: object, options?: object): void;
  publishDeviceData(device: string, payload: object, options?: object): void;
  publishDeviceDeath(device: string, payload: object): void;
  stop(): void;
  seq: number;
  client: { stream: { destroy(): void }; end(force: boolean): void };
}

export interface EdgeOptions {
  readonly group?: string;
  readonly edge?: string;
  readonly node?: readonly SentMetric[];
  readonly devices?: Readonly<Record<string, readonly SentMetric[]>>;
  readonly options?: object;
  /** It is not asked to be born at its connection. */
  readonly isSilent?: boolean;
  readonly at?: number;
}

export class Edge {
  readonly client: Client;
  readonly #given: EdgeOptions;
  rebirths = 0;

  constructor(port: number, given: EdgeOptions = {}) {
    const { newClient } = sparkplugRequire("sparkplug-client") as { newClient(config: object): Client };
    this.#given = given;
    const { group = "G", edge = "E" } = given;
    this.client = newClient({
      serverUrl: `mqtt://127.0.0.1:${port}`,
      username: "",
      password: "",
      groupId: group,
      edgeNode: edge,
      clientId: `edge-${group}-${edge}`,
      publishDeath: true,
      version: "spBv1.0",
    });
    this.client.on("birth", () => {
      if (given.isSilent !== true) this.born();
    });
    this.client.on("ncmd", (payload: { metrics: readonly SentMetric[] }) => {
      if (!payload.metrics.some(({ name, value }) => name === "Node Control/Rebirth" && value === true)) return;
      this.rebirths++;
      this.born();
    });
    this.client.on("error", () => {});
  }

  async connected(): Promise<this> {
    await once(this.client, "connect");
    return this;
  }

  born(): void {
    const { node = [], devices = {}, options = {}, at = Date.now() } = this.#given;
    const rebirth = { name: "Node Control/Rebirth", type: "Boolean", value: false };
    this.client.publishNodeBirth({ timestamp: at, metrics: [rebirth, ...node] }, options);
    for (const [device, metrics] of Object.entries(devices))
      this.client.publishDeviceBirth(device, { timestamp: at, metrics: [...metrics] }, options);
  }

  data(device: string, metrics: readonly SentMetric[], timestamp = Date.now()): void {
    const payload = { timestamp, metrics: [...metrics] };
    if (device === "") this.client.publishNodeData(payload, this.#given.options);
    else this.client.publishDeviceData(device, payload, this.#given.options);
  }

  /** Its connection is lost, so that the broker publishes its will. */
  lost(): void {
    this.client.client.stream.destroy();
    this.client.client.end(true);
  }
}
