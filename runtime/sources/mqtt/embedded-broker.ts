/**
 * The broker that runs inside the service when no other one is configured. MQTT 3.1.1 over TCP or TLS.
 *
 * A publication at QoS 1 or 2 is acknowledged when it is durable. Sessions and retained messages of its clients live in
 * memory: they end with the service; data does not depend on them.
 */

import type { EventEmitter } from "node:events";
import { createServer, type Server, type Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import { Aedes, type AedesPublishPacket, type AuthenticateError, type Client, type PublishPacket } from "aedes";
import type { MqttSettings } from "../../config/settings.ts";
import { followTlsFiles, readTlsFiles, type TlsFollower } from "../../config/tls-files.ts";
import type { Keeping } from "../../signals/signals.ts";
import { bindFailure } from "../../telemetry/bind-failure.ts";
import { Bound, type BoundStates, statesOf, tellIn } from "../../telemetry/bounds.ts";
import { Connections } from "../../telemetry/connections.ts";
import type { Log } from "../../telemetry/log.ts";
import { readWaiting } from "../../telemetry/read-waiting.ts";
import { Unfinished } from "../../telemetry/unfinished.ts";
import { withTimeout } from "../../telemetry/with-timeout.ts";
import type { MqttAccess, MqttPermissions } from "./access.ts";
import { PacketGuard } from "./packet-guard.ts";
import { ReadTurns } from "./read-turns.ts";
import type { Publication, Reception } from "./reception.ts";
import { SessionStore } from "./session-store.ts";
import { UnreadBytes } from "./unread-bytes.ts";

export interface EmbeddedBrokerOptions {
  readonly settings: Pick<MqttSettings, "listen" | "tls" | "sessionExpiryMs">;
  readonly reception: Reception;
  readonly access: MqttAccess;
  readonly maxPacketBytes: number;
  readonly log: Log;
}

interface ConnectedClients {
  readonly clients: Readonly<Record<string, Client>>;
}

/** What is read ahead of a client, bytes. */
const READ_AHEAD = 64 * 1024;
/** Longest identifier of a client, bytes; the standard asks for 23. [MQTT-3.1.3-5] */
const LONGEST_ID = 1024;
/** What is parsed in one turn, bytes: all packets in it are, and each takes tens of microseconds. */
const READ_AT_ONCE = 16 * 1024;
/** A client that neither takes nor sends a byte this long when the broker ends will not hang up; none is waited for longer than `longest`. */
const HANG_UP_MS = { silent: 2000, longest: 4000 };

/** What the library behind this broker does not speak. */
const MQTT_5: number = 5;
const SPOKEN = Buffer.from("MQTT 3.1.1 is spoken here, not 5");
/** CONNACK of MQTT 5: no session, unsupported protocol version, and a property with a sentence. [MQTT 5, 3.2.2] */
const UNSUPPORTED_VERSION = Buffer.concat([
  Buffer.from([0x20, SPOKEN.length + 6, 0, 0x84, SPOKEN.length + 3, 0x1f, 0, SPOKEN.length]),
  SPOKEN,
]);

/** Publications at QoS 2 that one client may leave half acknowledged are few, since each is kept in memory. */
const BROKER_OPTIONS = { connectTimeout: 10_000, drainTimeout: 5000, maxInflightInbound: 100 } as const;

export class EmbeddedBroker {
  readonly #options: EmbeddedBrokerOptions;
  readonly #permissions = new WeakMap<Client, MqttPermissions>();
  /** Acknowledgements leave in the order of the publications. [MQTT-4.6.0-2] */
  readonly #lastOf = new WeakMap<Client, Promise<unknown>>();
  /** Publications that are neither acknowledged nor refused yet. */
  readonly #underWay = new WeakMap<Socket, number>();
  /** Bytes of the wills of clients that are connecting. */
  readonly #wills = new WeakMap<Client, number>();
  readonly #store: SessionStore;
  readonly #connections: Connections;
  readonly #inPieces: Bound;
  readonly #unfinished: Unfinished<Socket>;
  readonly #unread: UnreadBytes;
  readonly #turns = new ReadTurns();
  #broker: Aedes | undefined;
  #server: Server | undefined;
  #tls: TlsFollower | undefined;
  #port = 0;
  #slow = 0;

  constructor(options: EmbeddedBrokerOptions) {
    this.#options = options;
    const { log, reception, settings } = options;
    const tell = tellIn(log);
    this.#store = new SessionStore({
      expiryMs: settings.sessionExpiryMs,
      tell,
      onReleased: (clientId, messageId) => reception.acknowledged({ clientId, messageId }),
    });
    options.access.onUserEnd?.((user) => this.#store.endSessionsOf(user));
    this.#connections = new Connections(new Bound("mqtt-connections", tell));
    this.#inPieces = new Bound("mqtt-unfinished", tell);
    this.#unfinished = new Unfinished(this.#inPieces);
    this.#unread = new UnreadBytes(tell);
  }

  /** @throws Error when the address is in use or a TLS file cannot be read */
  async start(): Promise<void> {
    const broker = new Aedes({ ...BROKER_OPTIONS, persistence: this.#store });
    this.#install(broker);
    await broker.listen();
    this.#broker = broker;
    this.#server = this.#createServer((socket) => this.#connect(broker, socket));
    this.#port = await listen(this.#server, this.#options.settings.listen);
    this.#server.on("error", (error) => this.#warn(error));
  }

  /** Nobody is told anything more. What is under way to a client that reads arrives, also while it sends. */
  async hangUp(): Promise<void> {
    const clients = Object.values((this.#broker as unknown as ConnectedClients | undefined)?.clients ?? {});
    const sockets = clients.map(({ conn }) => conn as Socket);
    // Read to its end, whatever is under way: else a connection is reset, and its client loses what it has not read.
    for (const socket of sockets) this.#underWay.set(socket, Number.NEGATIVE_INFINITY);
    await withTimeout(Promise.all(sockets.map(endInOrder)), HANG_UP_MS.longest);
  }

  async stop(): Promise<void> {
    const server = this.#server;
    const broker = this.#broker;
    if (server === undefined || broker === undefined) return;
    this.#tls?.close();
    this.#connections.stop();
    await this.#store.destroy();
    const closed = new Promise((resolve) => server.close(resolve));
    await new Promise<void>((resolve) => broker.close(() => resolve()));
    await closed;
  }

  publish(topic: string, payload: string, keeping: Keeping): Promise<void> {
    const broker = this.#broker;
    if (broker === undefined || broker.closed) return Promise.reject(new Error("the MQTT broker is not running"));
    const retain = keeping === "retained";
    const packet = { cmd: "publish", topic, payload: Buffer.from(payload), qos: 1, retain, dup: false } as const;
    return new Promise((resolve, reject) => {
      broker.publish(packet, (error) => (error ? reject(error) : resolve()));
    });
  }

  /** Reads the TLS files again. */
  reloadTls(): void {
    this.#tls?.reload();
  }

  get running(): boolean {
    return this.#broker !== undefined && !this.#broker.closed;
  }

  /** The port that was bound. */
  get port(): number {
    return this.#port;
  }

  get counts(): Readonly<Record<string, number>> {
    return { clients: this.#broker?.connectedClients ?? 0, slowClientsDisconnected: this.#slow };
  }

  get bounds(): BoundStates {
    const own = statesOf([this.#inPieces, this.#unread.bound]);
    return { ...this.#connections.bounds, ...own, ...this.#store.bounds };
  }

  #createServer(onConnection: (socket: Socket) => void): Server {
    const { tls } = this.#options.settings;
    const options = { highWaterMark: READ_AHEAD, noDelay: true, keepAlive: true, keepAliveInitialDelay: 60_000 };
    if (tls === undefined) return createServer(options, onConnection);
    const pair = readTlsFiles(tls, "mqtt");
    const server = createTlsServer({ ...options, ...pair, handshakeTimeout: 10_000 }, onConnection);
    const { log } = this.#options;
    this.#tls = followTlsFiles(tls, "mqtt", server, {
      onReload: () => log.info({ event: "tls.reloaded", listener: "mqtt" }, "the certificate was read again"),
      onFailure: ({ message }) => log.warn({ event: "tls.reload-failed", listener: "mqtt" }, message),
    });
    return server;
  }

  #connect(broker: Aedes, socket: Socket): void {
    this.#connections.add(socket);
    socket.once("close", () => this.#unfinished.note(socket, 0));
    const write = socket.write.bind(socket) as (...given: unknown[]) => boolean;
    // A write that says "full" makes the broker wait for that client, and every publisher with it: how much may wait, `#forward` says.
    socket.write = (...given: unknown[]) => write(...given) || socket.writableLength <= 2 * this.#unread.bound.each;
    const guard = new PacketGuard(this.#options.maxPacketBytes);
    const read = socket.read.bind(socket);
    // The broker takes bytes with read(), once for what may be several buffers: what passes there is what it parses.
    socket.read = (size?: number) => {
      // It takes every "readable" for a packet that is worked off, and asks for more too early by as many: the turns grew with the time.
      if ((this.#underWay.get(socket) ?? 0) > 0) return null;
      if (!this.#turns.mayRead(socket)) return null;
      const isMuch = (size ?? undefined) === undefined && socket.readableLength > READ_AT_ONCE;
      const bytes = isMuch ? read(READ_AT_ONCE) : readWaiting(socket, read, size);
      // It reads on when the packets that it has are worked off: where none is whole yet, nothing else would remind it.
      if (isMuch) this.#turns.wait(socket);
      if (bytes === null) return null;
      const isAdmitted = guard.admits(bytes);
      if (isAdmitted) this.#unfinished.note(socket, guard.unfinished, guard.begun);
      else socket.destroy();
      return isAdmitted ? bytes : null;
    };
    broker.handle(socket);
  }

  #warn(error: Error): void {
    this.#options.log.warn({ event: "mqtt.broker", error: error.message }, "the MQTT broker met an error");
  }

  #install(broker: Aedes): void {
    (broker as EventEmitter).on("error", (error: Error) => this.#warn(error));
    broker.on("client", (client) => this.#store.arrived(client));
    broker.on("clientDisconnect", (client) => this.#store.left(client));
    broker.on("unsubscribe", (topics, client) => this.#store.unsubscribed(client, topics));
    broker.authorizeSubscribe = (client, subscription, done) => {
      const denied = this.#permissions.get(client)?.maySubscribe?.(subscription.topic) === false;
      done(null, denied || !this.#store.admit(client, subscription) ? null : subscription);
    };
    broker.preConnect = (client, packet, done) => {
      const isSpoken = packet.protocolVersion !== MQTT_5;
      if (!isSpoken) (client.conn as Socket).end(UNSUPPORTED_VERSION);
      const { will } = packet as { readonly will?: { readonly topic: string; readonly payload: Uint8Array } };
      if (will !== undefined) this.#wills.set(client, will.topic.length + will.payload.length);
      done(null, isSpoken);
    };
    broker.authenticate = (client, username, password, done) => {
      void this.#authenticate(client, username, password).then(
        (refusal) => done(refusal ?? null, refusal === undefined),
        () => done(BAD_CREDENTIALS, false),
      );
    };
    broker.authorizePublish = (client, packet, done) => this.#receive(client, packet, done);
    broker.authorizeForward = (client, packet) => this.#forward(client, packet);
  }

  /** Why it is turned away; undefined: it is not. */
  async #authenticate(
    client: Client,
    username: string | undefined,
    password: Buffer | undefined,
  ): Promise<AuthenticateError | undefined> {
    if (Buffer.byteLength(client.id) > LONGEST_ID) return IDENTIFIER_REJECTED;
    const remoteAddress = (client.conn as Socket).remoteAddress ?? "";
    const credentials = { clientId: client.id, username, password: password?.toString(), remoteAddress };
    const permissions = await this.#options.access.authenticate(credentials);
    if (permissions === undefined) return BAD_CREDENTIALS;
    if (!this.#store.hasRoomForWill(this.#wills.get(client) ?? 0)) return UNAVAILABLE;
    // Else somebody could disconnect another user's client by its identifier, or take over its session. [MQTT-3.1.4-2]
    if (permissions.user !== undefined) client.id = `${permissions.user}/${client.id}`;
    this.#permissions.set(client, permissions);
    this.#follow(client, permissions);
    return undefined;
  }

  // To close the connection is the only way that MQTT 3.1.1 has. What is still allowed a client can subscribe to anew.
  #follow(client: Client, { follow, maySubscribe }: MqttPermissions): void {
    const { subscriptions } = client as Client & { readonly subscriptions: object };
    const socket = client.conn as Socket;
    if (follow === undefined || socket.destroyed) return;
    const isAllowed = () => Object.keys(subscriptions).every((filter) => maySubscribe?.(filter) !== false);
    socket.once("close", follow({ isAllowed, end: () => client.close() }));
  }

  // Called before the acknowledgement is sent; an error closes the connection, the only refusal that MQTT 3.1.1 knows. [MQTT-3.3.5-2]
  #receive(client: Client | null, packet: PublishPacket, done: (error?: Error | null) => void): void {
    if (packet.topic.startsWith("$")) {
      done(new Error("topics that begin with '$' are the broker's own"));
      return;
    }
    const publication = publicationOf(client, packet);
    // Whose a retained message is.
    Object.assign(packet, { clientId: publication.clientId });
    if (client !== null && this.#permissions.get(client)?.mayPublish(packet.topic) === false) {
      this.#options.reception.forbid(publication);
      done(new Error("publishing to this topic is denied"));
      return;
    }
    this.#count(client, 1);
    const outcome = this.#options.reception.receive(publication);
    const former = client === null ? undefined : this.#lastOf.get(client);
    const turn = Promise.all([outcome, former]).then(([result]) => {
      // At QoS 0 nobody asks: the publication is passed on, and its loss is counted.
      // At QoS 2 the identifier is free when the client has released it. [MQTT-4.3.3-1]
      if (packet.qos === 1 && result === "kept" && isOpen(client)) this.#options.reception.acknowledged(publication);
      this.#count(client, -1);
      if (result === "kept" || packet.qos === 0) done();
      else done(new Error("the publication cannot be kept at the moment"));
    });
    if (client !== null) this.#lastOf.set(client, turn);
  }

  #count(client: Client | null, added: number): void {
    if (client === null) return;
    const socket = client.conn as Socket;
    this.#underWay.set(socket, (this.#underWay.get(socket) ?? 0) + added);
  }

  #forward(client: Client, packet: AedesPublishPacket): AedesPublishPacket | null {
    if (this.#permissions.get(client)?.mayRead(packet.topic) === false) return null;
    const socket = client.conn as Socket;
    if (socket.destroyed) return null;
    if (this.#unread.admits(socket, packet.payload.length)) return packet;
    this.#slow++;
    socket.destroy();
    return null;
  }
}

// Destroyed with bytes unread, a socket resets the connection, and its peer loses what it has not read yet.
function endInOrder(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    if (socket.destroyed) return resolve();
    socket.once("close", () => resolve());
    socket.removeAllListeners("readable");
    socket.setTimeout(HANG_UP_MS.silent, () => socket.destroy());
    socket.resume();
    socket.end();
  });
}

function isOpen(client: Client | null): boolean {
  return client !== null && !(client.conn as Socket).destroyed;
}

function publicationOf(client: Client | null, packet: PublishPacket): Publication {
  const payload = typeof packet.payload === "string" ? Buffer.from(packet.payload) : packet.payload;
  return {
    topic: packet.topic,
    payload,
    qos: packet.qos,
    dup: packet.dup === true,
    retain: packet.retain === true,
    messageId: packet.qos === 0 ? undefined : packet.messageId,
    clientId: client?.id ?? "",
    replayed: false,
  };
}

/** Return codes of CONNACK. [MQTT 3.1.1, table 3.1] */
const IDENTIFIER_REJECTED = connackError(2, `the client identifier is longer than ${LONGEST_ID} bytes`);
const UNAVAILABLE = connackError(3, "no room for another last will");
const BAD_CREDENTIALS = connackError(4, "bad user name or password");

function connackError(returnCode: number, message: string): AuthenticateError {
  return Object.assign(new Error(message), { returnCode }) as AuthenticateError;
}

function listen(server: Server, { host, port }: MqttSettings["listen"]): Promise<number> {
  return new Promise((resolve, reject) => {
    const refuse = (error: NodeJS.ErrnoException) => {
      const place = `mqtt://${host}:${port}`;
      reject(new Error(bindFailure(error, { place, port, protocol: "tcp", key: "[mqtt] listen" })));
    };
    server.once("error", refuse);
    server.listen(port, host, () => {
      server.off("error", refuse);
      const address = server.address();
      resolve(typeof address === "object" && address !== null ? address.port : port);
    });
  });
}
