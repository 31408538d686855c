/**
 * One connection to the embedded broker: MQTT 3.1, 3.1.1 and 5. Before version 5, closing the connection is the only
 * possible refusal. From version 5 on, each refusal has a reason code and, if the client accepts it, a sentence.
 * Clauses refer to MQTT 5.
 */

import { randomUUID } from "node:crypto";
import type { Socket } from "node:net";
import { isTopicFilter } from "../../channels/endpoints.ts";
import { addressKey } from "../../lib/address-key.ts";
import type { Bound } from "../../model/bounds.ts";
import type { MqttPermissions } from "../../sources/mqtt/access.ts";
import { levelsOf } from "../../sources/mqtt/matching.ts";
import type { Publication, Reception } from "../../sources/mqtt/reception.ts";
import { endInOrder, endLater } from "./hang-up.ts";
import { PacketStream, type RawPacket } from "./packet-stream.ts";
import {
  ack,
  type ClientPacket,
  type ConnectPacket,
  connack,
  type DisconnectPacket,
  disconnect,
  type FilterRequest,
  PacketError,
  PINGRESP,
  type Properties,
  type PublishPacket,
  parsePacket,
  publishHead,
  REASON,
  type SubscribePacket,
  suback,
  type UnsubscribePacket,
  unsuback,
  type Version,
} from "./packets.ts";
import type { ReadTurns } from "./read-turns.ts";
import {
  FORBIDDEN,
  isStateOfBridge,
  LONGEST_ID,
  MOST_LEVELS,
  type PublishRefusal,
  problemOf,
  REFUSED,
  type Refusal,
  refusalOf,
  UNSUPPORTED_VERSION,
} from "./refusals.ts";
import { RetainedReplay } from "./retained-replay.ts";
import type { Link, MqttMessage, OutgoingMessage, Session } from "./session.ts";
import type { SessionStore } from "./session-store.ts";
import { shareOf } from "./share.ts";
import { ALIAS_BYTES, MOST_ALIASES, TopicAliases } from "./topic-aliases.ts";
import type { UnreadBytes } from "./unread-bytes.ts";
import type { Will, Wills } from "./wills.ts";
import type { WriteTurns } from "./write-turns.ts";

export interface ClientOptions {
  readonly socket: Socket;
  readonly maxPacketBytes: number;
  readonly store: SessionStore;
  readonly wills: Wills;
  readonly reception: Reception;
  readonly turns: ReadTurns;
  readonly writes: WriteTurns;
  readonly unread: UnreadBytes;
  /** For the topic aliases of all clients. */
  readonly aliases: Bound;
  readonly authenticate: (id: string, packet: ConnectPacket) => Promise<MqttPermissions | undefined>;
  /** Called with the bytes and the number of an incomplete packet. */
  readonly onUnfinished: (bytes: number, number: number) => void;
  readonly onSlow: () => void;
}

/** Bytes parsed in one turn: all packets in them are handled, and each takes tens of microseconds. */
const READ_AT_ONCE = 16 * 1024;
/** Maximum number of unreleased QoS 2 publications of one client. Before MQTT 5 a client is not told of any. */
const RECEIVE_MAXIMUM = 100;
/** Maximum number of unacknowledged publications sent to a client. */
const MOST_IN_FLIGHT = 32_768;
const CONNECT_MS = 10_000;
/** Retained messages wait while the client has this much unread, bytes. */
const REPLAYED_AHEAD = 512 * 1024;
/**
 * While a client has this much unread, nothing more is read from it, bytes: otherwise acknowledgements would pile up.
 */
const MOST_ANSWERS = 1024 * 1024;

/** To copy a payload that is shorter costs less than a write of its own. */
const COPIED_BYTES = 4096;

interface Connected {
  readonly version: Version;
  readonly session: Session;
  readonly permissions: MqttPermissions;
  /** Requested lifetime of the session without a connection, ms. */
  requestedMs: number;
  /** Longest packet that the client accepts, bytes. */
  readonly wantsReasons: boolean;
}

export class Client implements Link {
  readonly #options: ClientOptions;
  readonly #socket: Socket;
  readonly #stream: PacketStream;
  readonly #packets: RawPacket[] = [];
  readonly #aliases: TopicAliases;
  #connected: Connected | undefined;
  #isConnecting = false;
  #isOver = false;
  /** Publications that are neither acknowledged nor refused yet. */
  #underWay = 0;
  /** Acknowledgements are sent in the order of the publications. [MQTT-4.6.0-2] */
  #last: Promise<unknown> = Promise.resolve();
  /** Number of unreleased QoS 2 publications. */
  #halfReceived = 0;
  #will: Will | undefined;
  readonly #retained: RetainedReplay;
  #silence: NodeJS.Timeout;
  /** Longest packet that the client accepts, bytes. */
  #largest = Number.POSITIVE_INFINITY;
  window = MOST_IN_FLIGHT;

  constructor(options: ClientOptions) {
    this.#options = options;
    this.#socket = options.socket;
    this.#stream = new PacketStream(options.maxPacketBytes);
    this.#aliases = new TopicAliases(options.aliases);
    this.#retained = new RetainedReplay({
      store: options.store,
      hasRoom: (isAcknowledged) =>
        this.#socket.writableLength <= REPLAYED_AHEAD &&
        !(isAcknowledged && this.#connected?.session.hasRoom === false),
    });
    this.#silence = setTimeout(() => this.#socket.destroy(), CONNECT_MS).unref();
    this.#socket.on("error", () => {});
    this.#socket.on("readable", () => this.#read());
    this.#socket.on("drain", () => {
      this.#retained.goOn();
      this.#read();
    });
    this.#socket.once("close", () => this.#closed());
  }

  get isConnected(): boolean {
    return this.#connected !== undefined;
  }

  /**
   * Sends the reason if the protocol allows it, and reads incoming data to its end: otherwise the client could lose
   * data that it has not read yet.
   */
  async hangUp(reason: number, sentence: string): Promise<void> {
    this.#isOver = true;
    this.#retained.end();
    const last =
      this.#connected?.version === 5 ? this.#fitting(disconnect(reason, sentence), disconnect(reason)) : undefined;
    await endInOrder(this.#socket, last);
  }

  // Requests of the session:

  mayRead(topic: string): boolean {
    return this.#connected?.permissions.mayRead(topic) !== false;
  }

  send(delivery: OutgoingMessage, id: number, dup: boolean): boolean {
    const connected = this.#connected;
    const { message, qos, retain } = delivery;
    const { store, unread, onSlow } = this.#options;
    if (connected === undefined || this.#socket.destroyed || this.#isOver) return true;
    if (!this.mayRead(message.topic) || store.isExpired(message)) return false;
    if (!unread.admits(this.#socket, message.payload.length, connected.session.owner)) {
      onSlow();
      this.#socket.destroy();
      return true;
    }
    const { version } = connected;
    const { topic, payload } = message;
    const values = { topic, payload, qos, retain, dup, id, properties: this.#propertiesOf(delivery, version) };
    const size = this.#largest === Number.POSITIVE_INFINITY ? 0 : publishHead(version, values).length + payload.length;
    if (size > this.#largest) return false;
    const isAliased = this.#aliases.most > 0 && size + ALIAS_BYTES <= this.#largest;
    const short = isAliased ? this.#aliases.forTopic(topic) : undefined;
    if (short === undefined) this.#writePublish(publishHead(version, values), payload);
    else {
      const properties = { ...values.properties, topicAlias: short.alias };
      this.#writePublish(publishHead(version, { ...values, topic: short.isNew ? topic : "", properties }), payload);
    }
    return true;
  }

  #writePublish(head: Buffer, payload: Buffer): void {
    if (payload.length < COPIED_BYTES) this.#write(Buffer.concat([head, payload]));
    else {
      this.#write(head);
      this.#write(payload);
    }
  }

  release(id: number): void {
    this.#write(ack("pubrel", this.#connected?.version ?? 4, id));
  }

  takenOver(): void {
    this.#fail(REASON.sessionTakenOver, "another connection has this session now");
    this.#leave();
  }

  #propertiesOf({ message, subscriptionIds }: OutgoingMessage, version: Version): Properties {
    const { properties, expiresAtMs } = message;
    if (version < 5 || (expiresAtMs === undefined && subscriptionIds.length === 0)) return properties;
    const messageExpiry = expiresAtMs === undefined ? undefined : this.#options.store.secondsUntil(expiresAtMs);
    return {
      ...properties,
      ...(messageExpiry !== undefined && { messageExpiry }),
      ...(subscriptionIds.length > 0 && { subscriptionIds }),
    };
  }

  // Incoming bytes:

  #read(): void {
    const { turns, onUnfinished } = this.#options;
    while (this.#work()) {
      if (!turns.mayRead(this.#socket)) return;
      const size = Math.min(this.#socket.readableLength, READ_AT_ONCE);
      const bytes: Buffer | null = size === 0 ? this.#socket.read() : this.#socket.read(size);
      if (bytes === null) return;
      // A CONNECT in pieces gets no more time than a complete one.
      if (this.#connected !== undefined) this.#silence.refresh();
      if (!this.#stream.take(bytes, this.#packets)) {
        this.#work();
        this.#fail(REASON.packetTooLarge, `packets have at most ${this.#options.maxPacketBytes} bytes`);
        return;
      }
      onUnfinished(this.#stream.unfinished, this.#stream.begun);
    }
  }

  /** Handles received packets; false: continue later. */
  #work(): boolean {
    for (;;) {
      if (this.#isConnecting || this.#isOver || this.#socket.writableLength > MOST_ANSWERS) return false;
      const raw = this.#packets.shift();
      if (raw === undefined) return this.#underWay === 0;
      try {
        this.#handle(parsePacket(raw.first, raw.body, this.#connected?.version));
      } catch (error) {
        if (!(error instanceof PacketError)) throw error;
        if (error.reason === REASON.unsupportedVersion) this.#write(UNSUPPORTED_VERSION);
        this.#fail(error.reason, error.message);
      }
    }
  }

  #handle(packet: ClientPacket): void {
    if (packet.type === "connect") {
      if (this.#connected !== undefined) throw new PacketError("a second CONNECT", REASON.protocolError);
      this.#isConnecting = true;
      void this.#connect(packet).finally(() => {
        this.#isConnecting = false;
        this.#read();
      });
      return;
    }
    const connected = this.#connected;
    if (connected === undefined) return;
    switch (packet.type) {
      case "publish":
        this.#publish(packet, connected);
        break;
      case "subscribe":
        this.#subscribe(packet, connected);
        break;
      case "unsubscribe":
        this.#unsubscribe(packet, connected);
        break;
      case "pingreq":
        this.#write(PINGRESP);
        break;
      case "disconnect":
        this.#disconnect(packet, connected);
        break;
      case "pubrel":
        this.#released(packet.id, connected);
        break;
      case "pubrec":
        this.#received(packet, connected);
        break;
      default:
        connected.session.acknowledge(packet.id);
        this.#retained.goOn();
    }
  }

  // CONNECT and the end of the connection:

  async #connect(packet: ConnectPacket): Promise<void> {
    const { authenticate, wills } = this.#options;
    const isTooLong = Buffer.byteLength(packet.clientId) > LONGEST_ID;
    const isMissing = packet.clientId === "" && !packet.clean && packet.version < 5;
    this.#largest = packet.properties.maximumPacketSize ?? Number.POSITIVE_INFINITY;
    const problem = isTooLong || isMissing ? REFUSED.identifier : (problemOf(packet) ?? this.#tooSmall(packet));
    if (problem !== undefined) return this.#turnAway(packet.version, problem);
    const clientId = packet.clientId || `auto-${randomUUID()}`;
    const permissions = await authenticate(clientId, packet).catch(() => undefined);
    if (this.#socket.destroyed || this.#isOver) return;
    if (permissions === undefined) return this.#turnAway(packet.version, REFUSED.credentials);
    const owner = permissions.user ?? addressKey(this.#socket.remoteAddress ?? clientId);
    const will = packet.will && wills.keep(packet.will, permissions, owner);
    if (packet.will !== undefined && will === undefined) return this.#turnAway(packet.version, REFUSED.will);
    this.#will = will;
    this.#begin(packet, clientId, permissions);
  }

  /** Also what CONNACK tells must fit. */
  #tooSmall({ version, clientId }: ConnectPacket): Refusal | undefined {
    const properties = {
      sessionExpiry: 0,
      receiveMaximum: RECEIVE_MAXIMUM,
      maximumPacketSize: this.#options.maxPacketBytes,
      ...(clientId === "" && { assignedClientId: `auto-${randomUUID()}` }),
      topicAliasMaximum: MOST_ALIASES,
    };
    const { length } = connack(version, { sessionPresent: false, code: 0, properties });
    return length > this.#largest ? REFUSED.packetSize : undefined;
  }

  #begin(packet: ConnectPacket, clientId: string, permissions: MqttPermissions): void {
    const { store, wills } = this.#options;
    const { version, properties, keepAliveS } = packet;
    const { user } = permissions;
    // The user is part of the ID: otherwise somebody could disconnect another user's client, or take over its session.
    // [MQTT-3.1.4-3]
    const id = user === undefined ? clientId : `${user}/${clientId}`;
    store.linkOf(id)?.takenOver();
    const { session, isPresent } = store.open(id, packet.clean, user ?? this.#socket.remoteAddress ?? id);
    wills.sessionResumed(id);
    const requestedMs = expiryMsOf(packet);
    // Before MQTT 5, only SUBSCRIBE can be refused.
    if (version === 5 || session.isDurable) store.extend(session, requestedMs);
    for (const filter of [...session.filters.keys()])
      if (!mayKeep(permissions, filter)) store.unsubscribe(session, filter);
    this.window = Math.min(properties.receiveMaximum ?? MOST_IN_FLIGHT, MOST_IN_FLIGHT);
    Object.assign(this.#aliases, { most: properties.topicAliasMaximum ?? 0, owner: session.owner });
    const wantsReasons = properties.requestProblem !== 0;
    this.#connected = { version, session, permissions, requestedMs, wantsReasons };
    this.#write(
      connack(version, {
        sessionPresent: isPresent && version > 3,
        code: 0,
        properties: this.#connackProperties(packet, clientId, session),
      }),
    );
    this.#watch(keepAliveS);
    session.resume(this);
    this.#follow(permissions, session);
  }

  /** Ends the connection when its permissions end. */
  #follow(permissions: MqttPermissions, session: Session): void {
    if (permissions.follow === undefined || this.#socket.destroyed) return;
    const isAllowed = () => [...session.filters.keys()].every((filter) => mayKeep(permissions, filter));
    const end = () =>
      this.#fail(REASON.notAuthorized, "your credential or one of your subscriptions is no longer allowed");
    this.#socket.once("close", permissions.follow({ isAllowed, end }));
  }

  #connackProperties({ properties, version, clientId }: ConnectPacket, given: string, session: Session): Properties {
    if (version < 5) return {};
    const requested = properties.sessionExpiry ?? 0;
    return {
      ...(session.expiryMs !== requested * 1000 && { sessionExpiry: Math.floor(session.expiryMs / 1000) }),
      receiveMaximum: RECEIVE_MAXIMUM,
      maximumPacketSize: this.#options.maxPacketBytes,
      ...(clientId === "" && { assignedClientId: given }),
      topicAliasMaximum: MOST_ALIASES,
    };
  }

  // [MQTT-3.1.2-22]
  #watch(keepAliveS: number): void {
    clearTimeout(this.#silence);
    if (keepAliveS === 0) return;
    const onSilence = () => {
      // The client may have sent data that is not read yet.
      if (this.#underWay > 0 || this.#socket.readableLength > 0) this.#silence.refresh();
      else this.#fail(REASON.keepAliveTimeout, "nothing came for one and a half times the keep-alive time");
    };
    this.#silence = setTimeout(onSilence, keepAliveS * 1500).unref();
  }

  #turnAway(version: Version, { before5, reason, sentence }: Refusal): void {
    this.#isOver = true;
    const code = version === 5 ? reason : before5;
    const refusal = (properties: Properties) => connack(version, { sessionPresent: false, code, properties });
    void endInOrder(this.#socket, this.#fitting(refusal({ reasonString: sentence }), refusal({})));
  }

  /** The first of the packets that the client accepts: its limit is for every packet. [MQTT-3.1.2-24, MQTT-3.14.2-3] */
  #fitting(...packets: readonly Buffer[]): Buffer | undefined {
    return packets.find(({ length }) => length <= this.#largest);
  }

  #disconnect({ reason, properties }: DisconnectPacket, connected: Connected): void {
    const { store, wills } = this.#options;
    const { session } = connected;
    const { sessionExpiry } = properties;
    if (sessionExpiry !== undefined && sessionExpiry > 0 && connected.requestedMs === 0)
      throw new PacketError("a session that was to end with its connection", REASON.protocolError);
    if (sessionExpiry !== undefined) store.extend(session, sessionExpiry * 1000);
    if (reason !== REASON.disconnectWithWill && this.#will !== undefined) {
      wills.drop(this.#will);
      this.#will = undefined;
    }
    this.#isOver = true;
    this.#leave();
    void endInOrder(this.#socket);
  }

  /** Ends the connection; with MQTT 5, sends the reason. */
  #fail(reason: number, sentence: string): void {
    if (this.#isOver) return;
    this.#isOver = true;
    if (this.#connected?.version === 5)
      void endInOrder(this.#socket, this.#fitting(disconnect(reason, sentence), disconnect(reason)));
    else {
      this.#socket.destroySoon();
      endLater(this.#socket);
    }
    this.#leave();
  }

  #closed(): void {
    this.#isOver = true;
    clearTimeout(this.#silence);
    this.#aliases.clear();
    this.#options.onUnfinished(0, this.#stream.begun);
    this.#leave();
  }

  /** The session continues without this connection, or ends. */
  #leave(): void {
    const { store, wills } = this.#options;
    const will = this.#will;
    this.#will = undefined;
    this.#retained.end();
    if (this.#connected === undefined) {
      if (will !== undefined) wills.drop(will);
      return;
    }
    const { session, requestedMs, version } = this.#connected;
    if (session.link === this) {
      // A session without subscriptions is kept if there is room.
      if (version < 5 && requestedMs > 0 && !session.isDurable && store.hasRoom) store.extend(session, requestedMs);
      session.link = undefined;
    }
    const delayMs = Math.min((will?.packet.properties.willDelay ?? 0) * 1000, session.expiryMs);
    if (will !== undefined) wills.leave(session.id, will, delayMs);
    if (session.awaySinceMs === undefined && session.link === undefined) store.left(session);
  }

  // PUBLISH and its acknowledgements:

  #publish(packet: PublishPacket, connected: Connected): void {
    const topic = this.#topicOf(packet);
    const { qos, id } = packet;
    const { reception, store } = this.#options;
    const { session, permissions } = connected;
    let rejection: string | undefined;
    const publication: Publication = {
      ...publicationOf(topic, packet, session.id),
      ...(permissions.commander && { commander: permissions.commander }),
      onRejected: (sentence) => {
        rejection = sentence;
      },
    };
    const refusal = refusalOf(topic, packet.properties, permissions);
    if (refusal !== undefined) {
      if (refusal === FORBIDDEN) reception.forbid(publication);
      this.#refuse(packet, refusal);
      return;
    }
    if (qos === 2 && store.hasUnreleased(session, id)) {
      this.#inTurn(undefined, () => this.#acknowledge(packet));
      return;
    }
    if (qos === 2 && ++this.#halfReceived > RECEIVE_MAXIMUM && connected.version === 5)
      throw new PacketError(
        `more than ${RECEIVE_MAXIMUM} publications at QoS 2 at once`,
        REASON.receiveMaximumExceeded,
      );
    this.#inTurn(reception.receive(publication), (outcome) => {
      // At QoS 0 there is no acknowledgement: the publication is routed, and its loss is counted.
      if (outcome !== "kept" && qos > 0) {
        this.#fail(REASON.quotaExceeded, "the publication cannot be kept at the moment");
        return;
      }
      if (!this.#isOver || qos === 2) this.#accept(packet, connected, rejection);
      store.route(messageOf(topic, packet, session.id, store));
    });
  }

  #accept(packet: PublishPacket, { session, version }: Connected, rejection: string | undefined): void {
    const { reception, store } = this.#options;
    const isRefused = version === 5 && rejection !== undefined;
    // At QoS 2 the identifier is free after the client has released it. [MQTT-4.3.3-1]
    if (packet.qos === 1) reception.acknowledged({ clientId: session.id, messageId: packet.id });
    if (packet.qos === 2 && isRefused) this.#halfReceived--;
    if (packet.qos === 2 && !isRefused) store.setUnreleased(session, packet.id);
    if (isRefused) this.#acknowledge(packet, REASON.implementation, rejection);
    else this.#acknowledge(packet);
  }

  /** Resolves the topic alias, if the packet uses one. */
  #topicOf({ topic, properties: { topicAlias } }: PublishPacket): string {
    if (topicAlias === undefined) return topic;
    if (topicAlias === 0 || topicAlias > MOST_ALIASES)
      throw new PacketError(`topic aliases are 1 to ${MOST_ALIASES}`, REASON.aliasInvalid);
    if (topic !== "") {
      if (this.#aliases.learn(topicAlias, topic)) return topic;
      throw new PacketError("no room for another topic alias", REASON.quotaExceeded);
    }
    const known = this.#aliases.topicOf(topicAlias);
    if (known === undefined) throw new PacketError(`topic alias ${topicAlias} is not defined`, REASON.protocolError);
    return known;
  }

  /** A permanent refusal: a repetition would be refused again. */
  #refuse(packet: PublishPacket, { reason, sentence }: PublishRefusal): void {
    const isNew = this.#connected?.version === 5;
    if (isNew && packet.qos > 0) this.#inTurn(undefined, () => this.#acknowledge(packet, reason, sentence));
    // It would never come further. [MQTT-3.3.5-2]
    else if (!isNew && isStateOfBridge(packet.topic)) this.#inTurn(undefined, () => this.#acknowledge(packet));
    else this.#fail(reason, sentence);
  }

  /** Handles the outcome after those of all earlier publications. */
  #inTurn<T>(outcome: Promise<T> | T, act: (outcome: T) => void): void {
    this.#underWay++;
    this.#last = Promise.all([outcome, this.#last]).then(([result]) => {
      this.#underWay--;
      act(result);
      this.#read();
    });
  }

  #acknowledge({ qos, id }: PublishPacket, reason: number = REASON.success, sentence?: string): void {
    const connected = this.#connected;
    if (connected === undefined || qos === 0 || this.#isOver) return;
    const shown = connected.wantsReasons ? sentence : undefined;
    const answer = (text?: string) => ack(qos === 1 ? "puback" : "pubrec", connected.version, id, reason, text);
    this.#write(this.#fitting(answer(shown)) ?? answer());
  }

  #released(id: number, { session, version }: Connected): void {
    const { store, reception } = this.#options;
    // PUBREL may arrive before its publication is durable: then both wait.
    const release = () => {
      const isKnown = store.release(session, id);
      if (isKnown) this.#halfReceived = Math.max(0, this.#halfReceived - 1);
      reception.acknowledged({ clientId: session.id, messageId: id });
      this.#write(ack("pubcomp", version, id, isKnown ? REASON.success : REASON.identifierNotFound));
    };
    if (this.#underWay > 0) this.#inTurn(undefined, release);
    else release();
  }

  #received({ id, reason }: { readonly id: number; readonly reason: number }, { session, version }: Connected): void {
    if (reason >= REASON.unspecified) session.acknowledge(id);
    else this.#write(ack("pubrel", version, id, session.received(id) ? REASON.success : REASON.identifierNotFound));
    this.#retained.goOn();
  }

  // SUBSCRIBE:

  #subscribe({ id, filters, subscriptionId }: SubscribePacket, connected: Connected): void {
    const { session, version } = connected;
    const codes = filters.map((request) => {
      const isKnown = session.filters.has(request.filter);
      const code = this.#grant(request, subscriptionId, connected);
      const isReplayed = request.retainHandling === 0 || (request.retainHandling === 1 && !isKnown);
      const subscription = session.filters.get(request.filter);
      if (
        code < REASON.unspecified &&
        isReplayed &&
        subscription !== undefined &&
        shareOf(request.filter) === undefined
      )
        this.#retained.add(request.filter, subscription);
      return code;
    });
    this.#write(suback(version, id, codes));
    this.#retained.send(session);
  }

  #grant(request: FilterRequest, subscriptionId: number | undefined, connected: Connected): number {
    const { session, permissions, version, requestedMs } = connected;
    const shared = shareOf(request.filter);
    const filter = shared?.filter ?? request.filter;
    if (
      !isTopicFilter(filter) ||
      levelsOf(filter) > MOST_LEVELS ||
      (shared !== undefined && !/^[^+#]+$/.test(shared.name))
    ) {
      // Before MQTT 5, the connection is closed. [MQTT 3.1.1, 4.8.0-1]
      if (version < 5) throw new PacketError("no topic filter");
      return REASON.filterInvalid;
    }
    if (shared !== undefined && request.noLocal)
      throw new PacketError("a shared subscription without the client's own messages", REASON.protocolError);
    if (permissions.maySubscribe?.(filter) === false) return REASON.notAuthorized;
    const { store } = this.#options;
    if (version < 5 && requestedMs > 0 && !session.isDurable && !store.extend(session, requestedMs))
      return REASON.quotaExceeded;
    return store.subscribe(session, request, subscriptionId);
  }

  #unsubscribe({ id, filters }: UnsubscribePacket, { session, version }: Connected): void {
    const codes = filters.map((filter) => {
      this.#retained.drop(filter);
      return this.#options.store.unsubscribe(session, filter) ? REASON.success : REASON.noSubscription;
    });
    this.#write(unsuback(version, id, codes));
  }

  /** Collects everything written in one turn into one write. */
  #write(bytes: Buffer): void {
    if (bytes.length > this.#largest) {
      this.#fail(REASON.packetTooLarge, "an answer is larger than the packets that you accept");
      return;
    }
    this.#options.writes.gather(this.#socket);
    if (!this.#socket.writableEnded) this.#socket.write(bytes);
  }
}

export function publicationOf(
  topic: string,
  { payload, qos, dup, retain, id }: Pick<PublishPacket, "payload" | "qos" | "dup" | "retain" | "id">,
  clientId: string,
): Publication {
  return { topic, payload, qos, dup, retain, messageId: qos === 0 ? undefined : id, clientId, replayed: false };
}

/** The message for subscribers. */
export function messageOf(
  topic: string,
  { payload, qos, retain, properties }: Pick<PublishPacket, "payload" | "qos" | "retain" | "properties">,
  from: string,
  store: Pick<SessionStore, "expiryOf">,
): MqttMessage {
  const { messageExpiry, topicAlias: _, willDelay: __, ...kept } = properties;
  return { topic, payload, qos, retain, from, properties: kept, expiresAtMs: store.expiryOf(messageExpiry) };
}

/** The asked lifetime of a session without a connection, ms. */
function expiryMsOf({ version, properties, clean }: ConnectPacket): number {
  if (version === 5) return (properties.sessionExpiry ?? 0) * 1000;
  return clean ? 0 : Number.POSITIVE_INFINITY;
}

function mayKeep({ maySubscribe }: MqttPermissions, filter: string): boolean {
  return maySubscribe?.(shareOf(filter)?.filter ?? filter) !== false;
}
