/**
 * Receives from an external broker as one durable MQTT client: QoS 1, acknowledged only when kept, reconnecting for ever.
 *
 * What could not be kept is not acknowledged; MQTT 3.1.1 brokers send it again on the next connection, so that one is
 * opened anew after a while.
 */

import { readFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { connect, type IClientOptions, type IPublishPacket, type MqttClient, Store } from "mqtt";
import type { MqttSettings } from "../../config/settings.ts";
import type { Keeping } from "../../signals/signals.ts";
import type { Log } from "../../telemetry/log.ts";
import type { PartStatus } from "../../telemetry/part-status.ts";
import type { ClusterPlace } from "../source.ts";
import type { DeliveryOutcome } from "./delivery-memory.ts";
import type { Publication, Reception } from "./reception.ts";

interface Taken {
  readonly publication: Publication;
  /** The connection it came by: elsewhere its identifier may mean another message. */
  readonly stream: MqttClient["stream"];
  readonly settled: Promise<void>;
  outcome: DeliveryOutcome | undefined;
}

export interface ExternalClientOptions {
  readonly url: string;
  readonly settings: Pick<MqttSettings, "username" | "password" | "clientId" | "ca" | "tls">;
  /** Of a cluster: each message goes to one of its nodes. */
  readonly place?: ClusterPlace;
  /** What is subscribed to; `follow` changes it. */
  readonly filters: readonly string[];
  readonly reception: Reception;
  readonly log: Log;
  readonly onConnected: () => void;
}

/** Publications being kept at once; more wait in the socket. */
const MAX_IN_FLIGHT = 1000;
const FIRST_RETRY_MS = 500;
const LAST_RETRY_MS = 30_000;
const GOODBYE_MS = 1000;
/** One for all: making an error costs more than handling a message. */
const NOT_YET = new Error("acknowledged when it is kept");
/** [MQTT 3.1.1, 3.14] */
const DISCONNECT = Buffer.from([0xe0, 0]);

export class ExternalClient {
  readonly #options: ExternalClientOptions;
  readonly #client: MqttClient;
  /** Kept over reconnections: signals under way are sent again. */
  readonly #stores = { incomingStore: new Store(), outgoingStore: new Store() };
  /** Not yet acknowledged; that is done in the order in which they came. [MQTT-4.6.0-2] */
  readonly #taken: Taken[] = [];
  #isAcknowledging = false;
  /** Called when there is room again. */
  #waiting: (() => void) | undefined;
  #retryMs = FIRST_RETRY_MS;
  #retryTimer: NodeJS.Timeout | undefined;
  #stopped = false;
  #filters: readonly string[];
  /** The broker keeps subscriptions of a client that is away: it is told of those that it had. */
  #former: readonly string[] = [];
  /** Nothing could be kept lately: connecting again at once would only bring the same messages. */
  #refusing = false;
  #problem: string | undefined;
  #lastError: PartStatus["lastError"];

  /** @throws Error when a TLS file cannot be read */
  constructor(options: ExternalClientOptions) {
    this.#options = options;
    this.#filters = options.filters;
    this.#client = connect(options.url, { ...clientOptions(options), ...this.#stores });
    this.#client.on("connect", () => void this.#begin());
    this.#client.on("close", () => this.#retry());
    this.#client.on("error", (error) => this.#note(error));
    this.#client.handleMessage = (packet, done) => this.#take(packet, done);
  }

  get connected(): boolean {
    return this.#client.connected;
  }

  /** What is wrong, while something is. */
  get problem(): string | undefined {
    return this.#problem;
  }

  /** The last failure, also when it is over. */
  get lastError(): PartStatus["lastError"] {
    return this.#lastError;
  }

  async publish(topic: string, payload: string | Uint8Array, keeping: Keeping): Promise<void> {
    if (!this.#client.connected) throw new Error("the MQTT broker is away");
    await this.#client.publishAsync(topic, typeof payload === "string" ? payload : Buffer.from(payload), {
      qos: 1,
      retain: keeping === "retained",
    });
  }

  /**
   * Subscribes to these others from now on; away from the broker, when it is back.
   * @throws Error (one sentence) for what the broker refuses
   */
  async follow(filters: readonly string[]): Promise<void> {
    if (filters.join("\0") === this.#filters.join("\0")) return;
    this.#former = [...this.#former, ...this.#filters];
    this.#filters = filters;
    if (!this.#client.connected) return;
    await this.#subscribe();
    if (this.#problem !== undefined) throw new Error(`MQTT: ${this.#problem}`);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#retryTimer);
    await Promise.all(this.#taken.map(({ settled }) => settled));
    this.#acknowledge();
    await this.#sayGoodbye();
    // By force: otherwise it waits for acknowledgements, and a broker that is gone sends none.
    await this.#client.endAsync(true);
  }

  async #sayGoodbye(): Promise<void> {
    const { stream, connected } = this.#client;
    if (!connected) return;
    const sent = new Promise<void>((resolve) => stream.end(DISCONNECT, () => resolve()));
    await Promise.race([sent, setTimeout(GOODBYE_MS, undefined, { ref: false })]);
  }

  async #begin(): Promise<void> {
    try {
      await this.#subscribe();
      if (!this.#refusing) this.#retryMs = FIRST_RETRY_MS;
      this.#options.onConnected();
    } catch (error) {
      this.#note(error);
    }
  }

  async #subscribe(): Promise<void> {
    const wanted = this.#filters;
    const granted = await this.#client.subscribeAsync(shared(this.#options, wanted), { qos: 1 });
    const refused = granted.filter((grant) => grant.qos === 128).map((grant) => grant.topic);
    this.#problem = refused.length === 0 ? undefined : `the broker refuses subscriptions to ${refused.join(", ")}`;
    const former = this.#former.filter((filter) => !wanted.includes(filter));
    if (former.length > 0) await this.#client.unsubscribeAsync(shared(this.#options, former));
    this.#former = [];
  }

  // The library's own acknowledgement would be sent message by message, each after the other is durable: far too slow.
  // A message whose handling "fails" is not acknowledged by it, and the next one is taken at once.
  #take(packet: IPublishPacket, done: (error?: Error) => void): void {
    const publication = publicationOf(packet);
    const settled = this.#options.reception.receive(publication).then((outcome) => {
      taken.outcome = outcome;
      // Those that one write to disk has kept are acknowledged with one write to the broker.
      if (!this.#isAcknowledging) process.nextTick(() => this.#acknowledge());
      this.#isAcknowledging = true;
    });
    const taken: Taken = { publication, stream: this.#client.stream, settled, outcome: undefined };
    this.#taken.push(taken);
    const goOn = () => done(publication.messageId === undefined ? undefined : NOT_YET);
    if (this.#taken.length < MAX_IN_FLIGHT) goOn();
    else this.#waiting = goOn;
  }

  #acknowledge(): void {
    this.#isAcknowledging = false;
    const open = this.#taken.findIndex(({ outcome }) => outcome === undefined);
    const { stream } = this.#client;
    const bytes: number[] = [];
    let isOver = stream.destroyed;
    for (const { publication, outcome, stream: from } of this.#taken.splice(0, open < 0 ? this.#taken.length : open)) {
      if (publication.messageId === undefined) continue;
      this.#refusing = outcome !== "kept";
      if (isOver || from !== stream) continue;
      if (this.#refusing) isOver = true;
      else {
        this.#options.reception.acknowledged(publication);
        bytes.push(...pubAck(publication.messageId));
      }
    }
    if (bytes.length > 0) stream.write(Buffer.from(bytes));
    if (isOver) stream.destroy();
    if (this.#taken.length >= MAX_IN_FLIGHT) return;
    // It may take the next publication at once, and wait again.
    const goOn = this.#waiting;
    this.#waiting = undefined;
    goOn?.();
  }

  #retry(): void {
    if (this.#stopped) return;
    clearTimeout(this.#retryTimer);
    const waitMs = this.#retryMs * (0.75 + Math.random() / 2);
    this.#retryMs = Math.min(this.#retryMs * 2, LAST_RETRY_MS);
    this.#problem ??= "the connection was closed";
    this.#retryTimer = globalThis.setTimeout(() => this.#client.reconnect(this.#stores), waitMs);
  }

  #note(error: unknown): void {
    const message = error instanceof Error ? error.message || error.name : String(error);
    if (message !== this.#problem) {
      this.#options.log.warn({ event: "mqtt.connection", error: message }, "the MQTT broker cannot be reached");
    }
    this.#problem = message;
    this.#lastError = { message, time: new Date().toISOString() };
  }
}

/** One of those who subscribe under the name gets each message. [MQTT 5, 4.8.2; brokers do so for 3.1.1, too] */
function shared({ place }: ExternalClientOptions, filters: readonly string[]): string[] {
  const prefix = place === undefined ? "" : `$share/structline-${place.lab}/`;
  return filters.map((filter) => prefix + filter);
}

function clientOptions({ settings, url, place }: ExternalClientOptions): IClientOptions {
  const { username, password, clientId, ca, tls } = settings;
  return {
    // A broker has one client of an id: nodes differ, and keep theirs.
    clientId: place === undefined ? clientId : `${clientId}-${place.node.slice(0, 8)}`,
    clean: false,
    protocolVersion: 4,
    // This class reconnects itself, with a growing pause.
    reconnectPeriod: 0,
    resubscribe: false,
    connectTimeout: 10_000,
    keepalive: 30,
    ...(username === undefined ? {} : { username }),
    ...(password === undefined ? {} : { password }),
    ...(ca === undefined ? {} : { ca: readFileSync(ca) }),
    ...(tls === undefined ? {} : { cert: readFileSync(tls.certificate), key: readFileSync(tls.key) }),
    ...(url.startsWith("mqtts:") ? { rejectUnauthorized: true } : {}),
  };
}

function publicationOf(packet: IPublishPacket): Publication {
  const { topic, payload, qos, dup, retain, messageId } = packet;
  return {
    topic,
    payload: typeof payload === "string" ? Buffer.from(payload) : payload,
    qos,
    dup,
    // The broker sets the flag only on what it kept for new subscribers. [MQTT-3.3.1-8, 3.3.1-9]
    replayed: retain,
    retain,
    messageId: qos === 0 ? undefined : messageId,
    clientId: "",
  };
}

// [MQTT 3.1.1, 3.4]
function pubAck(messageId: number): readonly number[] {
  return [0x40, 2, messageId >> 8, messageId & 0xff];
}
