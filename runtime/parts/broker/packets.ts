/**
 * Parses packets of clients, and writes those of the broker: MQTT 3.1, 3.1.1 and 5. Clauses without a version refer to
 * MQTT 5.
 */

import { isUtf8 } from "node:buffer";

export type Qos = 0 | 1 | 2;
export type Version = 3 | 4 | 5;

/** The broker's reason codes. [2.4] */
export const REASON = {
  success: 0x00,
  disconnectWithWill: 0x04,
  noSubscription: 0x11,
  unspecified: 0x80,
  malformed: 0x81,
  protocolError: 0x82,
  implementation: 0x83,
  unsupportedVersion: 0x84,
  identifierInvalid: 0x85,
  badCredentials: 0x86,
  notAuthorized: 0x87,
  shuttingDown: 0x8b,
  badAuthenticationMethod: 0x8c,
  keepAliveTimeout: 0x8d,
  sessionTakenOver: 0x8e,
  filterInvalid: 0x8f,
  topicInvalid: 0x90,
  identifierNotFound: 0x92,
  receiveMaximumExceeded: 0x93,
  aliasInvalid: 0x94,
  packetTooLarge: 0x95,
  quotaExceeded: 0x97,
} as const;

/** A packet that violates the protocol. `reason` is one of `REASON`. */
export class PacketError extends Error {
  readonly reason: number;
  constructor(message: string, reason: number = REASON.malformed) {
    super(message);
    this.reason = reason;
  }
}

/** Values by kind of property; those of a list may occur several times. Numbers have one, two or four bytes; times are in seconds. */
interface Values {
  byte: number;
  two: number;
  four: number;
  text: string;
  bytes: Buffer;
  lengths: readonly number[];
  pairs: readonly (readonly [name: string, value: string])[];
}
type Kind = keyof Values;
const EVERYWHERE = ["connect", "will", "publish", "subscribe", "unsubscribe", "ack", "disconnect"] as const;
type PacketKind = (typeof EVERYWHERE)[number];
const MESSAGE = ["publish", "will"] as const;

/** Identifier, type, and the client's packets in which it is allowed. [2.2.2.2] */
const PROPERTIES = {
  payloadFormat: [0x01, "byte", MESSAGE],
  messageExpiry: [0x02, "four", MESSAGE],
  contentType: [0x03, "text", MESSAGE],
  responseTopic: [0x08, "text", MESSAGE],
  correlationData: [0x09, "bytes", MESSAGE],
  subscriptionIds: [0x0b, "lengths", ["subscribe"]],
  sessionExpiry: [0x11, "four", ["connect", "disconnect"]],
  assignedClientId: [0x12, "text", []],
  authenticationMethod: [0x15, "text", ["connect"]],
  authenticationData: [0x16, "bytes", ["connect"]],
  requestProblem: [0x17, "byte", ["connect"]],
  willDelay: [0x18, "four", ["will"]],
  requestResponse: [0x19, "byte", ["connect"]],
  reasonString: [0x1f, "text", ["ack", "disconnect"]],
  receiveMaximum: [0x21, "two", ["connect"]],
  topicAliasMaximum: [0x22, "two", ["connect"]],
  topicAlias: [0x23, "two", ["publish"]],
  user: [0x26, "pairs", EVERYWHERE],
  maximumPacketSize: [0x27, "four", ["connect"]],
} as const satisfies Readonly<
  Record<string, readonly [identifier: number, kind: Kind, packets: readonly PacketKind[]]>
>;

type PropertyName = keyof typeof PROPERTIES;
export type Properties = { -readonly [Name in PropertyName]?: Values[(typeof PROPERTIES)[Name][1]] };
const NAMES = Object.keys(PROPERTIES) as PropertyName[];
const BY_IDENTIFIER = new Map<number, PropertyName>(NAMES.map((name) => [PROPERTIES[name][0], name]));

const NONE: Properties = Object.freeze({});

/** What publications and wills have. */
export interface MessageValues {
  readonly topic: string;
  readonly payload: Buffer;
  readonly qos: Qos;
  readonly retain: boolean;
  readonly properties: Properties;
}

export interface ConnectPacket {
  readonly type: "connect";
  readonly version: Version;
  readonly clean: boolean;
  readonly keepAliveS: number;
  readonly clientId: string;
  readonly will: MessageValues | undefined;
  readonly username: string | undefined;
  readonly password: Buffer | undefined;
  readonly properties: Properties;
}

export interface PublishValues extends MessageValues {
  readonly dup: boolean;
  /** 0 at QoS 0. */
  readonly id: number;
}

export interface PublishPacket extends PublishValues {
  readonly type: "publish";
}

export interface AckPacket {
  readonly type: "puback" | "pubrec" | "pubrel" | "pubcomp";
  readonly id: number;
  readonly reason: number;
}

/** When retained messages are sent: at each SUBSCRIBE, at the first, never. */
export type RetainHandling = 0 | 1 | 2;

export interface FilterRequest {
  readonly filter: string;
  readonly qos: Qos;
  readonly noLocal: boolean;
  readonly asPublished: boolean;
  readonly retainHandling: RetainHandling;
}

export interface SubscribePacket {
  readonly type: "subscribe";
  readonly id: number;
  readonly filters: readonly FilterRequest[];
  readonly subscriptionId: number | undefined;
}

export interface UnsubscribePacket {
  readonly type: "unsubscribe";
  readonly id: number;
  readonly filters: readonly string[];
}

export interface DisconnectPacket {
  readonly type: "disconnect";
  readonly reason: number;
  readonly properties: Properties;
}

export type ClientPacket =
  | ConnectPacket
  | PublishPacket
  | AckPacket
  | SubscribePacket
  | UnsubscribePacket
  | DisconnectPacket
  | { readonly type: "pingreq" };

/**
 * @param version of the connection; undefined before CONNECT. @throws PacketError if the bytes are not a client's
 * packet
 */
export function parsePacket(first: number, body: Buffer, version: Version | undefined): ClientPacket {
  const type = first >> 4;
  const reader = new Reader(body);
  if (type === 1) return flagged(first, 0, parseConnect(reader));
  if (version === undefined) throw new PacketError("the first packet has to be CONNECT", REASON.protocolError);
  const packet = parseLater(first, type, reader, version);
  reader.end();
  return packet;
}

function parseLater(first: number, type: number, reader: Reader, version: Version): ClientPacket {
  switch (type) {
    case 3:
      return parsePublish(first & 15, reader, version);
    case 4:
      return flagged(first, 0, parseAck("puback", reader, version));
    case 5:
      return flagged(first, 0, parseAck("pubrec", reader, version));
    case 6:
      return flagged(first, 2, parseAck("pubrel", reader, version));
    case 7:
      return flagged(first, 0, parseAck("pubcomp", reader, version));
    case 8:
      return flagged(first, 2, parseSubscribe(reader, version));
    case 10:
      return flagged(first, 2, parseUnsubscribe(reader, version));
    case 12:
      return flagged(first, 0, { type: "pingreq" });
    case 14:
      return flagged(first, 0, parseDisconnect(reader, version));
    default:
      throw new PacketError(`a client does not send packets of type ${type}`, REASON.protocolError);
  }
}

/** All other values of the flags are reserved. [MQTT-2.1.3-1] */
function flagged<P>(first: number, flags: number, packet: P): P {
  if ((first & 15) !== flags) throw new PacketError("reserved flags are set");
  return packet;
}

function parseConnect(reader: Reader): ConnectPacket {
  const name = reader.text();
  const level = reader.byte() & 0x7f;
  const isKnown = name === "MQTT" ? level === 4 || level === 5 : name === "MQIsdp" && level === 3;
  if (!isKnown)
    throw new PacketError(`unsupported protocol: "${name.slice(0, 20)}" ${level}`, REASON.unsupportedVersion);
  const version = level as Version;
  const flags = reader.byte();
  const [hasName, hasPassword, hasWill] = [(flags & 0x80) !== 0, (flags & 0x40) !== 0, (flags & 0x04) !== 0];
  const willQos = qosOf((flags >> 3) & 3);
  if ((flags & 1) !== 0 || (!hasWill && (flags & 0x38) !== 0)) throw new PacketError("reserved flags are set");
  if (version < 5 && hasPassword && !hasName) throw new PacketError("a password without a user name");
  const keepAliveS = reader.two();
  const properties = reader.properties(version, "connect");
  const clientId = reader.text();
  const will = hasWill ? parseWill(reader, version, willQos, (flags & 0x20) !== 0) : undefined;
  const username = hasName ? reader.text() : undefined;
  const password = hasPassword ? reader.bytes() : undefined;
  reader.end();
  return {
    type: "connect",
    version,
    clean: (flags & 2) !== 0,
    keepAliveS,
    clientId,
    will,
    username,
    password,
    properties,
  };
}

function parseWill(reader: Reader, version: Version, qos: Qos, retain: boolean): MessageValues {
  const properties = reader.properties(version, "will");
  return { topic: reader.text(), payload: reader.bytes(), qos, retain, properties };
}

function parsePublish(flags: number, reader: Reader, version: Version): PublishPacket {
  const qos = qosOf((flags >> 1) & 3);
  const topic = reader.text();
  const id = qos === 0 ? 0 : reader.identifier();
  const properties = reader.properties(version, "publish");
  return {
    type: "publish",
    topic,
    payload: reader.rest(),
    qos,
    retain: (flags & 1) !== 0,
    dup: (flags & 8) !== 0,
    id,
    properties,
  };
}

function parseAck(type: AckPacket["type"], reader: Reader, version: Version): AckPacket {
  const id = reader.identifier();
  const reason = version === 5 && reader.left > 0 ? reader.byte() : REASON.success;
  if (reader.left > 0) reader.properties(version, "ack");
  return { type, id, reason };
}

function parseSubscribe(reader: Reader, version: Version): SubscribePacket {
  const id = reader.identifier();
  const { subscriptionIds } = reader.properties(version, "subscribe");
  const filters: FilterRequest[] = [];
  do {
    const filter = reader.text();
    const options = reader.byte();
    const retainHandling = (options >> 4) & 3;
    if ((options & (version === 5 ? 0xc0 : 0xfc)) !== 0 || retainHandling === 3)
      throw new PacketError("reserved bits of a subscription are set");
    filters.push({
      filter,
      qos: qosOf(options & 3),
      noLocal: (options & 4) !== 0,
      asPublished: (options & 8) !== 0,
      retainHandling: retainHandling as RetainHandling,
    });
  } while (reader.left > 0);
  const [subscriptionId, ...more] = subscriptionIds ?? [];
  if (subscriptionId === 0 || more.length > 0)
    throw new PacketError("a subscription identifier must occur once and must not be 0", REASON.protocolError);
  return { type: "subscribe", id, filters, subscriptionId };
}

function parseUnsubscribe(reader: Reader, version: Version): UnsubscribePacket {
  const id = reader.identifier();
  reader.properties(version, "unsubscribe");
  const filters: string[] = [];
  do filters.push(reader.text());
  while (reader.left > 0);
  return { type: "unsubscribe", id, filters };
}

function parseDisconnect(reader: Reader, version: Version): DisconnectPacket {
  const reason = version === 5 && reader.left > 0 ? reader.byte() : REASON.success;
  return { type: "disconnect", reason, properties: reader.left > 0 ? reader.properties(version, "disconnect") : NONE };
}

function qosOf(bits: number): Qos {
  if (bits === 3) throw new PacketError("QoS 3 does not exist");
  return bits as Qos;
}

/** Reads the body of one packet and never beyond it. */
class Reader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get left(): number {
    return this.#bytes.length - this.#at;
  }

  end(): void {
    if (this.left !== 0) throw new PacketError("the packet is longer than its content");
  }

  byte(): number {
    return this.#bytes[this.#take(1)] ?? 0;
  }

  two(): number {
    return this.#bytes.readUInt16BE(this.#take(2));
  }

  four(): number {
    return this.#bytes.readUInt32BE(this.#take(4));
  }

  /** [MQTT-2.2.1-3] */
  identifier(): number {
    const id = this.two();
    if (id === 0) throw new PacketError("packet identifier 0", REASON.protocolError);
    return id;
  }

  /** Seven bits per byte, the lowest first. [1.5.5] */
  length(): number {
    let value = 0;
    for (let shift = 0; shift < 28; shift += 7) {
      const byte = this.byte();
      value += (byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
    throw new PacketError("a length of more than four bytes");
  }

  bytes(): Buffer {
    const length = this.two();
    const at = this.#take(length);
    return this.#bytes.subarray(at, at + length);
  }

  /** [MQTT-1.5.4-1, MQTT-1.5.4-2] */
  text(): string {
    const bytes = this.bytes();
    if (!isUtf8(bytes) || bytes.includes(0)) throw new PacketError("a text has bytes that are not UTF-8, or U+0000");
    return bytes.toString();
  }

  rest(): Buffer {
    const at = this.#take(this.left);
    return this.#bytes.subarray(at);
  }

  properties(version: Version, packet: PacketKind): Properties {
    if (version < 5) return NONE;
    const length = this.length();
    if (length === 0) return NONE;
    const end = this.#at + length;
    if (end > this.#bytes.length) throw new PacketError("properties end after their packet");
    const found: Record<string, unknown> = {};
    while (this.#at < end) this.#property(packet, found);
    if (this.#at !== end) throw new PacketError("a property ends after the others");
    return found as Properties;
  }

  #property(packet: PacketKind, found: Record<string, unknown>): void {
    const identifier = this.length();
    const name = BY_IDENTIFIER.get(identifier);
    if (name === undefined || !(PROPERTIES[name][2] as readonly PacketKind[]).includes(packet))
      throw new PacketError(`property ${identifier} is not allowed in this packet`);
    const kind: Kind = PROPERTIES[name][1];
    const isList = kind === "lengths" || kind === "pairs";
    if (name in found && !isList) throw new PacketError(`property ${identifier} twice`, REASON.protocolError);
    const value = this.#value(kind);
    if (!isList) found[name] = value;
    else if (name in found) (found[name] as unknown[]).push(value);
    else found[name] = [value];
  }

  #value(kind: Kind): unknown {
    switch (kind) {
      case "byte": {
        const byte = this.byte();
        if (byte > 1) throw new PacketError("a property that must be 0 or 1 has another value", REASON.protocolError);
        return byte;
      }
      case "lengths":
        return this.length();
      case "pairs":
        return [this.text(), this.text()];
      default:
        return this[kind]();
    }
  }

  #take(count: number): number {
    const at = this.#at;
    if (count > this.#bytes.length - at) throw new PacketError("the packet is shorter than its content");
    this.#at = at + count;
    return at;
  }
}

// Packets of the broker:

export interface ConnackValues {
  readonly sessionPresent: boolean;
  /** A return code before MQTT 5, a reason code from then on. */
  readonly code: number;
  readonly properties: Properties;
}

export function connack(version: Version, { sessionPresent, code, properties }: ConnackValues): Buffer {
  return packetOf(0x20, [sessionPresent ? 1 : 0, code], version === 5 ? propertyBytes(properties) : EMPTY);
}

/** A PUBLISH without its payload, which follows it: that of many subscribers is one. */
export function publishHead(version: Version, values: PublishValues): Buffer {
  const { topic, payload, qos, retain, dup, id } = values;
  const properties = version === 5 ? propertyBytes(values.properties) : EMPTY;
  const topicBytes = Buffer.byteLength(topic);
  const size = 2 + topicBytes + (qos === 0 ? 0 : 2) + properties.length;
  const length = size + payload.length;
  const bytes = Buffer.allocUnsafe(1 + lengthBytes(length) + size);
  bytes[0] = 0x30 | (dup ? 8 : 0) | (qos << 1) | (retain ? 1 : 0);
  let at = writeLength(bytes, 1, length);
  at = bytes.writeUInt16BE(topicBytes, at);
  at += bytes.write(topic, at);
  if (qos > 0) at = bytes.writeUInt16BE(id, at);
  properties.copy(bytes, at);
  return bytes;
}

const ACK_BYTES = { puback: 0x40, pubrec: 0x50, pubrel: 0x62, pubcomp: 0x70 } as const;

/** @param reasonString absent if the client does not accept one */
export function ack(type: AckPacket["type"], version: Version, id: number, reason = 0, reasonString?: string): Buffer {
  const first = ACK_BYTES[type];
  if (version < 5 || reason === REASON.success) return Buffer.from([first, 2, id >> 8, id & 0xff]);
  const properties = reasonString === undefined ? EMPTY : propertyBytes({ reasonString });
  return packetOf(first, [id >> 8, id & 0xff, reason], properties);
}

/** @param codes for each filter the granted QoS, or the reason for a refusal */
export function suback(version: Version, id: number, codes: readonly number[]): Buffer {
  const reasons = version === 5 ? codes : codes.map((code) => (code > 2 ? REASON.unspecified : code));
  return packetOf(0x90, [id >> 8, id & 0xff], version === 5 ? NO_PROPERTIES : EMPTY, reasons);
}

export function unsuback(version: Version, id: number, codes: readonly number[]): Buffer {
  return version === 5
    ? packetOf(0xb0, [id >> 8, id & 0xff], NO_PROPERTIES, codes)
    : packetOf(0xb0, [id >> 8, id & 0xff], EMPTY);
}

export const PINGRESP = Buffer.from([0xd0, 0]);

/** Only in MQTT 5 can the broker send DISCONNECT. */
export function disconnect(reason: number, reasonString?: string): Buffer {
  return packetOf(0xe0, [reason], reasonString === undefined ? EMPTY : propertyBytes({ reasonString }));
}

const EMPTY = Buffer.alloc(0);
const NO_PROPERTIES = Buffer.from([0]);

function packetOf(first: number, head: readonly number[], properties: Buffer, tail: readonly number[] = []): Buffer {
  const length = head.length + properties.length + tail.length;
  const bytes = Buffer.allocUnsafe(1 + lengthBytes(length) + length);
  bytes[0] = first;
  let at = writeLength(bytes, 1, length);
  for (const byte of head) bytes[at++] = byte;
  at += properties.copy(bytes, at);
  for (const byte of tail) bytes[at++] = byte;
  return bytes;
}

/** The properties, preceded by their length. */
function propertyBytes(properties: Properties): Buffer {
  const parts: Buffer[] = [];
  for (const name of NAMES) {
    const value = properties[name];
    if (value === undefined) continue;
    const [identifier, kind] = PROPERTIES[name];
    for (const one of Array.isArray(value) ? value : [value])
      parts.push(Buffer.from([identifier]), ...BYTES_OF[kind](one as never));
  }
  if (parts.length === 0) return NO_PROPERTIES;
  const all = Buffer.concat(parts);
  return Buffer.concat([lengthOf(all.length), all]);
}

const BYTES_OF: {
  readonly [K in Kind]: (value: Values[K] extends readonly (infer One)[] ? One : Values[K]) => Buffer[];
} = {
  byte: (value) => [Buffer.from([value])],
  two: (value) => [twoBytes(value)],
  four: (value) => [twoBytes(value >>> 16), twoBytes(value)],
  lengths: (value) => [lengthOf(value)],
  text: (value) => sized(Buffer.from(value)),
  bytes: (value) => sized(value),
  pairs: (pair) => pair.flatMap((text) => sized(Buffer.from(text))),
};

function sized(bytes: Buffer): Buffer[] {
  return [twoBytes(bytes.length), bytes];
}

function twoBytes(value: number): Buffer {
  return Buffer.from([(value >> 8) & 0xff, value & 0xff]);
}

function lengthOf(length: number): Buffer {
  const bytes = Buffer.allocUnsafe(lengthBytes(length));
  writeLength(bytes, 0, length);
  return bytes;
}

function lengthBytes(length: number): number {
  return length < 128 ? 1 : length < 16_384 ? 2 : length < 2_097_152 ? 3 : 4;
}

/** Returns the position after the length. */
function writeLength(bytes: Buffer, start: number, length: number): number {
  let at = start;
  let rest = length;
  for (; rest >= 128; rest >>>= 7) bytes[at++] = (rest & 0x7f) | 0x80;
  bytes[at++] = rest;
  return at;
}
