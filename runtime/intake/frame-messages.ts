/** Binary messages of a channel, decoded by its codecs [D13–D17, D39]. The address is the channel's name. */

import { explainFrame, explanationText } from "../frames/explain-frame.ts";
import type { FrameFacts } from "../frames/frame-facts.ts";
import type { RecordHead } from "../journal/record.ts";
import type { Bus } from "../model/bus.ts";
import { ValueError } from "../model/error-signal.ts";
import type { Message } from "../model/message.ts";
import type { RecordedEntry } from "../model/message-log.ts";
import type { PagedRow } from "../model/paged-row.ts";
import type { Point, PointPlace } from "../model/point.ts";
import { rowTopic } from "../model/topics.ts";
import { busRecord, type RecordedPoint } from "./bus-record.ts";
import type { ChannelDirectory } from "./datagram-decoder.ts";
import type { Decoded } from "./intake.ts";
import { type MessageKind, type MessageOrigin, type RefusedRow, type RowTopic, showBytes } from "./message-kind.ts";

export class FrameMessages implements MessageKind {
  readonly source: string;
  readonly signals = "limited";
  readonly keepsEmpty = true;
  readonly #channels: ChannelDirectory;

  constructor(source: string, channels: ChannelDirectory) {
    this.source = source;
    this.#channels = channels;
  }

  decode(message: Message): Decoded {
    const decoder = this.#channels.decoder(message.address);
    if (decoder !== undefined) return decoder.decode(message);
    const error = new ValueError(`channel '${message.address}' is not configured any more`, "unknown-address");
    return { points: [], rejections: [{ error, message }] };
  }

  arrived(message: Message): Decoded {
    return this.#channels.decoder(message.address)?.arrived(message) ?? this.decode(message);
  }

  paged(head: Readonly<RecordHead>, entry: RecordedEntry): PagedRow | undefined {
    return this.#channels.decoder(head.address)?.paged(head, entry);
  }

  facts(message: Message): FrameFacts | undefined {
    return this.#channels.decoder(message.address)?.facts(message);
  }

  addressOf({ address }: Message): string {
    return address;
  }

  show(payload: Uint8Array, most: number): string {
    return showBytes(payload, most);
  }

  explain({ address, payload }: Message): string | undefined {
    const decoder = this.#channels.decoder(address);
    return decoder && explanationText(explainFrame(payload, decoder.table, decoder.channel.codecs.structs));
  }

  place({ address, sender }: Message): MessageOrigin {
    return { transport: this.source.toUpperCase(), kind: "channel", name: address, sender };
  }

  errorTopics({ address }: Message): readonly string[] {
    return this.#channels.decoder(address)?.errorTopics ?? [];
  }

  rowTopic({ measurement, origin }: PointPlace): RowTopic | undefined {
    const { address } = origin.message;
    const wampTopic = this.#channels.decoder(address)?.channel.wampTopic;
    return wampTopic === undefined ? undefined : { topic: rowTopic(wampTopic, measurement), channel: address };
  }

  rowOf({ origin }: Point): RefusedRow {
    return { message: origin.message };
  }

  publish(message: Message, { points }: Decoded, bus: Pick<Bus, "wants" | "publish">): void {
    const decoder = this.#channels.decoder(message.address);
    if (decoder === undefined || points.length === 0 || !bus.wants(decoder.channel.wampTopic)) return;
    const { codec, record } = decoder.raw(message);
    // Samples have rows of their own; the message's row is the one with its bytes.
    const point = points.find(({ values }) => values.at(-1) !== undefined)!;
    const samples = points.filter((each) => each !== point).map(sampleRecord);
    // Spreads would give each event its own hidden class, which only a full garbage collection frees.
    const { database, measurement, time, values } = busRecord(point);
    const hex = point.values.at(-1);
    const kwargs: Record<string, unknown> = {
      name: codec.name,
      id: codec.id,
      database,
      measurement,
      time,
      values,
      hex,
    };
    if (samples.length > 0) kwargs["samples"] = samples;
    bus.publish(decoder.channel.wampTopic, { args: [record], kwargs });
  }
}

function sampleRecord(point: Decoded["points"][number]): Pick<RecordedPoint, "time" | "values"> {
  const { time, values } = busRecord(point);
  return { time, values };
}
