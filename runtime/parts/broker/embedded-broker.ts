/**
 * The broker inside the service, used if no external one is configured. MQTT 3.1, 3.1.1 and 5 over TCP or TLS.
 *
 * A publication at QoS 1 or 2 is acknowledged when it is durable. Sessions and retained messages are in memory and end
 * with the service; stored data does not depend on them.
 */

import { createServer, type Server, type Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import { followTlsFiles, readTlsFiles, type TlsFollower } from "../../config/tls-files.ts";
import { addressKey } from "../../lib/address-key.ts";
import { listen } from "../../lib/bind-failure.ts";
import { reachableHosts } from "../../lib/reachable-hosts.ts";
import { Bound, type BoundStates, statesOf, tellIn } from "../../model/bounds.ts";
import { Connections } from "../../model/connections.ts";
import type { Keeping } from "../../model/signal-transport.ts";
import { Unfinished } from "../../model/unfinished.ts";
import type { MqttPermissions } from "../../sources/mqtt/access.ts";
import type { Broker, BrokerOptions } from "../../sources/mqtt/broker-kind.ts";
import { Client, messageOf, publicationOf } from "./client.ts";
import type { BrokerSettings } from "./keys.ts";
import { type ConnectPacket, REASON } from "./packets.ts";
import { ReadTurns } from "./read-turns.ts";
import { SessionStore } from "./session-store.ts";
import { UnreadBytes } from "./unread-bytes.ts";
import { type Will, Wills } from "./wills.ts";
import { WriteTurns } from "./write-turns.ts";

/** Maximum number of bytes read ahead of a client. */
const READ_AHEAD = 64 * 1024;

export class EmbeddedBroker implements Broker {
  readonly #settings: BrokerSettings;
  readonly #options: BrokerOptions;
  readonly #store: SessionStore;
  readonly #wills: Wills;
  readonly #connections: Connections;
  readonly #inPieces: Bound;
  readonly #unfinished: Unfinished<Socket>;
  readonly #unread: UnreadBytes;
  readonly #aliases: Bound;
  readonly #writes = new WriteTurns();
  readonly #turns = new ReadTurns(() => this.#writes.isBehind);
  readonly #clients = new Map<Socket, Client>();
  #server: Server | undefined;
  #tls: TlsFollower | undefined;
  #port = 0;
  #slow = 0;

  constructor(settings: BrokerSettings, options: BrokerOptions) {
    this.#settings = settings;
    this.#options = options;
    const { log } = options;
    const tell = tellIn(log);
    this.#wills = new Wills((id, will) => void this.#publishWill(id, will), tell);
    this.#store = new SessionStore({
      expiryMs: settings.sessionExpiryMs,
      tell,
      onEnd: (id) => this.#wills.sessionEnded(id),
    });
    options.access.onUserEnd?.((user) => this.#store.endSessionsOf(user));
    this.#connections = new Connections(new Bound("mqtt-connections", tell));
    this.#inPieces = new Bound("mqtt-unfinished", tell);
    this.#unfinished = new Unfinished(this.#inPieces, ({ remoteAddress = "" }) => addressKey(remoteAddress));
    this.#unread = new UnreadBytes(tell);
    this.#aliases = new Bound("mqtt-aliases", tell);
  }

  async start(): Promise<void> {
    const server = this.#createServer((socket) => this.#connect(socket));
    this.#port = await listen(server, this.#settings.listen, { scheme: "mqtt", key: "[mqtt] listen" });
    server.on("error", (error) => this.#warn(error));
    this.#server = server;
  }

  /**
   * Stops sending new messages and ends the connections. Clients that read receive everything already sent, even while
   * they send.
   */
  async hangUp(): Promise<void> {
    this.#wills.stop();
    const ends = Array.from(this.#clients.values(), (client) =>
      client.hangUp(REASON.shuttingDown, "the service stops"),
    );
    await Promise.all(ends);
  }

  async stop(): Promise<void> {
    const server = this.#server;
    if (server === undefined) return;
    this.#server = undefined;
    this.#tls?.close();
    this.#connections.stop();
    this.#wills.stop();
    this.#store.close();
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of this.#clients.keys()) socket.destroy();
    await closed;
  }

  async publish(topic: string, payload: string | Uint8Array, keeping?: Keeping): Promise<void> {
    if (!this.running) throw new Error("the MQTT broker is not running");
    const qos = keeping === "once" ? 0 : 1;
    const message = { payload: Buffer.from(payload), qos, retain: keeping === "retained", properties: {} } as const;
    this.#store.route(messageOf(topic, message, "", this.#store));
  }

  hasSubscriber(topic: string): boolean {
    return this.#store.hasSubscriber(topic);
  }

  reloadTls(): void {
    this.#tls?.reload();
  }

  get running(): boolean {
    return this.#server !== undefined;
  }

  get url(): string {
    const [own, other = own] = reachableHosts(this.#settings.listen.host);
    return `mqtt${this.#options.tls === undefined ? "" : "s"}://${other}:${this.#port}`;
  }

  get port(): number {
    return this.#port;
  }

  get counts(): Readonly<Record<string, number>> {
    let clients = 0;
    for (const client of this.#clients.values()) if (client.isConnected) clients++;
    return { clients, slowClientsDisconnected: this.#slow };
  }

  get bounds(): BoundStates {
    const own = statesOf([this.#inPieces, this.#unread.bound, this.#aliases, this.#wills.bound]);
    return { ...this.#connections.bounds, ...own, ...this.#store.bounds };
  }

  #createServer(onConnection: (socket: Socket) => void): Server {
    const { tls } = this.#options;
    const options = { highWaterMark: READ_AHEAD, noDelay: true, keepAlive: true, keepAliveInitialDelay: 60_000 };
    if (tls === undefined) return createServer(options, onConnection);
    const pair = readTlsFiles(tls, "mqtt");
    const server = createTlsServer({ ...options, ...pair, handshakeTimeout: 10_000 }, onConnection);
    this.#tls = followTlsFiles(tls, "mqtt", server, this.#options.log);
    return server;
  }

  #connect(socket: Socket): void {
    this.#connections.add(socket);
    const { reception, maxPacketBytes } = this.#options;
    const client = new Client({
      socket,
      maxPacketBytes,
      reception,
      store: this.#store,
      wills: this.#wills,
      turns: this.#turns,
      writes: this.#writes,
      unread: this.#unread,
      aliases: this.#aliases,
      authenticate: (id, packet) => this.#authenticate(id, packet, socket),
      onUnfinished: (bytes, number) => this.#unfinished.note(socket, bytes, number),
      onSlow: () => {
        this.#slow++;
      },
    });
    this.#clients.set(socket, client);
    socket.once("close", () => this.#clients.delete(socket));
  }

  #authenticate(
    clientId: string,
    { username, password }: ConnectPacket,
    { remoteAddress = "" }: Socket,
  ): Promise<MqttPermissions | undefined> {
    const { access } = this.#options;
    return access.authenticate({ clientId, username, password: password?.toString(), remoteAddress });
  }

  async #publishWill(id: string, { packet, permissions }: Will): Promise<void> {
    const { reception } = this.#options;
    const publication = publicationOf(packet.topic, { ...packet, qos: 0, dup: false, id: 0 }, id);
    if (packet.topic.startsWith("$")) return;
    if (!permissions.mayPublish(packet.topic)) return reception.forbid(publication);
    await reception.receive(publication);
    this.#store.route(messageOf(packet.topic, packet, id, this.#store));
  }

  #warn(error: Error): void {
    this.#options.log.warn({ event: "mqtt.broker", error: error.message }, "the MQTT broker had an error");
  }
}
