/** UDP as a source: a port for each channel. */

import { cutDatagram } from "../../frames/cut-datagram.ts";
import type { Framing } from "../../frames/frame-format.ts";
import { numberedFrame, unwrapped } from "../../frames/numbered-frame.ts";
import { FrameMessages } from "../../intake/frame-messages.ts";
import { NotSent, type ReplyPath } from "../../model/command.ts";
import { TelemetryError, ValueError } from "../../model/error-signal.ts";
import type { Message } from "../../model/message.ts";
import type { PartStatus } from "../../model/part-status.ts";
import type { Configuration, Source, SourceContext, SourceType } from "../source.ts";
import { openReceiverEarly } from "./receiver-thread.ts";
import type { UdpSource } from "./udp-source.ts";

export const udp: SourceType = {
  name: "udp",
  messages: ({ channels }) => new FrameMessages("udp", channels),
  make: async (context) => new UdpSourceOnDemand(context),
};

class UdpSourceOnDemand implements Source {
  readonly #context: SourceContext;
  #receiver: UdpSource | undefined;
  /** Channels whose datagrams may contain several frames. */
  #framings: ReadonlyMap<string, Framing> = new Map();
  /** Channels that acknowledge numbered frames. */
  #acknowledging: ReadonlySet<string> = new Set();
  /** WAMP topics of the channels. */
  #topics: readonly string[] = [];
  #skippedBytes = 0;
  #acknowledged = 0;

  readonly #replyPath: ReplyPath = {
    reaches: (to) => to.startsWith("udp://"),
    send: async (place, to, frame) => {
      if (this.#receiver === undefined) throw new NotSent("UDP has been stopped");
      await this.#receiver.send(place.slice(place.indexOf("/") + 1), to.slice("udp://".length), frame);
    },
  };

  readonly replyPaths = [this.#replyPath];

  constructor(context: SourceContext) {
    this.#context = context;
    // It loads while the store is opened.
    if (context.configuration.settings.channels.some(({ udpPort }) => udpPort !== undefined)) openReceiverEarly();
  }

  async start(): Promise<void> {
    const { UdpSource } = await import("./udp-source.ts");
    const { intake, bus, clock, unaskedMs, log, onFailed } = this.#context;
    this.#receiver = new UdpSource({
      onDatagram: (message) => this.#take(message),
      onForbidden: (message) => intake.reject(message, notAllowed(message)),
      isAwaited: () => this.#acknowledging.size > 0 || this.#topics.some((topic) => bus.wants(topic)),
      unaskedMs,
      onEnded: (sentence) => log.warn({ event: "udp.thread-ended" }, sentence),
      clock,
      onFailed,
    });
    await this.reload(this.#context.configuration);
  }

  async reload({ settings }: Configuration): Promise<void> {
    this.#framings = new Map(
      settings.channels.flatMap(({ name, framing }) => (framing ? [[name, framing] as const] : [])),
    );
    this.#acknowledging = new Set(
      settings.channels.flatMap(({ name, acknowledges }) => (acknowledges === true ? [name] : [])),
    );
    this.#topics = settings.channels.map(({ wampTopic }) => wampTopic);
    if (this.#receiver !== undefined) await this.#context.channels.apply(settings.channels, this.#receiver);
  }

  #take(message: Message): void {
    const { intake, decoding, clock } = this.#context;
    if (this.#acknowledging.has(message.address) && this.#takeNumbered(message)) return;
    const framing = this.#framings.get(message.address);
    const table = framing && decoding.now.epoch.channels.decoder(message.address)?.table;
    const parts = framing && table && cutDatagram(message.payload, framing, table);
    if (parts === undefined) {
      intake.take({ message });
      return;
    }
    for (const [index, { kind, bytes }] of parts.entries()) {
      // Rows with the same time would be merged.
      const receivedNs = index === 0 ? message.receivedNs : clock.nowNs();
      const part = { ...message, payload: bytes, receivedNs };
      if (kind === "frame") intake.take({ message: part });
      else {
        this.#skippedBytes += bytes.length;
        intake.reject(part, new ValueError(`${bytes.length} bytes of the datagram belong to no frame`, "skipped"));
      }
    }
  }

  /** False if the datagram is not a numbered frame. */
  #takeNumbered(message: Message): boolean {
    const found = numberedFrame(message.payload);
    if (found === undefined) return false;
    const { key, acknowledgement } = found;
    const acknowledge = () => {
      this.#acknowledged++;
      this.#receiver?.answer(message.address, message.sender, acknowledgement);
    };
    // A permanently refused frame is kept as a dead letter, so the board may forget it.
    const refuse = (reason: Error) => {
      if (reason instanceof TelemetryError && reason.code !== "unavailable") acknowledge();
    };
    this.#context.intake.take({ message: unwrapped(message, found), key, acknowledge, refuse });
    return true;
  }

  async stop(): Promise<void> {
    await this.#receiver?.stop();
  }

  lines(): readonly string[] {
    return this.#context.channels.lines();
  }

  status(): PartStatus {
    const received = this.#receiver?.status() ?? { state: "down", detail: "not started" };
    const { counts, ...rest } = received;
    const skipped = this.#skippedBytes > 0 && { skippedBytes: this.#skippedBytes };
    const acknowledged = this.#acknowledged > 0 && { acknowledged: this.#acknowledged };
    const status: PartStatus = { ...rest, ...(counts && { counts: { ...counts, ...skipped, ...acknowledged } }) };
    const [problem] = this.#context.channels.problems();
    // Some configured channels are not served.
    return status.state !== "ok" || problem === undefined ? status : { ...status, state: "degraded", detail: problem };
  }
}

function notAllowed({ sender }: Message): ValueError {
  return new ValueError(`sender ${sender} is outside 'allow_from'`, "forbidden");
}
