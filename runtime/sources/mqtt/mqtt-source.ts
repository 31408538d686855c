/** Data and events over MQTT, from the broker inside the service or an external one [D22, D25–D31]. */

import { shownUrl } from "../../lib/shown-url.ts";
import { NotSent, type ReplyPath } from "../../model/command.ts";
import type { DeviceNetworks } from "../../model/device-network.ts";
import type { PartStatus } from "../../model/part-status.ts";
import type { Keeping, SignalTransport } from "../../model/signal-transport.ts";
import type { Configuration, Source, SourceContext } from "../source.ts";
import { OPEN_ACCESS } from "./access.ts";
import type { Broker } from "./broker-kind.ts";
import { MQTT_COUNTERS } from "./counters.ts";
import type { ExternalClient } from "./external-client.ts";
import type { MqttSettings } from "./keys.ts";
import { Reception } from "./reception.ts";
import { frameTopics, topicFilters } from "./topic-filters.ts";

type MqttContext = Pick<SourceContext, "intake" | "configuration" | "decoding" | "clock" | "log"> &
  Partial<
    Pick<
      SourceContext,
      "mark" | "published" | "commands" | "topicHandlers" | "bodyReaders" | "access" | "node" | "broker"
    >
  >;

/** A topic may have 64 KiB; the rest of a packet takes a few bytes. */
const PACKET_OVERHEAD = 65_536 + 16;

const NO_BROKER = "off: this build has no broker, and [mqtt] url names none";

/** Also the transport of error signals. */
export class MqttSource implements Source, SignalTransport {
  readonly #context: MqttContext;
  readonly #reception: Reception;
  readonly #listeners: (() => void)[] = [];
  #broker: Broker | undefined;
  #client: ExternalClient | undefined;

  constructor(context: MqttContext) {
    this.#context = context;
    const { mqtt, http } = context.configuration.settings;
    this.#reception = new Reception({ ...context, takesOrders: mqtt.takesOrders, maxPayloadBytes: http.maxBodyBytes });
    this.#setTopics(context.configuration);
  }

  get #settings(): MqttSettings {
    return this.#context.configuration.settings.mqtt;
  }

  #setTopics({ settings }: Configuration): void {
    this.#reception.frames = frameTopics(settings.channels);
    this.#reception.published = this.#context.published?.() ?? [];
  }

  /**
   * Starts the broker inside the service, or begins to connect to the external one.
   * @throws Error if the address is in use or a TLS file cannot be read
   */
  async start(): Promise<void> {
    const { url } = this.#settings;
    if (url === undefined) await this.#startBroker();
    else this.#client = await this.#openClient(url);
  }

  /** Resolves when an external broker sends what is published from then on, or cannot be reached. */
  async tried(): Promise<void> {
    await this.#client?.tried;
  }

  /** Changes the topics of frames and realms; the broker stays. @throws Error for topics that the broker refuses */
  async reload(configuration: Configuration): Promise<void> {
    this.#setTopics(configuration);
    await this.#client?.follow(this.#filters());
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

  readonly #replyPath: ReplyPath = {
    reaches: (to) => to === "mqtt" || to.startsWith("mqtt:") || this.#networks.reaches(to),
    send: async (place, to, frame, sending) => {
      if (!this.connected) throw new NotSent("the MQTT broker is away");
      const downlink = this.#networks.downlink(to, frame, sending);
      if (downlink !== undefined) {
        await this.#tell(downlink.topic, JSON.stringify(downlink.body));
        return;
      }
      // Frames of a channel have their own topics.
      const address = to === "mqtt" ? place : to.slice("mqtt:".length);
      await this.#tell(`${address}/command.bin`, frame);
    },
  };

  readonly replyPaths = [this.#replyPath];

  get #networks(): DeviceNetworks {
    return this.#context.decoding.now.addressing.networks;
  }

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

  reloadTls(): void {
    this.#broker?.reloadTls();
  }

  /** Port of the broker inside the service. */
  get port(): number | undefined {
    return this.#broker?.port;
  }

  lines(): readonly string[] {
    const { url } = this.#settings;
    const address = url === undefined ? this.#broker?.url : shownUrl(url);
    if (address === undefined) return [NO_BROKER];
    return [
      `${address}  topic <realm>/<network>/<gateway>/<node>/data.json, errors on …/error.json`,
      ...this.#reception.frames.map(({ filter, channel }) => `${address}  topic ${filter}  channel ${channel}`),
    ];
  }

  status(): PartStatus {
    const counts = MQTT_COUNTERS.of({ ...this.#reception.counts, ...this.#broker?.counts });
    if (this.#client === undefined) return { ...this.#brokerStatus(), counts };
    const url = shownUrl(this.#settings.url ?? "");
    const { connected, subscribed, problem, lastError } = this.#client;
    const common = { counts, ...(lastError && { lastError }) };
    if (subscribed && problem === undefined) return { state: "ok", detail: `connected to ${url}`, ...common };
    return {
      state: connected && problem !== undefined ? "degraded" : "down",
      detail: `${url}: ${problem ?? "connecting"}`,
      ...common,
    };
  }

  #brokerStatus(): PartStatus {
    if (this.#context.broker === undefined) return { state: "ok", detail: NO_BROKER };
    if (this.#broker?.running !== true) return { state: "down", detail: "not running" };
    const { url, bounds } = this.#broker;
    return { state: "ok", detail: `embedded broker at ${url}`, bounds };
  }

  /** A build may have none. */
  async #startBroker(): Promise<void> {
    const { access, log, configuration, broker: make } = this.#context;
    const { http, mqtt } = configuration.settings;
    const given = { tls: mqtt.tls, access: access?.mqtt ?? OPEN_ACCESS, reception: this.#reception, log };
    const broker = (await make?.())?.({ ...given, maxPacketBytes: http.maxBodyBytes + PACKET_OVERHEAD });
    await broker?.start();
    this.#broker = broker;
    if (broker !== undefined) this.#announce();
  }

  async #openClient(url: string): Promise<ExternalClient> {
    const { ExternalClient } = await import("./external-client.ts");
    const { log, node } = this.#context;
    const onConnected = () => this.#announce();
    const given = { url, settings: this.#settings, filters: this.#filters(), reception: this.#reception };
    return new ExternalClient({ ...given, log, onConnected, ...(node && { node }) });
  }

  /** All subscriptions at an external broker. */
  #filters(): string[] {
    const { epoch, addressing } = this.#context.decoding.now;
    return [...topicFilters(epoch.realms, addressing), ...this.#reception.frames.map(({ filter }) => filter)];
  }

  #announce(): void {
    for (const listener of this.#listeners) listener();
  }
}
