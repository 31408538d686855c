/** Publications → messages for intake: what is data, what is not, what was here before. */

import { type Commander, type Commands, OrderError } from "../../commands/command.ts";
import { networkEvent, uplinkTopicOf } from "../../commands/lorawan.ts";
import { orderOf } from "../../commands/read-order.ts";
import { numberedFrame, unwrapped } from "../../frames/numbered-frame.ts";
import { accepted, type Intake } from "../../intake/intake.ts";
import { type Decoding, perEpoch } from "../../intake/message-kind.ts";
import { channelId, parsePath } from "../../telemetry/address.ts";
import { NotYetDurable, TelemetryError } from "../../telemetry/error-signal.ts";
import type { Log } from "../../telemetry/log.ts";
import type { Message } from "../../telemetry/message.ts";
import type { OwnMark } from "../../telemetry/own-mark.ts";
import { isCommandTopic, isOwnTopic } from "../../telemetry/own-topics.ts";
import { parseOwnTopic } from "../dialects/dialects.ts";
import { DropFields } from "../http/drop-fields.ts";
import { DeliveryMemory, type DeliveryOutcome, formatSender } from "./delivery-memory.ts";
import { StrayTopics } from "./strays.ts";

export interface Publication {
  readonly topic: string;
  readonly payload: Uint8Array;
  readonly qos: 0 | 1 | 2;
  readonly dup: boolean;
  readonly retain: boolean;
  /** Absent at QoS 0. */
  readonly messageId: number | undefined;
  /** Empty where the broker does not tell. */
  readonly clientId: string;
  /** Sent by the broker because it was kept for new subscribers, not because it was published now. */
  readonly replayed: boolean;
  /** Called where it is kept as a dead letter, with why: its sender may be told at once. */
  readonly onRejected?: (sentence: string) => void;
  /** Who orders commands; absent where the broker does not tell. */
  readonly commander?: Commander;
}

export interface ReceptionOptions {
  readonly intake: Intake;
  readonly decoding: Decoding;
  readonly clock: { nowNs(): bigint };
  readonly maxPayloadBytes: number;
  /** On messages of our own, which are not taken in. */
  readonly mark?: OwnMark;
  readonly log: Log;
  readonly commands?: Commands;
}

export interface FrameTopic {
  readonly filter: string;
  readonly channel: string;
  /** Frames may be numbered by their boards. */
  readonly isNumbered?: boolean;
}

export interface ReceptionCounts {
  received: number;
  /** Retained messages that the broker sent again. */
  retained: number;
  duplicates: number;
  /** On topics of our realms that mean nothing. */
  strays: number;
  /** Not kept, because nothing can be kept at the moment: QoS 1 will come again, QoS 0 is lost. */
  unavailable: number;
}

export class Reception {
  readonly counts: ReceptionCounts = { received: 0, retained: 0, duplicates: 0, strays: 0, unavailable: 0 };
  readonly #options: ReceptionOptions;
  readonly #deliveries = new DeliveryMemory();
  readonly #strays: StrayTopics;
  readonly #dropFields: () => DropFields;
  #stopped: Promise<DeliveryOutcome> | undefined;
  /** Topics that carry frames of channels; they change on reload. */
  frames: readonly FrameTopic[] = [];
  /** WAMP topics of channels whose rows are published here; they change on reload. */
  published: readonly string[] = [];

  constructor(options: ReceptionOptions) {
    this.#options = options;
    this.#dropFields = perEpoch(options.decoding, ({ dropFields }) => new DropFields(dropFields));
    this.#strays = new StrayTopics(() => options.decoding.now.epoch.realms);
  }

  /** What comes from now on is not kept, and refused by `release`: until then its sender can still be told other things. */
  stop(): void {
    this.#stopped ??= new Promise((resolve) => {
      this.release = () => resolve("refused");
    });
  }

  release: () => void = () => {};

  /** Resolves `kept` when the publication may be acknowledged: it is durable, or kept as a dead letter, or no data. */
  async receive(publication: Publication): Promise<DeliveryOutcome> {
    // What the service publishes comes back from a broker whose whole tree is subscribed to.
    if (isOwnTopic(publication.topic, this.published)) return "kept";
    if (this.#options.mark?.isOn(publication.topic, publication.payload) === true) return "kept";
    if (this.#isNews(publication)) return "kept";
    if (!this.#isData(publication.topic)) {
      this.#tellStray(publication);
      return "kept";
    }
    if (this.#stopped !== undefined) return this.#stopped;
    if (publication.replayed || isErasure(publication)) {
      this.counts.retained++;
      return "kept";
    }
    this.counts.received++;
    return this.#once(publication);
  }

  /** Its acknowledgement leaves now: from here on its packet identifier may be another publication's. */
  acknowledged({ clientId, messageId }: Pick<Publication, "clientId" | "messageId">): void {
    if (messageId !== undefined) this.#deliveries.forget({ clientId, messageId });
  }

  /** A publication that access control turns away. */
  forbid(publication: Publication): void {
    if (!this.#isData(publication.topic)) return;
    const options = { name: "AccessError", stage: "receiving", code: "forbidden" } as const;
    const message = { ...this.#message(publication), payload: new Uint8Array() };
    this.#options.intake.reject(message, new TelemetryError("Publishing to this topic is denied", options));
  }

  #tellStray(publication: Publication): void {
    if (publication.replayed || isErasure(publication) || !this.#strays.isOurs(publication.topic)) return;
    this.counts.strays++;
    const error = this.#strays.note(publication.topic);
    if (error !== undefined) this.#options.intake.reject(this.#message(publication), error);
  }

  // Topics of other programs pass; what looks like data but has no address is worth an error.
  #isData(topic: string): boolean {
    if (this.#frameTopic(topic) !== undefined || this.#commandedBy(topic) !== undefined) return true;
    if (/(^|\/)(data|event)\.json$/.test(topic)) return true;
    const { problem } = parseOwnTopic(topic, this.#options.decoding.now.epoch.realms);
    return problem === undefined || (problem.code === "unknown-realm" && /\/data\/[^/]+$/.test(topic));
  }

  /** A network server says what became of a command; what it said before is not said again. */
  #isNews({ topic, payload, retain, replayed }: Publication): boolean {
    const uplinks = uplinkTopicOf(topic);
    const address = uplinks && parseOwnTopic(uplinks, this.#options.decoding.now.epoch.realms).address;
    if (!address || payload.length > this.#options.maxPayloadBytes) return false;
    const event = retain || replayed ? undefined : networkEvent(topic, payload);
    if (event !== undefined) this.#options.commands?.networkSays(channelId(address).slice(1), event);
    return true;
  }

  /** The place that the topic orders commands for. */
  #commandedBy(topic: string): string | undefined {
    const { commands, decoding } = this.#options;
    if (commands === undefined || !isCommandTopic(topic)) return undefined;
    const written = topic.slice(0, topic.lastIndexOf("/"));
    const { address } = parsePath(`${written}/data`, decoding.now.epoch.realms);
    const place = address === undefined ? written : channelId(address).slice(1);
    return commands.takes(place) ? place : undefined;
  }

  /** What is kept of an order the desk says; what is wrong with it is signalled. */
  async #order(publication: Publication, place: string): Promise<DeliveryOutcome> {
    const { topic, payload, dup, clientId, messageId, retain, commander } = publication;
    try {
      if (retain) throw new OrderError(400, "A command is not to be retained: it would be given again");
      const { order } = orderOf(parsed(payload));
      // Sent again by its client after a restart of the service, it is the same order.
      const key =
        messageId === undefined ? {} : { key: `mqtt ${clientId} ${messageId}`, ...(!dup && { isNew: true as const }) };
      await this.#options.commands?.order(place, { ...order, ...key }, commander ?? { user: clientId || "mqtt" });
      return "kept";
    } catch (error) {
      if (!(error instanceof OrderError)) throw error;
      if (error.status === 503) return "refused";
      publication.onRejected?.(error.message);
      const options = {
        name: "CommandError",
        stage: "receiving",
        code: error.status === 403 ? "forbidden" : "bad-value",
      } as const;
      this.#options.intake.reject(
        { ...this.#message(publication), address: topic, payload: new Uint8Array() },
        new TelemetryError(error.message, options),
      );
      return "kept";
    }
  }

  /** The channel whose frames come on this topic. */
  #frameTopic(topic: string): FrameTopic | undefined {
    return this.frames.find(({ filter }) => matchesFilter(filter, topic));
  }

  async #once(publication: Publication): Promise<DeliveryOutcome> {
    const { messageId, clientId, topic, payload } = publication;
    if (messageId === undefined) return this.#accept(publication);
    const delivery = { clientId, messageId, topic, payload };
    const earlier = publication.dup ? await this.#deliveries.earlier(delivery) : undefined;
    if (earlier === "refused" || earlier === undefined) {
      const outcome = this.#accept(publication);
      this.#deliveries.note(delivery, outcome);
      return outcome;
    }
    this.counts.duplicates++;
    if (earlier !== "kept") this.#deliveries.note(delivery, this.#keptAtLast(earlier));
    return (await this.#deliveries.earlier(delivery)) ?? "refused";
  }

  // The first delivery is in the journal's memory: accepted again, it would make a second row.
  async #keptAtLast(first: NotYetDurable): Promise<DeliveryOutcome> {
    try {
      await first.durable();
      return "kept";
    } catch {
      this.counts.unavailable++;
      return first;
    }
  }

  async #accept(publication: Publication): Promise<DeliveryOutcome> {
    if (publication.payload.length > this.#options.maxPayloadBytes) {
      this.#refuseLarge(publication);
      return "kept";
    }
    const place = this.#commandedBy(publication.topic);
    if (place !== undefined) return this.#order(publication, place);
    try {
      const message = this.#message(publication);
      const isNumbered = this.#frameTopic(publication.topic)?.isNumbered === true;
      const numbered = isNumbered ? numberedFrame(publication.payload) : undefined;
      await accepted(this.#options.intake, numbered ? unwrapped(message, numbered) : message, numbered?.key);
      this.#strays.heard(publication.topic);
      return "kept";
    } catch (error) {
      return this.#refused(error, publication);
    }
  }

  // Whatever intake refuses, it has signalled and kept; only what it cannot keep at all has to come again.
  #refused(error: unknown, { onRejected }: Publication): DeliveryOutcome {
    if (error instanceof TelemetryError && error.code !== "unavailable") {
      onRejected?.(error.message);
      return "kept";
    }
    this.counts.unavailable++;
    if (error instanceof NotYetDurable) return error;
    if (!(error instanceof TelemetryError)) {
      this.#options.log.error({ event: "mqtt.accept", error: String(error) }, "an MQTT message could not be accepted");
    }
    return "refused";
  }

  #refuseLarge(publication: Publication): void {
    const { maxPayloadBytes, intake } = this.#options;
    const options = { name: "ValueError", stage: "receiving", code: "too-large" } as const;
    const error = new TelemetryError(`Message is larger than ${maxPayloadBytes} bytes`, options);
    intake.reject({ ...this.#message(publication), payload: new Uint8Array() }, error);
    publication.onRejected?.(error.message);
  }

  #message({ topic, payload, clientId, messageId }: Publication): Message {
    const channel = this.#frameTopic(topic)?.channel;
    const receivedNs = this.#options.clock.nowNs();
    if (channel !== undefined)
      return { source: "frames", address: channel, sender: `mqtt:${topic}`, contentType: "", receivedNs, payload };
    const body = topic.endsWith("/data.bin") ? payload : this.#dropFields().strip(payload);
    return {
      source: "mqtt",
      address: topic,
      sender: formatSender(clientId, messageId),
      contentType: contentTypeOf(topic),
      receivedNs,
      payload: body,
    };
  }
}

/** Undefined: it is not JSON. */
function parsed(payload: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(payload).toString());
  } catch {
    return undefined;
  }
}

function contentTypeOf(topic: string): string {
  if (topic.endsWith(".json")) return "application/json";
  return topic.endsWith("/data.bin") ? "application/octet-stream" : "text/plain";
}

/** [MQTT 3.1.1, 4.7] */
function matchesFilter(filter: string, topic: string): boolean {
  const wanted = filter.split("/");
  const levels = topic.split("/");
  if (topic.startsWith("$") && !filter.startsWith("$")) return false;
  for (const [index, level] of wanted.entries()) {
    if (level === "#") return true;
    if (index >= levels.length || (level !== "+" && level !== levels[index])) return false;
  }
  return wanted.length === levels.length;
}

// An empty retained message erases what the broker keeps. [MQTT-3.3.1-10]
function isErasure({ payload, retain }: Publication): boolean {
  return retain && payload.length === 0;
}
