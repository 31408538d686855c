/** What has to be known of a source's messages by those who do not know the source. */

import type { Bus } from "../bus/bus.ts";
import type { FrameFacts } from "../frames/frame-facts.ts";
import { TelemetryError } from "../telemetry/error-signal.ts";
import type { Message } from "../telemetry/message.ts";
import type { Point } from "../telemetry/point.ts";
import type { DecodingEpoch } from "./decoding-epoch.ts";
import type { Decoded } from "./intake.ts";

/** Pure: it is used where messages come in and again where they are stored, perhaps after a restart. */
export interface MessageKind {
  /** The source's name, as messages, `/health` and metrics have it. */
  readonly source: string;
  /** Never throws for what a sender can send: a message that cannot be read at all is one rejection. */
  decode(message: Message): Decoded;
  /** What the message says of itself by tags of its struct; absent where a source has no frames. */
  facts?(message: Message): FrameFacts | undefined;
  /** Whose message it is: one name for all forms of a device's address, or a channel's name. */
  addressOf(message: Message): string;
  /** A payload for people, about `most` characters of it. */
  show(payload: Uint8Array, most: number): string;
  /** How error signals name where the message came in [D31]. */
  place(message: Message): Place;
  /** MQTT topics for error signals; none where the message names no channel. */
  errorTopics(message: Message): readonly string[];
  /** Where a row is published once it is stored, and of which channel it is, if of one; absent where nowhere. */
  rowTopic?(point: Point): RowTopic | undefined;
  /** Where rows would have come by MQTT, of a message that did not; absent where there is no such topic. */
  arrivalTopic?(message: Message): ArrivalTopic | undefined;
  /** `limited`: at most one signal a second for each address and reason [D14]. */
  readonly signals: "each" | "limited";
  /** Whether a message without payload is worth a dead letter. */
  readonly keepsEmpty: boolean;
  /** A row that the store refused, as a message that can be accepted again once the cause is mended. */
  rowOf(point: Point): RefusedRow;
  /** Tells the bus of a message that was kept. */
  publish(message: Message, decoded: Decoded, bus: Pick<Bus, "wants" | "publish">): void;
}

export interface RowTopic {
  readonly topic: string;
  readonly channel?: string;
}

export interface ArrivalTopic {
  readonly realm: string;
  readonly topic: string;
}

export interface Place {
  readonly transport: string;
  readonly kind: "topic" | "channel";
  readonly name: string;
  /** Where it tells something. */
  readonly sender?: string;
}

export interface RefusedRow {
  readonly message: Message;
  /** Where it is not the payload itself that a person should see. */
  readonly shown?: string;
}

/** How messages are decoded that come now. A reload puts another epoch in its place: ask each time. */
export interface Decoding {
  readonly now: MessageKinds;
}

/** `make` again for each epoch, and not for each message. */
export function perEpoch<Made>(decoding: Decoding, make: (epoch: DecodingEpoch) => Made): () => Made {
  let { epoch } = decoding.now;
  let made = make(epoch);
  return () => {
    if (decoding.now.epoch !== epoch) {
      epoch = decoding.now.epoch;
      made = make(epoch);
    }
    return made;
  };
}

/** How messages of an epoch are decoded, by their sources; those of a source that is gone are rejected by themselves. */
export class MessageKinds {
  readonly epoch: DecodingEpoch;
  readonly #kinds: ReadonlyMap<string, MessageKind>;

  constructor(epoch: DecodingEpoch, kinds: readonly MessageKind[]) {
    this.epoch = epoch;
    this.#kinds = new Map(kinds.map((kind) => [kind.source, kind]));
  }

  get sources(): string[] {
    return [...this.#kinds.keys()];
  }

  /** Points of a retry may be stored already: they take the place of rows of the same times. */
  decode(message: Message): Decoded {
    const decoded = this.of(message).decode(message);
    if (message.isRetry !== true) return decoded;
    return { ...decoded, points: decoded.points.map((point) => ({ ...point, timeSource: "payload" as const })) };
  }

  of({ source }: Pick<Message, "source">): MessageKind {
    return this.#kinds.get(source) ?? unknownKind(source);
  }
}

function unknownKind(source: string): MessageKind {
  return {
    source,
    decode: (message) => {
      const options = { name: "ValueError", stage: "decoding", code: "unknown-address" } as const;
      const error = new TelemetryError(`there is no source '${source}' any more`, options);
      return { points: [], rejections: [{ error, message }] };
    },
    addressOf: ({ address }) => address,
    show: (payload, most) => showBytes(payload, most),
    place: ({ address, sender }) => ({ transport: source, kind: "channel", name: address, sender }),
    errorTopics: () => [],
    signals: "limited",
    keepsEmpty: true,
    rowOf: ({ origin }) => ({ message: origin.message }),
    publish: () => {},
  };
}

/** `0x` and hexadecimal digits. */
export function showBytes(payload: Uint8Array, most: number): string {
  const beginning = payload.subarray(0, Math.min(payload.length, most));
  return `0x${Buffer.from(beginning.buffer, beginning.byteOffset, beginning.length).toString("hex")}`;
}
