/**
 * Receives from an external broker as one durable MQTT client: QoS 1, acknowledges only messages that were kept, and
 * reconnects forever.
 *
 * A message that could not be kept is not acknowledged. MQTT 3.1.1 brokers repeat it only on the next connection, so
 * the client reconnects after a while.
 */

import { readFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import {
  connect,
  type IClientOptions,
  type IPublishPacket,
  type ISubscriptionGrant,
  type MqttClient,
  Store,
} from "mqtt";
import type { Log } from "../../lib/log.ts";
import type { PartStatus } from "../../model/part-status.ts";
import type { NodeIdentity } from "../../model/shared-log.ts";
import type { Keeping } from "../../model/signal-transport.ts";
import { brokerAt } from "./broker-at.ts";
import type { DeliveryOutcome } from "./delivery-memory.ts";
import { ExternalPublisher } from "./external-publisher.ts";
import type { MqttSettings } from "./keys.ts";
import type { Publication, Reception } from "./reception.ts";

interface ReceivedPublication {
  readonly publication: Publication;
  /** The connection that delivered it: on another connection, its identifier may mean another message. */
  readonly stream: MqttClient["stream"];
  readonly settled: Promise<void>;
  outcome: DeliveryOutcome | undefined;
}

export interface ExternalClientOptions {
  readonly url: string;
  readonly settings: Pick<MqttSettings, "username" | "password" | "clientId" | "ca" | "tls">;
  /** In a cluster: each message goes to one of its nodes. */
  readonly node?: NodeIdentity;
  /** Current subscriptions; `follow` changes them. */
  readonly filters: readonly string[];
  readonly reception: Reception;
  readonly log: Log;
  readonly onConnected: () => void;
}

/** Maximum number of publications being stored; more wait in the socket. */
const MAX_IN_FLIGHT = 1000;
/** In one packet: AWS IoT Core takes no more. [AWS IoT Core endpoints and quotas] */
const MOST_FILTERS = 8;
const FIRST_RETRY_MS = 500;
const LAST_RETRY_MS = 30_000;
const GOODBYE_MS = 1000;
/** A shared instance, since creating an error costs more than handling a message. */
const NOT_YET = new Error("acknowledged when it is kept");
/** [MQTT 3.1.1, 3.14] */
const DISCONNECT = Buffer.from([0xe0, 0]);

export class ExternalClient {
  readonly #options: ExternalClientOptions;
  readonly #client: MqttClient;
  readonly #publisher: ExternalPublisher;
  readonly #stores = { incomingStore: new Store(), outgoingStore: new Store() };
  /** Unacknowledged messages in order of arrival, which is the order of acknowledgements. [MQTT-4.6.0-2] */
  readonly #taken: ReceivedPublication[] = [];
  #isAcknowledging = false;
  /** Called when there is room again. */
  #waiting: (() => void) | undefined;
  #retryMs = FIRST_RETRY_MS;
  #retryTimer: NodeJS.Timeout | undefined;
  #stopped = false;
  /** Topics of own messages that the broker delivered. */
  readonly #probed = new Set<string>();
  #filters: readonly string[];
  /**
   * Subscriptions of the previous connection: the broker keeps those of an absent client, so they must be cancelled
   * explicitly.
   */
  #former: readonly string[] = [];
  /** Messages could not be kept lately: reconnecting at once would only deliver the same messages. */
  #refusing = false;
  #problem: string | undefined;
  /** The probe's finding for this connection, which holds for any subscriptions. */
  #shareProblem: string | undefined;
  #lastError: PartStatus["lastError"];
  /** Resolves when it is subscribed for the first time, or the first attempt has failed. */
  readonly tried: Promise<void>;
  #endTry: () => void = () => {};
  #isSubscribed = false;

  /** @throws Error if a TLS file cannot be read */
  constructor(options: ExternalClientOptions) {
    this.#options = options;
    this.#filters = options.filters;
    this.tried = new Promise((resolve) => {
      this.#endTry = resolve;
    });
    this.#client = connect({ ...clientOptions(options), ...brokerAt(options.url), ...this.#stores });
    this.#publisher = new ExternalPublisher(this.#client, ({ topic, bytes }) => {
      const at = { event: "mqtt.publication-refused", topic, bytes };
      options.log.warn(at, "the MQTT broker closes the connection when it gets this message: it is not sent again");
    });
    this.#client.on("connect", () => void this.#begin());
    this.#client.on("close", () => {
      this.#isSubscribed = false;
      this.#publisher.closed();
      this.#retry();
    });
    this.#client.on("error", (error) => this.#note(error));
    this.#client.handleMessage = (packet, done) => this.#take(packet, done);
  }

  get connected(): boolean {
    return this.#client.connected;
  }

  /** Whether what clients publish arrives here. */
  get subscribed(): boolean {
    return this.#client.connected && this.#isSubscribed;
  }

  /** The current problem, if any. */
  get problem(): string | undefined {
    return this.#problem ?? this.#shareProblem;
  }

  /** The last failure, even if it is over. */
  get lastError(): PartStatus["lastError"] {
    return this.#lastError;
  }

  async publish(topic: string, payload: string | Uint8Array, keeping: Keeping): Promise<void> {
    await this.#publisher.publish(topic, Buffer.from(payload as string), keeping);
  }

  /**
   * Replaces the subscriptions; while the broker is away, when it is back.
   * @throws Error (one sentence) for subscriptions that the broker refuses
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
    // Forced: otherwise it waits for acknowledgements, which a lost broker never sends.
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
      this.#isSubscribed = true;
      this.#endTry();
      void this.#checkShares();
      if (!this.#refusing) this.#retryMs = FIRST_RETRY_MS;
      this.#options.onConnected();
    } catch (error) {
      this.#note(error);
    }
  }

  /**
   * Some brokers grant a shared subscription and deliver nothing. So each node sends itself a message on a share of its
   * own, and one on a plain subscription: if only the plain one arrives, the broker has no shares.
   */
  async #checkShares(): Promise<void> {
    const { node } = this.#options;
    if (node === undefined) return;
    const own = `${PROBE_TOPIC}${node.id.slice(0, 8)}`;
    const filters = [`${own}/plain`, `$share/structline-${node.id.slice(0, 8)}/${own}/shared`];
    this.#probed.clear();
    this.#shareProblem = undefined;
    try {
      await this.#client.subscribeAsync(filters, { qos: 0 });
      const isOver = () => this.#probed.has(`${own}/shared`) || !this.#client.connected;
      for (let attempt = 0; attempt < PROBES && !isOver(); attempt++) {
        for (const kind of ["plain", "shared"]) await this.#client.publishAsync(`${own}/${kind}`, "", { qos: 0 });
        await setTimeout(PROBE_PAUSE_MS, undefined, { ref: false });
      }
      if (!isOver() && this.#probed.has(`${own}/plain`)) {
        this.#shareProblem = NO_SHARES;
        this.#options.log.warn({ event: "mqtt.connection" }, NO_SHARES);
      }
      if (this.#client.connected) await this.#client.unsubscribeAsync(filters);
    } catch {
      // The broker does not allow it, or is away: nothing is known.
    }
  }

  async #subscribe(): Promise<void> {
    const wanted = this.#filters;
    const filters = shared(this.#options, wanted);
    const granted: ISubscriptionGrant[] = [];
    for (let first = 0; first < filters.length; first += MOST_FILTERS)
      granted.push(...(await this.#client.subscribeAsync(filters.slice(first, first + MOST_FILTERS), { qos: 1 })));
    const refused = granted.filter((grant) => grant.qos === 128).map((grant) => grant.topic);
    this.#problem = refused.length === 0 ? undefined : `the broker refuses subscriptions to ${refused.join(", ")}`;
    const former = this.#former.filter((filter) => !wanted.includes(filter));
    if (former.length > 0) await this.#client.unsubscribeAsync(shared(this.#options, former));
    this.#former = [];
  }

  // The library would acknowledge messages one by one, each after the previous one is durable, which is far too slow.
  // It does not acknowledge a message whose handler "fails", and continues with the next one at once.
  #take(packet: IPublishPacket, done: (error?: Error) => void): void {
    if (this.#options.node !== undefined && packet.topic.startsWith(PROBE_TOPIC)) {
      this.#probed.add(packet.topic);
      done();
      return;
    }
    const publication = publicationOf(packet);
    const settled = this.#options.reception.receive(publication).then((outcome) => {
      taken.outcome = outcome;
      // Messages that one write to disk has kept are acknowledged with one write to the broker.
      if (!this.#isAcknowledging) process.nextTick(() => this.#acknowledge());
      this.#isAcknowledging = true;
    });
    const taken: ReceivedPublication = { publication, stream: this.#client.stream, settled, outcome: undefined };
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
    // The callback may take the next publication at once, and wait again.
    const goOn = this.#waiting;
    this.#waiting = undefined;
    goOn?.();
  }

  #retry(): void {
    this.#endTry();
    if (this.#stopped) return;
    clearTimeout(this.#retryTimer);
    const waitMs = this.#retryMs * (0.75 + Math.random() / 2);
    this.#retryMs = Math.min(this.#retryMs * 2, LAST_RETRY_MS);
    const id = this.#client.options.clientId;
    // A broker says nothing when another client takes the session over. [MQTT-3.1.4-2]
    this.#problem ??= `the connection was closed (if this happens again and again, another client has the client_id '${id}')`;
    this.#retryTimer = globalThis.setTimeout(() => this.#client.reconnect(this.#stores), waitMs);
  }

  #note(error: unknown): void {
    const message = error instanceof Error ? error.message || error.name : String(error);
    if (message !== this.#problem) {
      this.#options.log.warn({ event: "mqtt.connection", error: message }, "the MQTT broker cannot be reached");
    }
    this.#endTry();
    this.#problem = message;
    this.#lastError = { message, time: new Date().toISOString() };
  }
}

const PROBE_TOPIC = "structline-probe/";
const PROBES = 10;
const PROBE_PAUSE_MS = 500;
const NO_SHARES =
  "the broker grants shared subscriptions ($share/…) but delivers nothing to them: a cluster needs a broker that does, such as Mosquitto, EMQX or NATS";

/**
 * A shared subscription: one of its subscribers gets each message. [MQTT 5, 4.8.2; brokers support it for 3.1.1, too]
 */
function shared({ node }: ExternalClientOptions, filters: readonly string[]): string[] {
  const prefix = node === undefined ? "" : `$share/structline-${node.lab}/`;
  return filters.map((filter) => prefix + filter);
}

function clientOptions({ settings, url, node }: ExternalClientOptions): IClientOptions {
  const { username, password, clientId, ca, tls } = settings;
  return {
    // A broker accepts one client per ID: each node has its own, permanently.
    clientId: node === undefined ? clientId : `${clientId}-${node.id.slice(0, 8)}`,
    clean: false,
    protocolVersion: 4,
    // This class reconnects by itself, with growing delays.
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
    // The broker sets the flag only on messages that it retained for new subscribers. [MQTT-3.3.1-8, 3.3.1-9]
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
