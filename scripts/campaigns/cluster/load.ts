/** Load for `cluster-faults.ts`: devices that count, over HTTP, MQTT and UDP, as in docs/devices.md. Acknowledged messages are logged for `cluster/check.py`. */

import { createSocket } from "node:dgram";
import { appendFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { connectAsync, type MqttClient } from "mqtt";

export const PORTS = { http: 24642, mqtt: 1883, udp: 8888 };
const HTTP_DEVICES = 12;
/** Shorter than a node's time to refuse. */
const PATIENCE_MS = 5000;
const AGAIN_MS = 200;
/** MQTT: explicit times, so that a repeated message gives the same row. */
const TWO_DAYS_MS = 172_800_000;

/** A struct per host, so that order within a measurement can be checked. */
export const HEADER: string = ["one", "two", "three"]
  .map(
    (name, i) =>
      `struct struct_${name} { uint8_t length; uint8_t ID; uint16_t pad; uint32_t n; } ${name} = {8, ${i + 1}};\n`,
  )
  .join("");

/**
 * Sends one reading to an address.
 * @throws Error if it is not acknowledged
 */
type Send = (address: string, n: number) => Promise<void>;

export class Load {
  lastMs = Date.now();
  total = 0;
  unanswered = 0;
  datagrams = 0;
  #running = true;
  #devices = 0;
  readonly #log: string;
  readonly #gateway: string;
  readonly #addresses: readonly string[];
  readonly #senders: Promise<void>[] = [];

  /**
   * @param log path of the file
   * @param gateway of its devices
   */
  constructor(log: string, gateway: string, addresses: readonly string[], transports: readonly string[]) {
    this.#log = log;
    this.#gateway = gateway;
    this.#addresses = addresses;
    for (let d = 0; transports.includes("http") && d < HTTP_DEVICES; d++)
      this.#senders.push(this.#http(`d${d}`, d % 3));
    for (const host of [0, 1, 2]) {
      if (transports.includes("mqtt")) this.#senders.push(this.#mqtt(`m${host}`, host));
      if (transports.includes("udp")) this.#senders.push(this.#udp(host));
    }
  }

  async stop(): Promise<void> {
    this.#running = false;
    await Promise.all(this.#senders);
  }

  note(entry: object): void {
    appendFileSync(this.#log, `${JSON.stringify(entry)}\n`);
  }

  #device(transport: string, database: string, measurement: string): string {
    const device = `${this.#gateway}${this.#devices++}`;
    this.note({ device, transport, database, measurement });
    return device;
  }

  #http(name: string, host: number): Promise<void> {
    const send: Send = async (address, n) => {
      const headers = { "content-type": "application/json", "idempotency-key": `${this.#gateway} ${n}` };
      const init = { method: "POST", headers, body: JSON.stringify({ n }), signal: AbortSignal.timeout(PATIENCE_MS) };
      const url = `http://${address}:${PORTS.http}/api/f/n/${this.#gateway}/${name}/data`;
      const answer = await fetch(url, init);
      await answer.arrayBuffer();
      if (answer.status !== 200) throw new Error(`${answer.status}`);
    };
    return this.#count(this.#device("http", "f_n", `${this.#gateway}_${name}_sensors`), host, 10, send);
  }

  async #mqtt(name: string, host: number): Promise<void> {
    const baseNs = BigInt(Date.now() - TWO_DAYS_MS) * 1_000_000n;
    let client: MqttClient | undefined;
    const send: Send = async (address, n) => {
      const payload = JSON.stringify({ n, time: String(baseNs + BigInt(n) * 1_000_000_000n) });
      try {
        client ??= await connectAsync(`mqtt://${address}:${PORTS.mqtt}`, { connectTimeout: 3000 }, false);
        const sent = client.publishAsync(`f/n/${this.#gateway}/${name}/data.json`, payload, { qos: 1 });
        await Promise.race([sent, sleep(PATIENCE_MS).then(() => Promise.reject(new Error("no PUBACK")))]);
      } catch (error) {
        client?.end(true);
        client = undefined;
        throw error;
      }
    };
    await this.#count(this.#device("mqtt", "f_n", `${this.#gateway}_${name}_sensors`), host, 20, send);
    client?.end(true);
  }

  /** Sends a reading until it is acknowledged. After a failure, the device switches to the next node and stays there. */
  async #count(device: string, host: number, pauseMs: number, send: Send): Promise<void> {
    let at = host;
    for (let n = 0; this.#running; n++) {
      const first = Date.now();
      for (let isTaken = false; !isTaken && this.#running; ) {
        const by = this.#addresses[at % this.#addresses.length]!;
        try {
          await send(by, n);
          isTaken = true;
          this.total++;
          this.lastMs = Date.now();
          this.note({ taken: n, device, by, first, at: this.lastMs });
        } catch {
          this.unanswered++;
          at++;
          await sleep(AGAIN_MS);
        }
      }
      await sleep(pauseMs);
    }
  }

  async #udp(host: number): Promise<void> {
    this.#device("udp", "lab_rig", ["01_one", "02_two", "03_three"][host]!);
    const socket = createSocket("udp4");
    const bytes = Buffer.from([8, host + 1, 0, 0, 0, 0, 0, 0]);
    for (let n = 0; this.#running; n++) {
      bytes.writeUInt32LE(n, 4);
      socket.send(Buffer.from(bytes), PORTS.udp, this.#addresses[host]!, () => {});
      this.datagrams++;
      await sleep(20);
    }
    socket.close();
  }
}
