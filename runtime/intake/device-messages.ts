/** Messages of devices: text in one of the formats of D21 to D30. The address names the device. */

import { isUtf8 } from "node:buffer";
import type { FrameFacts } from "../frames/frame-facts.ts";
import { RecentCache } from "../lib/recent-cache.ts";
import { addressParts } from "../model/address.ts";
import type { Bus } from "../model/bus.ts";
import { errorTopics } from "../model/error-topics.ts";
import type { Message } from "../model/message.ts";
import type { NameCollisions } from "../model/name-collisions.ts";
import type { Point, PointPlace } from "../model/point.ts";
import type { DecodedRealm } from "../model/realm-settings.ts";
import { rowText } from "../model/row-text.ts";
import { deviceRowTopic } from "../model/topics.ts";
import { TYPED_ROWS, type TypedRow, typedRowsText } from "../model/typed-rows.ts";
import { busRecord } from "./bus-record.ts";
import { type DecodeContext, decodeDeviceMessage } from "./decode-device-message.ts";
import type { DecodingEpoch } from "./decoding-epoch.ts";
import { Shapes } from "./formats/row.ts";
import type { Decoded } from "./intake.ts";
import {
  type ArrivalTopic,
  type MessageKind,
  type MessageOrigin,
  type RefusedRow,
  type RowTopic,
  showBytes,
} from "./message-kind.ts";

/** The properties in which sources of device messages differ. */
export interface DeviceAddressing extends Pick<DecodeContext, "parse" | "read" | "bodies" | "empty"> {
  readonly source: string;
  /** The name shown to people. */
  readonly transport: string;
  /** The topic of the message, or its equivalent over MQTT [D31]. */
  readonly topic: (address: string) => string;
  /** Messages of this source have no topic. */
  readonly isOffTopic?: true;
}

/** Maximum number of parsed addresses in the cache; then the cache starts anew. */
const MOST_KNOWN = 10_000;

interface Device {
  readonly name: string;
  readonly busTopic: string | undefined;
}

export class DeviceMessages implements MessageKind {
  readonly signals = "each";
  readonly keepsEmpty = false;
  readonly #addressing: DeviceAddressing;
  readonly #realms: readonly DecodedRealm[];
  readonly #context: DecodeContext;
  readonly #observer: Pick<NameCollisions, "note"> | undefined;
  readonly #binary: NonNullable<DecodeContext["binary"]>;
  readonly #known = new RecentCache<Device>(MOST_KNOWN);

  /** @param observer called with each address */
  constructor(
    addressing: DeviceAddressing,
    { realms, channels, receiptStepNs }: DecodingEpoch,
    observer?: Pick<NameCollisions, "note">,
  ) {
    const channelOf = new Map(realms.flatMap(({ name, binary }) => (binary === undefined ? [] : [[name, binary]])));
    this.#binary = (realm) => channels.decoder(channelOf.get(realm) ?? "");
    this.#addressing = addressing;
    this.#realms = realms;
    this.#observer = observer;
    const { parse, empty, read, bodies } = addressing;
    const context = { realms, parse, empty, receiptStepNs, binary: this.#binary, shapes: new Shapes() };
    this.#context = { ...context, ...(read && { read }), ...(bodies && { bodies }) };
  }

  get source(): string {
    return this.#addressing.source;
  }

  decode(message: Message): Decoded {
    return decodeDeviceMessage(message, this.#context);
  }

  /** Only for a message that is one frame; a network server counts the frames of its uplinks itself. */
  facts(message: Message): FrameFacts | undefined {
    if (message.contentType !== "application/octet-stream") return undefined;
    const { address } = this.#addressing.parse(message.address, this.#realms);
    return address && this.#binary(address.realm)?.facts(message);
  }

  /** The wide address; the text as received if the address is invalid. */
  addressOf({ address }: Message): string {
    return this.#device(address).name;
  }

  show(payload: Uint8Array, most: number): string {
    if (!isUtf8(payload)) return showBytes(payload, most);
    // A character has at most four bytes: longer input cannot be shown.
    const beginning = payload.subarray(0, Math.min(payload.length, most * 4 + 4));
    return Buffer.from(beginning.buffer, beginning.byteOffset, beginning.length).toString();
  }

  place({ address }: Message): MessageOrigin {
    return { transport: this.#addressing.transport, kind: "topic", name: this.#addressing.topic(address) };
  }

  errorTopics({ address }: Message): readonly string[] {
    return errorTopics(this.#addressing.parse(address, this.#realms));
  }

  rowTopic({ measurement, origin }: PointPlace): RowTopic | undefined {
    const { name, busTopic } = this.#device(origin.message.address);
    return busTopic === undefined ? undefined : { topic: deviceRowTopic(name, measurement) };
  }

  arrivalTopic({ address: text }: Message): ArrivalTopic | undefined {
    const { address } = this.#addressing.isOffTopic ? this.#addressing.parse(text, this.#realms) : {};
    return address && { realm: address.realm, topic: `${address.arrived}/${address.kind}.json` };
  }

  /** A plain value stays one; a row becomes a JSON object with its time, in which form it is shown [D31]. */
  rowOf(point: Point): RefusedRow {
    const { message } = point.origin;
    if (this.#addressing.parse(message.address, this.#realms).address?.kind === "value") return { message };
    const row = rowMessage(message, point);
    if (message.contentType === TYPED_ROWS) return { message: row, shown: rowText(point) };
    const shown = Buffer.from(isSingleObject(message) ? message.payload : row.payload).toString("utf8");
    return { message: row, shown };
  }

  publish(message: Message, { points }: Decoded, bus: Pick<Bus, "wants" | "publish">): void {
    const topic = this.#device(message.address).busTopic;
    if (topic === undefined || !bus.wants(topic)) return;
    for (const point of points) {
      const record = busRecord(point);
      bus.publish(topic, { args: [record.values], kwargs: record });
    }
  }

  #device(address: string): Device {
    const known = this.#known.get(address);
    if (known !== undefined) return known;
    const device = this.#describe(address);
    this.#known.set(address, device);
    return device;
  }

  #describe(text: string): Device {
    const { address } = this.#addressing.parse(text, this.#realms);
    if (address === undefined) return { name: text, busTopic: undefined };
    this.#observer?.note(address);
    const parts = addressParts(address);
    // Components must not be empty or contain dots, blanks or '#'. [WAMP 2, loose URIs]
    return { name: parts.join("/"), busTopic: parts.map((part) => part.replace(/[.#\s]/g, "_")).join(".") };
  }
}

function rowMessage(message: Message, point: Point): Message {
  const { measuredNs: _, ...rest } = message;
  if (message.contentType === TYPED_ROWS) return { ...rest, payload: Buffer.from(typedRowsText([typedRow(point)])) };
  return { ...rest, contentType: "application/json", payload: Buffer.from(rowText(point)) };
}

function typedRow({ timeNs, columns, values }: Point): TypedRow {
  const present = columns.flatMap(({ name, type }, index) => {
    const value = values[index];
    return value === undefined ? [] : [{ name, type, value }];
  });
  return { timeNs, values: present };
}

function isSingleObject({ contentType, payload }: Message): boolean {
  return contentType === "application/json" && payload.find((byte) => byte > 0x20) === 0x7b;
}
