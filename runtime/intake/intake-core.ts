/** Intake: journal the raw message, decode it, hand its points to the store's writer and the bus. */

import type { Bus } from "../bus/bus.ts";
import type { ColumnValue } from "../codec/struct-codec.ts";
import type { DeadLetterLog } from "../journal/dead-letters.ts";
import type { Journal, JournalPosition } from "../journal/journal.ts";
import { type RejectionCode, TelemetryError } from "../telemetry/error-signal.ts";
import type { Message } from "../telemetry/message.ts";
import type { Point } from "../telemetry/point.ts";
import { busRecord, type RecordedPoint } from "./bus-record.ts";
import type { DatagramDecoder } from "./datagram-decoder.ts";
import type { Acceptance, Decoded, Decoder, Intake, Rejection } from "./intake.ts";

/** Where points go on their way to the store. */
export interface PointSink {
  offer(points: readonly Point[], position: JournalPosition): void;
}

/** Tells whoever owns the channel what went wrong. */
export interface RejectionReporter {
  report(rejection: Rejection): void;
}

export interface IntakeParts {
  readonly journal: Journal;
  readonly writer: PointSink;
  readonly bus: Bus;
  readonly deadLetters: DeadLetterLog;
  readonly reporter: RejectionReporter;
  /** By channel name. */
  readonly datagrams: ReadonlyMap<string, DatagramDecoder>;
  readonly decodeDevice: Decoder;
  /** WAMP topic of a device's address. */
  readonly deviceTopic: (message: Message) => string | undefined;
  readonly counts: IntakeCounts;
}

/** What intake did, for health and metrics. */
export interface IntakeCounts {
  received(message: Message): void;
  decoded(message: Message, points: number): void;
  rejected(message: Message, code: RejectionCode): void;
}

export class IntakeCore implements Intake {
  readonly #parts: IntakeParts;

  constructor(parts: IntakeParts) {
    this.#parts = parts;
  }

  /** The hot path of UDP: nobody waits for an answer. */
  datagram(message: Message): void {
    this.#parts.counts.received(message);
    const decoded = this.decode(message);
    for (const rejection of decoded.rejections) this.#refuse(rejection, "");
    if (decoded.points.length === 0) return;
    try {
      this.#keep(message, decoded);
    } catch (error) {
      this.#unavailable(message, error);
    }
  }

  async accept(message: Message): Promise<Acceptance> {
    this.#parts.counts.received(message);
    const decoded = this.decode(message);
    if (decoded.points.length === 0 && decoded.rejections.length > 0) {
      for (const rejection of decoded.rejections) this.#refuse(rejection, "");
      await this.#parts.deadLetters.durable();
      throw decoded.rejections[0]!.error;
    }
    if (decoded.points.length > 0) {
      try {
        const position = this.#keep(message, decoded);
        this.#refuseRows(decoded.rejections, position);
        await this.#parts.journal.durable();
      } catch (error) {
        this.#unavailable(message, error);
        throw error;
      }
    }
    if (decoded.rejections.length > 0) await this.#parts.deadLetters.durable();
    return { readings: decoded.points.length, rejected: decoded.rejections };
  }

  reject(message: Message, error: TelemetryError): void {
    this.#parts.counts.received(message);
    if (error.code === "unavailable" || message.payload.length === 0) this.#count({ error, message });
    else this.#refuse({ error, message }, "");
  }

  /** Pure: a replay of the journal gives the same points. */
  decode(message: Message): Decoded {
    if (message.source !== "udp") return this.#parts.decodeDevice(message);
    const decoder = this.#parts.datagrams.get(message.address);
    if (decoder !== undefined) return decoder.decode(message);
    const error = new TelemetryError(`channel '${message.address}' is not configured any more`, {
      name: "ValueError",
      stage: "decoding",
      code: "unknown-address",
    });
    return { points: [], rejections: [{ error, message }] };
  }

  /** Decodes a message of the journal again, after a crash or when the store was behind. */
  replay(message: Message, position: JournalPosition): readonly Point[] {
    const decoded = this.decode(message);
    this.#refuseRows(decoded.rejections, position);
    return withOrigin(decoded, message, position);
  }

  #keep(message: Message, decoded: Decoded): JournalPosition {
    const position = this.#parts.journal.append(message);
    this.#parts.counts.decoded(message, decoded.points.length);
    this.#parts.writer.offer(withOrigin(decoded, message, position), position);
    this.#publish(message, decoded);
    return position;
  }

  #publish(message: Message, decoded: Decoded): void {
    if (message.source === "udp") this.#publishDatagram(message, decoded);
    else this.#publishDevice(message, decoded);
  }

  #publishDatagram(message: Message, decoded: Decoded): void {
    const decoder = this.#parts.datagrams.get(message.address);
    const [point] = decoded.points;
    if (decoder === undefined || point === undefined || !this.#parts.bus.wants(decoder.channel.wampTopic)) return;
    const { codec, record } = decoder.raw(message.payload);
    this.#parts.bus.publish(decoder.channel.wampTopic, {
      args: [record],
      kwargs: {
        name: codec.name,
        id: codec.id,
        ...busRecord(point),
        hex: Buffer.from(message.payload).toString("hex"),
      },
    });
  }

  #publishDevice(message: Message, decoded: Decoded): void {
    const topic = this.#parts.deviceTopic(message);
    if (topic === undefined || !this.#parts.bus.wants(topic)) return;
    for (const point of decoded.points) {
      const kwargs: RecordedPoint & Record<string, unknown> = busRecord(point);
      this.#parts.bus.publish(topic, { args: [kwargs.values], kwargs });
    }
  }

  #refuseRows(rejections: readonly Rejection[], position: JournalPosition): void {
    for (const rejection of rejections) this.#refuse(rejection, `${position}/${rejection.row ?? 0}`);
  }

  #refuse(rejection: Rejection, key: string): void {
    this.#count(rejection);
    const { message, error } = rejection;
    this.#parts.deadLetters.add({ message, code: error.code, error: describe(rejection), key });
  }

  #count(rejection: Rejection): void {
    this.#parts.counts.rejected(rejection.message, rejection.error.code);
    this.#parts.reporter.report(rejection);
  }

  #unavailable(message: Message, error: unknown): void {
    if (!(error instanceof TelemetryError)) throw error;
    this.#count({ error, message });
  }
}

function describe({ error }: Rejection): { message: string; type: string; description: string } {
  return { message: error.message, type: error.name, description: error.message };
}

function withOrigin(decoded: Decoded, message: Message, position: JournalPosition): Point[] {
  const origin = { message, position };
  return decoded.points.map((point) => ({ ...point, origin }));
}

export type { ColumnValue };
