/** One client of the Foxglove server: the channels that were advertised to it and its subscriptions. */

import type { WebSocket } from "ws";
import { BusClient, type ClientLimits } from "../../bus/web-socket-bus.ts";
import type { Caller } from "../../http/caller.ts";
import {
  type AdvertisedChannel,
  LEVEL,
  MOST_SUBSCRIPTIONS,
  messageData,
  type Request,
  readRequest,
  type ServerMessage,
} from "./protocol.ts";

/** A measurement as it is advertised to clients. */
export interface LiveMeasurement {
  readonly database: string;
  readonly measurement: string;
  /** The topic that Foxglove shows. */
  readonly topic: string;
  readonly schemaName: string;
  /** JSON Schema of its rows. */
  readonly schema: string;
  /** The bus topic of its rows; absent if it becomes known only with the first row. */
  readonly busTopic?: string;
}

/** The client that opened the connection. */
export type Spectator = Caller;

export interface LiveCatalogue {
  /** At most as many measurements as a client can show. `isWhole`: these are all that the client may read. */
  measurements(spectator: Spectator): Promise<{
    readonly measurements: readonly LiveMeasurement[];
    readonly isWhole: boolean;
  }>;
}

export interface Channel extends LiveMeasurement {
  readonly id: number;
}

/** One subscription of one client. */
export interface Subscribed {
  readonly id: number;
  readonly channel: Channel;
  readonly session: FoxgloveSession;
}

export interface FoxgloveHost {
  readonly id: string;
  readonly limits: ClientLimits;
  subscribed(subscription: Subscribed): void;
  unsubscribed(subscription: Subscribed): void;
  droppedEvent(): void;
  /** The list could not be read and has to be requested again. */
  failed(): void;
}

export class FoxgloveSession extends BusClient {
  readonly #socket: WebSocket;
  readonly #spectator: Spectator;
  readonly #catalogue: LiveCatalogue;
  readonly #host: FoxgloveHost;
  /** Channels by ID. A measurement that changes gets a new ID. */
  readonly #channels = new Map<number, Channel>();
  readonly #subscriptions = new Map<number, Subscribed>();
  #lastId = 0;
  #isWhole = true;
  #isOver = false;
  #refreshing: Promise<void> = Promise.resolve();
  #unfollow = () => {};

  constructor(socket: WebSocket, spectator: Spectator, catalogue: LiveCatalogue, host: FoxgloveHost) {
    super(socket, host.limits);
    this.#socket = socket;
    this.#spectator = spectator;
    this.#catalogue = catalogue;
    this.#host = host;
    socket.on("message", (data, isBinary) => this.#receive(data as Buffer, isBinary));
    socket.on("close", () => this.#leave());
    this.#send({ op: "serverInfo", name: "structline", capabilities: [], sessionId: host.id });
    this.#unfollow = spectator.follow({
      isAllowed: () => this.#isAllowed(),
      end: () => this.#end(1008, "your credential or permission was withdrawn"),
    });
    void this.refresh();
  }

  /** Advertises new measurements and withdraws changed or deleted ones. Never rejects. */
  refresh(): Promise<void> {
    this.#refreshing = this.#refreshing.then(() => this.#refresh());
    return this.#refreshing;
  }

  /** Queues a row, or drops it if the client does not keep up. */
  offer({ id, channel }: Subscribed, timeNs: bigint, row: Buffer): boolean {
    if (!this.#spectator.mayDatabase("read", channel.database)) return false;
    if (!this.takes(row.length)) {
      this.#host.droppedEvent();
      return false;
    }
    this.#socket.send(messageData(id, timeNs, row));
    return true;
  }

  goodbye(): void {
    this.#end(1001, "the service is shutting down");
  }

  #end(code: number, reason: string): void {
    this.#leave();
    this.closeSoon(code, reason);
  }

  /**
   * Ends the session if an advertised measurement is no longer readable; advertises measurements that became readable.
   */
  #isAllowed(): boolean {
    for (const { database } of this.#channels.values())
      if (!this.#spectator.mayDatabase("read", database)) return false;
    void this.refresh();
    return true;
  }

  async #refresh(): Promise<void> {
    if (this.#isOver) return;
    try {
      const { measurements, isWhole } = await this.#catalogue.measurements(this.#spectator);
      // Permissions may have been withdrawn during the query.
      const isReadable = ({ database }: LiveMeasurement) => this.#spectator.mayDatabase("read", database);
      if (!this.#isOver) this.#tell(measurements.filter(isReadable));
      if (this.#isWhole && !isWhole)
        this.#say("warning", `more measurements than ${measurements.length} are not shown`);
      this.#isWhole = isWhole;
    } catch {
      this.#say("error", "the measurements cannot be listed now; it is tried again");
      this.#host.failed();
    }
  }

  #tell(measurements: readonly LiveMeasurement[]): void {
    const wanted = new Map(measurements.map((each) => [identityOf(each), each]));
    const gone: number[] = [];
    for (const [id, channel] of this.#channels) {
      if (wanted.delete(identityOf(channel))) continue;
      gone.push(id);
      this.#channels.delete(id);
      for (const subscription of this.#subscriptions.values())
        if (subscription.channel === channel) this.#unsubscribe(subscription);
    }
    if (gone.length > 0) this.#send({ op: "unadvertise", channelIds: gone });
    const channels: AdvertisedChannel[] = [];
    for (const measurement of wanted.values()) {
      const id = ++this.#lastId;
      const { topic, schemaName, schema } = measurement;
      this.#channels.set(id, { ...measurement, id });
      channels.push({ id, topic, encoding: "json", schemaName, schemaEncoding: "jsonschema", schema });
    }
    if (channels.length > 0) this.#send({ op: "advertise", channels });
  }

  #receive(data: Buffer, isBinary: boolean): void {
    if (this.#isOver) return;
    const request = isBinary ? undefined : readRequest(data);
    if (request === undefined) this.#say("error", "only subscribe and unsubscribe are understood here");
    else this.#answer(request);
  }

  #answer(request: Request): void {
    if (request.op === "subscribe") {
      for (const { id, channelId } of request.subscriptions) this.#subscribe(id, channelId);
      return;
    }
    for (const id of request.subscriptionIds) {
      const subscription = this.#subscriptions.get(id);
      if (subscription !== undefined) this.#unsubscribe(subscription);
    }
  }

  #subscribe(id: number, channelId: number): void {
    const channel = this.#channels.get(channelId);
    const problem = this.#subscribeProblem(id);
    if (channel === undefined) this.#say("warning", `there is no channel ${channelId}`);
    else if (problem !== undefined) this.#say("error", problem);
    else {
      const subscription = { id, channel, session: this };
      this.#subscriptions.set(id, subscription);
      this.#host.subscribed(subscription);
    }
  }

  #subscribeProblem(id: number): string | undefined {
    if (this.#subscriptions.has(id)) return `subscription ${id} is there already`;
    if (this.#subscriptions.size < MOST_SUBSCRIPTIONS) return undefined;
    return `a client has at most ${MOST_SUBSCRIPTIONS} subscriptions`;
  }

  #unsubscribe(subscription: Subscribed): void {
    this.#subscriptions.delete(subscription.id);
    this.#host.unsubscribed(subscription);
  }

  #leave(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#unfollow();
    for (const subscription of this.#subscriptions.values()) this.#unsubscribe(subscription);
    this.#channels.clear();
  }

  #say(level: keyof typeof LEVEL, message: string): void {
    this.#send({ op: "status", level: LEVEL[level], message });
  }

  #send(message: ServerMessage): void {
    if (!this.#isOver) this.answer(JSON.stringify(message), false);
  }
}

/** If this changes, the client needs a new advertisement. */
function identityOf({ database, measurement, topic, schemaName, schema, busTopic }: LiveMeasurement): string {
  return JSON.stringify([database, measurement, topic, schemaName, schema, busTopic]);
}
