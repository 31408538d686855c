/** Load for `cluster-faults.ts`: devices that count, over HTTP, MQTT and UDP, and what of it was acknowledged. */

import { createSocket } from "node:dgram";
import { setTimeout as sleep } from "node:timers/promises";
import { connectAsync, type MqttClient } from "mqtt";

export const DOORS = { http: 24642, mqtt: 1883, udp: 8888 };
const HTTP_DEVICES = 12;
/** Less than a node takes to say no. */
const PATIENCE_MS = 5000;

/** Its messages carry the numbers from 0. */
export interface Device {
  readonly door: keyof typeof DOORS;
  readonly database: string;
  readonly measurement: string;
  next: number;
  /** Always empty over UDP, which acknowledges nothing. */
  readonly acknowledged: Set<number>;
  /** Acknowledged and not yet seen in the store, oldest first. */
  unstored: { readonly n: number; readonly atMs: number }[];
}

/** A struct for each host, so that order can be told within one measurement. */
export const HEADER: string = ["one", "two", "three"]
  .map(
    (name, i) =>
      `struct struct_${name} { uint8_t length; uint8_t ID; uint16_t pad; uint32_t n; } ${name} = {8, ${i + 1}};\n`,
  )
  .join("");

export class Load {
  readonly devices: Device[] = [];
  lastMs = performance.now();
  longestGapMs = 0;
  /** Between an acknowledgement and the moment in which its message was seen in the store. */
  longestToStoreMs = 0;
  refused = 0;
  #running = true;
  readonly #gateway: string;
  readonly #addresses: readonly string[];
  readonly #senders: Promise<void>[] = [];

  /** @param gateway of its devices */
  constructor(gateway: string, addresses: readonly string[], doors: readonly Device["door"][]) {
    this.#gateway = gateway;
    this.#addresses = addresses;
    if (doors.includes("http")) for (let d = 0; d < HTTP_DEVICES; d++) this.#begin(this.#http(`d${d}`, d % 3));
    for (const host of [0, 1, 2]) {
      if (doors.includes("mqtt")) this.#begin(this.#mqtt(`m${host}`, host));
      if (doors.includes("udp")) this.#begin(this.#udp(host));
    }
  }

  get total(): number {
    return this.devices.reduce((sum, { acknowledged }) => sum + acknowledged.size, 0);
  }

  /** The store has the device's messages up to `n`. */
  stored(device: Device, n: number): void {
    const [oldest] = device.unstored;
    if (oldest === undefined) return;
    this.longestToStoreMs = Math.max(this.longestToStoreMs, performance.now() - oldest.atMs);
    device.unstored = device.unstored.filter((one) => one.n > n);
  }

  async stop(): Promise<void> {
    this.#running = false;
    await Promise.all(this.#senders);
  }

  #begin(sender: Promise<void>): void {
    this.#senders.push(sender);
  }

  #device(door: Device["door"], database: string, measurement: string): Device {
    const device = { door, database, measurement, next: 0, acknowledged: new Set<number>(), unstored: [] };
    this.devices.push(device);
    return device;
  }

  #took(device: Device, n: number): void {
    device.acknowledged.add(n);
    const now = performance.now();
    device.unstored.push({ n, atMs: now });
    this.longestGapMs = Math.max(this.longestGapMs, now - this.lastMs);
    this.lastMs = now;
  }

  async #http(name: string, host: number): Promise<void> {
    const device = this.#device("http", "f_n", `${this.#gateway}_${name}_sensors`);
    // As docs/devices.md has it: what got no 200 is sent again with its key, to any node, until it does.
    let attempts = 0;
    let n = device.next++;
    while (this.#running) {
      const address = this.#addresses[(host + attempts) % this.#addresses.length];
      const url = `http://${address}:${DOORS.http}/api/f/n/${this.#gateway}/${name}/data`;
      const headers = { "content-type": "application/json", "idempotency-key": `${this.#gateway} ${n}` };
      const init = { method: "POST", headers, body: JSON.stringify({ n }) };
      const answer = await fetch(url, { ...init, signal: AbortSignal.timeout(PATIENCE_MS) }).catch(() => undefined);
      if (answer?.status === 200) {
        this.#took(device, n);
        n = device.next++;
        attempts = 0;
      } else {
        this.refused++;
        attempts++;
        await sleep(200);
      }
      await answer?.arrayBuffer().catch(() => {});
      await sleep(10);
    }
  }

  /** With times of its own, two days ago: what its client repeats after an interruption is the same row. */
  async #mqtt(name: string, host: number): Promise<void> {
    const device = this.#device("mqtt", "f_n", `${this.#gateway}_${name}_sensors`);
    const base = BigInt(Date.now() - 172_800_000) * 1_000_000n;
    let client: MqttClient | undefined;
    while (this.#running) {
      const n = device.next++;
      const payload = JSON.stringify({ n, time: String(base + BigInt(n) * 1_000_000_000n) });
      try {
        client ??= await connectAsync(`mqtt://${this.#addresses[host]}:${DOORS.mqtt}`, { connectTimeout: 3000 }, false);
        const sent = client.publishAsync(`f/n/${this.#gateway}/${name}/data.json`, payload, { qos: 1 });
        await Promise.race([sent, sleep(PATIENCE_MS).then(() => Promise.reject(new Error("no PUBACK")))]);
        this.#took(device, n);
      } catch {
        this.refused++;
        client?.end(true);
        client = undefined;
        await sleep(200);
      }
      await sleep(20);
    }
    client?.end(true);
  }

  async #udp(host: number): Promise<void> {
    const names = ["01_one", "02_two", "03_three"];
    const device = this.#device("udp", "lab_rig", names[host]!);
    const socket = createSocket("udp4");
    const bytes = Buffer.from([8, host + 1, 0, 0, 0, 0, 0, 0]);
    while (this.#running) {
      bytes.writeUInt32LE(device.next++, 4);
      socket.send(Buffer.from(bytes), DOORS.udp, this.#addresses[host]!, () => {});
      await sleep(20);
    }
    socket.close();
  }
}
