/** MQTT 3.1.1 packets byte by byte, for what client libraries do not let one send. */

import { connect, type Socket } from "node:net";

export interface RawClient {
  readonly socket: Socket;
  /** First bytes (packet type and flags) with the packet identifier of what the broker sent: `puback 5`. */
  readonly received: string[];
  readonly closed: Promise<void>;
}

/** Connects and sends CONNECT; `clean` 0 asks for a durable session. */
export async function rawClient(port: number, clientId: string, clean: 0 | 1 = 1): Promise<RawClient> {
  const socket = connect(port, "127.0.0.1");
  const received: string[] = [];
  socket.on("error", () => {});
  const reader = new PacketReader();
  socket.on("data", (bytes: Buffer) => reader.read(bytes, received));
  const closed = new Promise<void>((resolve) => socket.on("close", () => resolve()));
  const connected = new Promise<void>((resolve) => socket.once("data", () => resolve()));
  socket.write(connectPacket(clientId, { clean }));
  await Promise.race([connected, closed]);
  return { socket, received, closed };
}

export function connectPacket(clientId: string, { clean }: { readonly clean: 0 | 1 }): Buffer {
  return packet(0x10, Buffer.concat([text("MQTT"), Buffer.from([4, clean << 1, 0, 60]), text(clientId)]));
}

export interface RawPublish {
  readonly topic: string;
  readonly payload: string | Buffer;
  readonly qos: 0 | 1 | 2;
  readonly id?: number;
  readonly dup?: boolean;
  readonly retain?: boolean;
}

export function publishPacket({ topic, payload, qos, id = 0, dup = false, retain = false }: RawPublish): Buffer {
  const identifier = qos === 0 ? Buffer.alloc(0) : Buffer.from([id >> 8, id & 0xff]);
  const body = Buffer.concat([text(topic), identifier, Buffer.from(payload)]);
  return packet(0x30 | (dup ? 8 : 0) | (qos << 1) | (retain ? 1 : 0), body);
}

export function subscribePacket(filter: string, qos: 0 | 1, id = 1): Buffer {
  return packet(0x82, Buffer.concat([Buffer.from([id >> 8, id & 0xff]), text(filter), Buffer.from([qos])]));
}

export function pubRelPacket(id: number): Buffer {
  return packet(0x62, Buffer.from([id >> 8, id & 0xff]));
}

/** The fixed header alone, announcing `length` bytes. */
export function announce(type: number, length: number): Buffer {
  const bytes = [type];
  let rest = length;
  do {
    bytes.push((rest % 128) | (rest >= 128 ? 0x80 : 0));
    rest = Math.floor(rest / 128);
  } while (rest > 0);
  return Buffer.from(bytes);
}

const TYPES: Readonly<Record<number, string>> = {
  2: "connack",
  3: "publish",
  4: "puback",
  5: "pubrec",
  7: "pubcomp",
  9: "suback",
};

function packet(type: number, body: Buffer): Buffer {
  return Buffer.concat([announce(type, body.length), body]);
}

function text(value: string): Buffer {
  const bytes = Buffer.from(value);
  return Buffer.concat([Buffer.from([bytes.length >> 8, bytes.length & 0xff]), bytes]);
}

/** Reassembles packets that the network splits. [MQTT 3.1.1, 2.2.3] */
class PacketReader {
  #rest: Buffer = Buffer.alloc(0);

  read(bytes: Buffer, into: string[]): void {
    this.#rest = Buffer.concat([this.#rest, bytes]);
    for (let packet = this.#next(); packet !== undefined; packet = this.#next()) into.push(describe(packet));
  }

  /** The first byte and the body of the next packet that is whole. */
  #next(): { readonly first: number; readonly body: Buffer } | undefined {
    const bytes = this.#rest;
    let length = 0;
    for (let position = 1, shift = 0; position < bytes.length; position++, shift += 7) {
      const byte = bytes[position] ?? 0;
      length += (byte & 0x7f) * 2 ** shift;
      if (byte >= 0x80) continue;
      const end = position + 1 + length;
      if (end > bytes.length) return undefined;
      this.#rest = bytes.subarray(end);
      return { first: bytes[0] ?? 0, body: bytes.subarray(position + 1, end) };
    }
    return undefined;
  }
}

function describe({ first, body }: { readonly first: number; readonly body: Buffer }): string {
  const type = TYPES[first >> 4] ?? "other";
  return type === "publish" || body.length < 2 ? type : `${type} ${body.readUInt16BE(0)}`;
}
