/**
 * Converts publications to messages for intake; sorts out those that are not data and those that were received before.
 */

import { numberedFrame, unwrapped } from "../../frames/numbered-frame.ts";
import type { Addressing } from "../../intake/addressing.ts";
import { accepted, type Intake } from "../../intake/intake.ts";
import type { Decoding } from "../../intake/message-kind.ts";
import type { Log } from "../../lib/log.ts";
import { RequestError } from "../../lib/request-error.ts";
import { channelId, PACKED_ENDINGS } from "../../model/address.ts";
import { type BodyReader, readerOf } from "../../model/body-reader.ts";
import type { Commands } from "../../model/command.ts";
import { ACCESS_ERROR, TelemetryError, unexpectedError, ValueError } from "../../model/error-signal.ts";
import type { Message } from "../../model/message.ts";
import type { OwnMark } from "../../model/own-mark.ts";
import type { Published, TopicHandler } from "../../model/topics.ts";
import { DropFields } from "../http/drop-fields.ts";
import { packedAsJson } from "../http/packed-bodies.ts";
import { DeliveryMemory, type DeliveryOutcome, formatSender } from "./delivery-memory.ts";
import { topicTest } from "./matching.ts";
import { StrayTopics } from "./strays.ts";

export interface Publication extends Published {
  readonly qos: 0 | 1 | 2;
  /** The broker sent it because it was retained for new subscribers, not because it was published now. */
  readonly replayed: boolean;
  /** Called with the reason if the publication becomes a dead letter, so that its sender can be informed at once. */
  readonly onRejected?: (sentence: string) => void;
}

/** What it needs of a source's context. */
export interface ReceptionOptions {
  readonly intake: Intake;
  readonly decoding: Decoding;
  readonly log: Log;
  readonly commands?: Commands;
  readonly topicHandlers?: readonly TopicHandler[];
  readonly bodyReaders?: readonly BodyReader[];
  readonly mark?: OwnMark;
  readonly clock: { nowNs(): bigint };
  readonly maxPayloadBytes: number;
  /** False: another service at the broker takes them. */
  readonly takesOrders?: boolean;
}

export interface FrameTopic {
  readonly filter: string;
  readonly channel: string;
  /** Frames may have a number from their board. */
  readonly isNumbered?: boolean;
}

export interface ReceptionCounts {
  received: number;
  /** Retained messages that the broker sent again. */
  retained: number;
  duplicates: number;
  /** Publications on topics of our realms that have no meaning. */
  strays: number;
  /** Not kept because nothing can be kept at the moment: QoS 1 will be repeated, QoS 0 is lost. */
  unavailable: number;
}

export class Reception {
  readonly counts: ReceptionCounts = { received: 0, retained: 0, duplicates: 0, strays: 0, unavailable: 0 };
  readonly #options: ReceptionOptions;
  readonly #deliveries = new DeliveryMemory();
  readonly #strays: StrayTopics;
  readonly #dropFields: () => DropFields;
  #stopped: Promise<DeliveryOutcome> | undefined;
  /** Topics for frames of channels; a reload changes them. */
  frames: readonly FrameTopic[] = [];
  /** WAMP topics of channels whose rows are published here; a reload changes them. */
  published: readonly string[] = [];

  constructor(options: ReceptionOptions) {
    this.#options = options;
    this.#dropFields = DropFields.now(options.decoding);
    this.#strays = new StrayTopics(() => options.decoding.now.epoch.realms);
  }

  get #addressing(): Addressing {
    return this.#options.decoding.now.addressing;
  }

  /**
   * From now on, publications are not kept. `release` refuses them; until then their sender can still receive messages.
   */
  stop(): void {
    this.#stopped ??= new Promise((resolve) => {
      this.release = () => resolve("refused");
    });
  }

  release: () => void = () => {};

  /**
   * Resolves to `kept` when the publication may be acknowledged: it is durable, or kept as a dead letter, or not data.
   */
  async receive(publication: Publication): Promise<DeliveryOutcome> {
    try {
      return await this.#receive(publication);
    } catch (error) {
      return this.#unexpected(error, publication);
    }
  }

  async #receive(publication: Publication): Promise<DeliveryOutcome> {
    // With a subscription to all topics, the broker returns the service's own publications.
    if (this.#addressing.topics.isOwn(publication.topic, this.published)) return "kept";
    if (this.#options.mark?.isOn(publication.topic, publication.payload) === true) return "kept";
    if (this.#isNews(publication)) return "kept";
    if (this.#options.takesOrders === false && this.#addressing.topics.isCommand(publication.topic)) return "kept";
    if (!this.#isData(publication.topic)) {
      this.#tellStray(publication);
      return "kept";
    }
    if (this.#stopped !== undefined) return this.#stopped;
    if (publication.replayed || isErasure(publication)) {
      this.counts.retained++;
      this.#tellRetained(publication);
      return "kept";
    }
    this.counts.received++;
    return this.#once(publication);
  }

  /** The acknowledgement is sent now: from here on, its packet identifier may belong to another publication. */
  acknowledged({ clientId, messageId }: Pick<Publication, "clientId" | "messageId">): void {
    if (messageId !== undefined) this.#deliveries.forget({ clientId, messageId });
  }

  /** Counts a publication that access control refused. */
  forbid(publication: Publication): void {
    if (!this.#isData(publication.topic)) return;
    const error = new TelemetryError("Publishing to this topic is denied", { name: ACCESS_ERROR, code: "forbidden" });
    const message = { ...this.#message(publication), payload: new Uint8Array() };
    this.#options.intake.reject(message, error);
  }

  #tellStray(publication: Publication): void {
    if (publication.replayed || isErasure(publication) || !this.#strays.isOurs(publication.topic)) return;
    this.counts.strays++;
    const error = this.#strays.note(publication.topic);
    if (error !== undefined) this.#options.intake.reject(this.#message(publication), error);
  }

  // Topics of other programs are ignored; a topic that looks like data but has no address is an error.
  #isData(topic: string): boolean {
    if (this.#frameTopic(topic) !== undefined || this.#handlerOf(topic) !== undefined) return true;
    if (/(^|\/)(data|event)\.json$/.test(topic) || packedType(topic) !== undefined) return true;
    const { problem } = this.#addressing.parseTopic(topic, this.#options.decoding.now.epoch.realms);
    return problem === undefined || (problem.code === "unknown-realm" && /\/data\/[^/]+$/.test(topic));
  }

  /** Whether a network server's report about a command is new: retained and repeated reports are not. */
  #isNews({ topic, payload, retain, replayed }: Publication): boolean {
    const { networks } = this.#addressing;
    const uplinks = networks.reportedOn(topic);
    const address = uplinks && this.#addressing.parseTopic(uplinks, this.#options.decoding.now.epoch.realms).address;
    if (!address || payload.length > this.#options.maxPayloadBytes) return false;
    const event = retain || replayed ? undefined : networks.topicReport(topic, payload);
    if (event !== undefined) this.#options.commands?.networkSays(channelId(address).slice(1), event);
    return true;
  }

  /** The part that receives on this topic. */
  #handlerOf(topic: string): TopicHandler | undefined {
    if (!this.#addressing.topics.isCommand(topic)) return undefined;
    return this.#options.topicHandlers?.find((handler) => handler.takes(topic));
  }

  /** The handler decides what is kept; errors are signalled. */
  async #handed(publication: Publication, handler: TopicHandler): Promise<DeliveryOutcome> {
    try {
      await handler.receive(publication);
      return "kept";
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      if (error.status === 503) return "refused";
      publication.onRejected?.(error.message);
      this.#rejectHanded(publication, handler, error);
      return "kept";
    }
  }

  /** Its broker sends it again after each connection. */
  #tellRetained(publication: Publication): void {
    const { topic, payload } = publication;
    const handler = payload.length === 0 ? undefined : this.#handlerOf(topic);
    const why = handler?.retained(topic);
    if (handler !== undefined && why !== undefined)
      this.#rejectHanded(publication, handler, { status: 400, message: why });
  }

  #rejectHanded(
    publication: Publication,
    { errorName: name }: TopicHandler,
    { status, message }: Pick<RequestError, "status" | "message">,
  ): void {
    const code = status === 403 ? "forbidden" : "bad-value";
    const shown = { ...this.#message(publication), address: publication.topic, payload: new Uint8Array() };
    this.#options.intake.reject(shown, new TelemetryError(message, { name, code }));
  }

  /** The channel whose frames arrive on this topic. */
  #frameTopic(topic: string): FrameTopic | undefined {
    return this.frames.find(({ filter }) => topicTest(filter)(topic));
  }

  async #once(publication: Publication): Promise<DeliveryOutcome> {
    const { messageId, clientId, topic, payload } = publication;
    if (messageId === undefined) return this.#accept(publication);
    const delivery = { clientId, messageId, topic, payload };
    let earlier = publication.dup ? this.#deliveries.earlier(delivery) : undefined;
    while (earlier !== undefined) {
      if ((await earlier) === "kept") {
        this.counts.duplicates++;
        return "kept";
      }
      // If two repetitions waited for a refusal, only the first of them is accepted.
      const last = this.#deliveries.earlier(delivery);
      earlier = last === earlier ? undefined : last;
    }
    const outcome = this.#accept(publication);
    this.#deliveries.note(delivery, outcome);
    return outcome;
  }

  async #accept(publication: Publication): Promise<DeliveryOutcome> {
    if (publication.payload.length > this.#options.maxPayloadBytes) {
      this.#refuseLarge(publication);
      return "kept";
    }
    const handler = this.#handlerOf(publication.topic);
    if (handler !== undefined) return this.#handed(publication, handler);
    try {
      const isNumbered = this.#frameTopic(publication.topic)?.isNumbered === true;
      const numbered = isNumbered ? numberedFrame(publication.payload) : undefined;
      const messages = await this.#read(this.#message(publication));
      const given = numbered ? messages.map((message) => unwrapped(message, numbered)) : messages;
      const reason = await this.#acceptAll(given, numbered?.key);
      if (reason === undefined) this.#strays.noteData(publication.topic);
      else publication.onRejected?.(reason);
      return "kept";
    } catch (error) {
      return this.#refused(error, publication);
    }
  }

  /** One that is refused for good takes no others with it. @returns why the first of those was refused @throws the others' reason */
  async #acceptAll(messages: readonly Message[], key: string | undefined): Promise<string | undefined> {
    let reason: string | undefined;
    for (const message of messages) {
      try {
        await accepted(this.#options.intake, message, key);
      } catch (error) {
        if (!isForGood(error)) throw error;
        reason ??= error.message;
      }
    }
    return reason;
  }

  /** What the log takes of the message. @throws TelemetryError after the message was rejected */
  async #read(message: Message): Promise<readonly Message[]> {
    const { decoding, bodyReaders = [] } = this.#options;
    if (bodyReaders.length === 0 || message.source !== "mqtt") return [await this.#unpacked(message)];
    const { address } = this.#addressing.parseTopic(message.address, decoding.now.epoch.realms);
    const reader = readerOf(bodyReaders, message, address);
    if (reader === undefined || address === undefined) return [await this.#unpacked(message)];
    try {
      return (await reader.read(message, address)).map((each) => this.#dropFields().stripRead(each));
    } catch (error) {
      throw await this.#rejected(message, error);
    }
  }

  /** @throws TelemetryError after the message was rejected */
  async #unpacked(message: Message): Promise<Message> {
    const type = message.source === "mqtt" ? packedType(message.address) : undefined;
    if (type === undefined) return message;
    try {
      const payload = this.#dropFields().strip(await packedAsJson(type, message.payload));
      return { ...message, contentType: "application/json", payload };
    } catch (error) {
      throw await this.#rejected(message, error);
    }
  }

  /** Keeps a message that cannot be read. @returns the reason */
  async #rejected(message: Message, error: unknown): Promise<unknown> {
    if (error instanceof TelemetryError) await this.#options.intake.rejectDurably(message, error);
    return error;
  }

  // Intake has signalled and kept what it refuses; only a message that it cannot keep must be repeated.
  async #refused(error: unknown, publication: Publication): Promise<DeliveryOutcome> {
    if (isForGood(error)) {
      publication.onRejected?.(error.message);
      return "kept";
    }
    if (!(error instanceof TelemetryError)) return this.#unexpected(error, publication);
    this.counts.unavailable++;
    return "refused";
  }

  /** A defect of structline stays one if the client sends the message again: it becomes a dead letter with the reason. */
  async #unexpected(error: unknown, publication: Publication): Promise<DeliveryOutcome> {
    this.#options.log.error({ event: "mqtt.accept", error: String(error) }, "an MQTT message could not be accepted");
    try {
      if (isOfTheSystem(error)) throw error;
      const reason = unexpectedError(error);
      await this.#options.intake.rejectDurably(this.#message(publication), reason);
      publication.onRejected?.(reason.message);
      return "kept";
    } catch {
      this.counts.unavailable++;
      return "refused";
    }
  }

  #refuseLarge(publication: Publication): void {
    const { maxPayloadBytes, intake } = this.#options;
    const error = new ValueError(`Message is larger than ${maxPayloadBytes} bytes`, "too-large");
    intake.reject({ ...this.#message(publication), payload: new Uint8Array() }, error);
    publication.onRejected?.(error.message);
  }

  #message({ topic, payload, clientId, messageId }: Publication): Message {
    const channel = this.#frameTopic(topic)?.channel;
    const receivedNs = this.#options.clock.nowNs();
    if (channel !== undefined)
      return { source: "frames", address: channel, sender: `mqtt:${topic}`, contentType: "", receivedNs, payload };
    const isBinary = topic.endsWith("/data.bin") || packedType(topic) !== undefined;
    const body = isBinary ? payload : this.#dropFields().strip(payload);
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

/** The message would be refused again. */
function isForGood(error: unknown): error is TelemetryError {
  return error instanceof TelemetryError && error.code !== "unavailable";
}

/** A disk or a socket failed: it may work again later. */
function isOfTheSystem(error: unknown): boolean {
  return error instanceof Error && "syscall" in error;
}

/** The content type of a body in another form than JSON. */
function packedType(topic: string): string | undefined {
  return PACKED_ENDINGS[topic.slice(topic.lastIndexOf("/") + 1)];
}

function contentTypeOf(topic: string): string {
  const packed = packedType(topic);
  if (packed !== undefined) return packed;
  if (topic.endsWith(".json")) return "application/json";
  return topic.endsWith("/data.bin") ? "application/octet-stream" : "text/plain";
}

// An empty retained message deletes the retained one. [MQTT-3.3.1-10]
function isErasure({ payload, retain }: Publication): boolean {
  return retain && payload.length === 0;
}
