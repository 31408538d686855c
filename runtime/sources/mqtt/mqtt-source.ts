/** Data and events over MQTT, from the embedded broker or an external one [D22, D25–D31]. */

import { type Commands, NotSent, type WayBack } from "../../commands/command.ts";
import { downlinkOf, hasDownlinkTopic } from "../../commands/lorawan.ts";
import type { Intake } from "../../intake/intake.ts";
import type { Decoding } from "../../intake/message-kind.ts";
import { publishedChannels } from "../../publish/plan.ts";
import type { Keeping, SignalTransport } from "../../signals/signals.ts";
import { type Log, SILENT } from "../../telemetry/log.ts";
import type { OwnMark } from "../../telemetry/own-mark.ts";
import type { PartStatus } from "../../telemetry/part-status.ts";
import { shownUrl } from "../../telemetry/shown-url.ts";
import type { Configuration, NodeIdentity, Source } from "../source.ts";
import { type MqttAccess, OPEN_ACCESS } from "./access.ts";
import type { EmbeddedBroker } from "./embedded-broker.ts";
import type { ExternalClient } from "./external-client.ts";
import type { MqttSettings } from "./keys.ts";
import { type FrameTopic, Reception } from "./reception.ts";
import { frameTopics, topicFilters } from "./topic-filters.ts";

export interface MqttSourceOptions {
  readonly intake: Intake;
  readonly settings: MqttSettings;
  readonly decoding: Decoding;
  readonly clock: { nowNs(): bigint };
  /** Maximum size of a payload. */
  readonly maxPayloadBytes: number;
  readonly log?: Log;
  /** Topics for frames of channels. */
  readonly frames?: readonly FrameTopic[];
  /** WAMP topics of channels whose rows are published here. */
  readonly published?: readonly string[];
  readonly mark?: OwnMark;
  readonly commands?: Commands;
  /** For the embedded broker; absent: no access control. */
  readonly access?: MqttAccess;
  /** For a node of a cluster with an external broker. */
  readonly node?: NodeIdentity;
}

/** A topic may have 64 KiB; the rest of a packet takes a few bytes. */
const PACKET_OVERHEAD = 65_536 + 16;

/** Also the transport of error signals. */
export class MqttSource implements Source, SignalTransport {
  readonly #options: MqttSourceOptions;
  readonly #reception: Reception;
  readonly #listeners: (() => void)[] = [];
  #broker: EmbeddedBroker | undefined;
  #client: ExternalClient | undefined;

  constructor(options: MqttSourceOptions) {
    this.#options = options;
    const { takesOrders } = options.settings;
    this.#reception = new Reception({ ...options, takesOrders, log: options.log ?? SILENT });
    this.#reception.frames = options.frames ?? [];
    this.#reception.published = options.published ?? [];
  }

  /**
   * Starts the embedded broker, or begins to connect to the external one without waiting.
   * @throws Error if the address is in use or a TLS file cannot be read
   */
  async start(): Promise<void> {
    const { settings } = this.#options;
    if (settings.url === undefined) await this.#startBroker();
    else this.#client = await this.#openClient(settings.url);
  }

  /** Changes the topics of frames and realms; the broker stays. @throws Error for topics that the broker refuses */
  async reload({ settings }: Configuration): Promise<void> {
    const frames = frameTopics(settings.channels);
    this.#reception.frames = frames;
    this.#reception.published = publishedChannels(settings);
    await this.#client?.follow(filtersOf(this.#options.decoding, frames));
  }

  /** Stops acknowledging publications; error signals can still be sent. */
  async stop(): Promise<void> {
    this.#reception.stop();
  }

  async close(): Promise<void> {
    await this.#broker?.hangUp();
    const closed = [this.#client?.stop(), this.#broker?.stop()];
    this.#reception.release();
    await Promise.all(closed);
  }

  readonly wayBack: WayBack = {
    reaches: (to) => to === "mqtt" || to.startsWith("mqtt:") || hasDownlinkTopic(to),
    send: async (place, to, frame, sending) => {
      if (!this.connected) throw new NotSent("the MQTT broker is away");
      if (hasDownlinkTopic(to)) {
        const { topic, body } = downlinkOf(to, frame, sending);
        await this.#tell(topic, JSON.stringify(body));
        return;
      }
      // Frames of a channel have their own topics.
      const address = to === "mqtt" ? place : to.slice("mqtt:".length);
      await this.#tell(`${address}/command.bin`, frame);
    },
  };

  /**
   * A device that is away must not get a command when its time is over, and a broker that is back must not repeat it.
   * @throws NotSent if there is no subscriber; an external broker does not report that
   */
  async #tell(topic: string, payload: string | Uint8Array): Promise<void> {
    if (this.#broker?.hasSubscriber(topic) === false) throw new NotSent(`no client is subscribed to ${topic}`);
    await this.publish(topic, payload, "once");
  }

  get signals(): SignalTransport {
    return this;
  }

  get connected(): boolean {
    return this.#broker?.running ?? this.#client?.connected ?? false;
  }

  /** As {@link SignalTransport.publish}. */
  async publish(topic: string, payload: string | Uint8Array, keeping: Keeping = "passing"): Promise<void> {
    const broker = this.#broker ?? this.#client;
    if (broker === undefined) throw new Error("the MQTT source is not started");
    await broker.publish(topic, payload, keeping);
  }

  onConnected(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** Reads the embedded broker's TLS files again. */
  reloadTls(): void {
    this.#broker?.reloadTls();
  }

  /** Port of the embedded broker. */
  get port(): number | undefined {
    return this.#broker?.port;
  }

  lines(): readonly string[] {
    const { url, listen } = this.#options.settings;
    const address = url === undefined ? `mqtt://${listen.host}:${this.port}` : "external broker";
    return [
      `${address}  topic <realm>/<network>/<gateway>/<node>/data.json, errors on …/error.json`,
      ...this.#reception.frames.map(({ filter, channel }) => `${address}  topic ${filter}  channel ${channel}`),
    ];
  }

  status(): PartStatus {
    const counts = { ...this.#reception.counts, ...this.#broker?.counts };
    if (this.#client === undefined) {
      const { host } = this.#options.settings.listen;
      const detail = this.connected ? `embedded broker at mqtt://${host}:${this.#broker?.port}` : "not running";
      const bounds = this.#broker?.bounds;
      return { state: this.connected ? "ok" : "down", detail, counts, ...(bounds && { bounds }) };
    }
    const url = shownUrl(this.#options.settings.url ?? "");
    const { connected, problem, lastError } = this.#client;
    const told = { counts, ...(lastError && { lastError }) };
    if (connected && problem === undefined) return { state: "ok", detail: `connected to ${url}`, ...told };
    return { state: connected ? "degraded" : "down", detail: `${url}: ${problem ?? "connecting"}`, ...told };
  }

  async #startBroker(): Promise<void> {
    const { settings, access = OPEN_ACCESS, maxPayloadBytes } = this.#options;
    const maxPacketBytes = maxPayloadBytes + PACKET_OVERHEAD;
    const log = this.#options.log ?? SILENT;
    // Each side has its own library, and a process needs only one of them.
    const { EmbeddedBroker } = await import("./embedded-broker.ts");
    const broker = new EmbeddedBroker({ settings, access, maxPacketBytes, reception: this.#reception, log });
    await broker.start();
    this.#broker = broker;
    this.#announce();
  }

  async #openClient(url: string): Promise<ExternalClient> {
    const { ExternalClient } = await import("./external-client.ts");
    const { settings, decoding, log = SILENT, node } = this.#options;
    const onConnected = () => this.#announce();
    const filters = filtersOf(decoding, this.#reception.frames);
    const options = { url, settings, filters, reception: this.#reception, log, onConnected };
    return new ExternalClient({ ...options, ...(node && { node }) });
  }

  #announce(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** All subscriptions at an external broker. */
function filtersOf(decoding: Decoding, frames: readonly FrameTopic[]): string[] {
  return [...topicFilters(decoding.now.epoch.realms), ...frames.map(({ filter }) => filter)];
}
