/** The interface of a source's messages for code that does not know the source. */

import type { FrameFacts } from "../frames/frame-facts.ts";
import { type RecordHead, readHead } from "../journal/record.ts";
import type { Bus } from "../model/bus.ts";
import { TelemetryError, unexpectedError, ValueError } from "../model/error-signal.ts";
import type { Message } from "../model/message.ts";
import type { RecordedEntry } from "../model/message-log.ts";
import type { PagedRow } from "../model/paged-row.ts";
import type { Point, PointPlace } from "../model/point.ts";
import { type Addressing, OWN_ADDRESSING } from "./addressing.ts";
import type { DecodingEpoch } from "./decoding-epoch.ts";
import type { Decoded } from "./intake.ts";

/** Pure: used when messages arrive, and again when they are stored, perhaps after a restart. */
export interface MessageKind {
  /** The source's name in messages, `/health` and metrics. */
  readonly source: string;
  /** Never throws, whatever a sender sends: an unreadable message is one rejection. */
  decode(message: Message): Decoded;
  /** As `decode`, for a message that arrives: its values may be read only when somebody asks for them. */
  arrived?(message: Message): Decoded;
  /** The only row of a message of the log, in a page; undefined: `decode` says what the message has. */
  paged?(head: Readonly<RecordHead>, entry: RecordedEntry): PagedRow | undefined;
  /** The message's counter and clock, by its struct's tags; absent if a source has no frames. */
  facts?(message: Message): FrameFacts | undefined;
  /** The message's channel: one name for all forms of a device's address, or a UDP channel's name. */
  addressOf(message: Message): string;
  /** A payload in readable form, about `most` characters of it. */
  show(payload: Uint8Array, most: number): string;
  /** How the message's bytes were read, and where reading them ended; absent if a source has no frames. */
  explain?(message: Message): string | undefined;
  /** The place of arrival that error signals name [D31]. */
  place(message: Message): MessageOrigin;
  /** MQTT topics for error signals; none if the message names no channel. */
  errorTopics(message: Message): readonly string[];
  /** The topic on which a row is published after it is stored, and its channel, if any; absent: not published. */
  rowTopic?(point: PointPlace): RowTopic | undefined;
  /** The topic on which rows would have arrived by MQTT, for a message from another source; absent if there is none. */
  arrivalTopic?(message: Message): ArrivalTopic | undefined;
  /** `limited`: at most one signal a second for each address and reason [D14]. */
  readonly signals: "each" | "limited";
  /** Whether an empty message becomes a dead letter. */
  readonly keepsEmpty: boolean;
  /** A row that the store refused, as a message that can be retried once the cause is fixed. */
  rowOf(point: Point): RefusedRow;
  /** Publishes an accepted message on the bus. */
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

export interface MessageOrigin {
  readonly transport: string;
  readonly kind: "topic" | "channel";
  readonly name: string;
  /** The sender, if its address is informative. */
  readonly sender?: string;
}

export interface RefusedRow {
  readonly message: Message;
  /** The text to show, if it differs from the payload. */
  readonly shown?: string;
}

/** The current decoding epoch. A reload replaces it: read it each time. */
export interface Decoding {
  readonly now: MessageKinds;
}

/** Calls `make` once for each epoch, not for each message. */
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

/** Decodes messages of an epoch by their source; rejects messages of a source that no longer exists. */
export class MessageKinds {
  readonly epoch: DecodingEpoch;
  readonly addressing: Addressing;
  readonly #kinds: ReadonlyMap<string, MessageKind>;

  constructor(epoch: DecodingEpoch, kinds: readonly MessageKind[], addressing = OWN_ADDRESSING) {
    this.epoch = epoch;
    this.addressing = addressing;
    this.#kinds = new Map(kinds.map((kind) => [kind.source, kind]));
  }

  get sources(): string[] {
    return [...this.#kinds.keys()];
  }

  /**
   * The points of a retry may be stored already: they replace rows with the same times. An error that nobody expected is
   * a rejection too: otherwise a sender would repeat the message without end, or nobody would hear of it.
   */
  decode(message: Message): Decoded {
    try {
      return this.#decode(message);
    } catch (error) {
      return undecodable(message, error);
    }
  }

  #decode(message: Message): Decoded {
    const decoded = this.of(message).decode(message);
    if (message.isRetry !== true) return decoded;
    const replacing = (point: Decoded["points"][number]) =>
      point.timeSource === "payload" ? point : { ...point, timeSource: "payload" as const };
    return { ...decoded, points: decoded.points.map(replacing) };
  }

  /** As `decode`, for a message that arrives. [hot path] */
  arrived(message: Message): Decoded {
    try {
      const kind = message.isRetry === true ? undefined : this.of(message);
      return kind?.arrived?.(message) ?? this.#decode(message);
    } catch (error) {
      return undecodable(message, error);
    }
  }

  /** The message's counter and clock; undefined if it has none, or cannot be decoded. */
  facts(message: Message): FrameFacts | undefined {
    try {
      return this.of(message).facts?.(message);
    } catch {
      return undefined;
    }
  }

  /** As `decode`, for a message with one row of numbers; undefined: ask `decode`. [hot path] */
  paged(entry: RecordedEntry): PagedRow | undefined {
    try {
      const head = readHead(entry.block, entry.at);
      return head && this.#kinds.get(head.source)?.paged?.(head, entry);
    } catch {
      return undefined;
    }
  }

  of({ source }: Pick<Message, "source">): MessageKind {
    return this.#kinds.get(source) ?? unknownKind(source);
  }
}

/** @throws the error, if somebody expected it */
function undecodable(message: Message, error: unknown): Decoded {
  if (error instanceof TelemetryError) throw error;
  return { points: [], rejections: [{ error: unexpectedError(error), message }] };
}

function unknownKind(source: string): MessageKind {
  return {
    source,
    decode: (message) => {
      const error = new ValueError(`there is no source '${source}' any more`, "unknown-address");
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
