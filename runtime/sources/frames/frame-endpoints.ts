/** The endpoints of all channels: opens, updates and closes them. */

import type { Writable } from "node:stream";
import type { ChannelEndpoint, ChannelSettings } from "../../channels/channel-settings.ts";
import { framingOf, PLAIN_FORMAT } from "../../frames/frame-format.ts";
import { NO_ACKNOWLEDGEMENT } from "../../frames/numbered-frame.ts";
import { addRoute } from "../../http/route.ts";
import { Bound, tellIn } from "../../model/bounds.ts";
import { NotSent, type ReplyPath } from "../../model/command.ts";
import { Connections } from "../../model/connections.ts";
import type { PartStatus } from "../../model/part-status.ts";
import { Bodies } from "../http/bodies.ts";
import type { Configuration, Source, SourceContext } from "../source.ts";
import { FRAME_COUNTERS } from "./counters.ts";
import { FrameStream, type StreamCounts } from "./frame-stream.ts";
import { POSTED_FRAMES, postFrames } from "./http-frames.ts";
import { ReopenedEndpoint } from "./reopened-endpoint.ts";
import type { EndpointContext, StreamDetails, StreamEndpoint } from "./stream-endpoint.ts";
import { tcpConnection } from "./tcp-connect.ts";
import { TcpListenEndpoint } from "./tcp-listen.ts";

interface OpenEndpoint {
  readonly channel: string;
  readonly endpoint: StreamEndpoint;
}

export class FrameEndpoints implements Source {
  readonly #context: SourceContext;
  /** By their configuration: an endpoint stays open if it does not change. */
  readonly #open = new Map<string, OpenEndpoint>();
  readonly #connections: Connections;
  readonly #counts: StreamCounts = { frames: 0, skippedBytes: 0 };
  #settings: ReadonlyMap<string, ChannelSettings> = new Map();
  /** Writable connections by channel and sender, with the stream of frames that each sends. */
  readonly #writable = new Map<string, { readonly connection: Writable; readonly stream: FrameStream }>();

  readonly #twoWay: readonly string[];

  readonly #replyPath: ReplyPath = {
    reaches: (to) => this.#twoWay.includes(to.slice(0, to.indexOf(":"))),
    send: (place, to, frame) => {
      const { connection, stream } = this.#writable.get(`${place} ${to}`) ?? {};
      if (connection === undefined || connection.destroyed || !connection.writable)
        throw new NotSent(`${to} is no longer connected`);
      const bytes = stream?.isNumbering === true ? Buffer.concat([NO_ACKNOWLEDGEMENT, frame]) : frame;
      return new Promise((resolve, reject) => {
        connection.write(bytes, (error) => (error ? reject(error) : resolve()));
      });
    },
  };

  readonly replyPaths = [this.#replyPath];

  constructor(context: SourceContext) {
    this.#context = context;
    const { routes, access, configuration, log, commands, endpointKinds = [] } = context;
    this.#twoWay = ["tcp", ...endpointKinds.flatMap(({ kinds, isTwoWay }) => (isTwoWay ? kinds : []))];
    this.#connections = new Connections(new Bound("tcp-connections", tellIn(log)));
    this.#settings = byName(configuration);
    addRoute(
      routes,
      POSTED_FRAMES,
      postFrames({
        channel: (name) => this.#settings.get(name),
        decoder: (name) => context.decoding.now.epoch.channels.decoder(name),
        stream: (channel, sender, details) => this.#streamOf(channel, sender, details),
        bodies: new Bodies(tellIn(log)),
        ...(commands && { commands }),
        ...(access && { access: access.http }),
      }),
    );
  }

  start(): Promise<void> {
    return this.reload(this.#context.configuration);
  }

  async reload(configuration: Configuration): Promise<void> {
    this.#settings = byName(configuration);
    const wanted = new Map(
      configuration.settings.channels.flatMap((channel) =>
        (channel.sources ?? []).map((endpoint) => [keyOf(channel, endpoint), { channel, endpoint }] as const),
      ),
    );
    for (const [key, { endpoint }] of [...this.#open]) {
      if (wanted.has(key)) continue;
      await endpoint.close();
      this.#open.delete(key);
    }
    const failures: unknown[] = [];
    for (const [key, { channel, endpoint }] of wanted) {
      if (!this.#open.has(key)) await this.#add(key, channel, endpoint).catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0) throw failures[0];
  }

  async stop(): Promise<void> {
    this.#connections.stop();
    await Promise.all([...this.#open.values()].map(({ endpoint }) => endpoint.close()));
  }

  lines(): readonly string[] {
    return [...this.#open.values()].map(({ channel, endpoint }) => `${endpoint.shown}  channel ${channel}`);
  }

  status(): PartStatus {
    const endpoints = [...this.#open.values()];
    const lastError = endpoints.map(({ endpoint }) => endpoint.problem).find((problem) => problem !== undefined);
    return {
      state: lastError === undefined ? "ok" : "degraded",
      detail: endpoints.map(({ channel, endpoint }) => `${channel}: ${endpoint.shown}`).join(", ") || "no endpoints",
      ...(lastError && { lastError }),
      counts: FRAME_COUNTERS.of({ ...this.#counts }),
      bounds: this.#connections.bounds,
    };
  }

  async #add(key: string, channel: ChannelSettings, settings: ChannelEndpoint): Promise<void> {
    const endpoint = await this.#endpointOf(channel, settings);
    if (endpoint === undefined) return;
    await endpoint.open();
    this.#open.set(key, { channel: channel.name, endpoint });
  }

  async #endpointOf(channel: ChannelSettings, endpoint: ChannelEndpoint): Promise<StreamEndpoint | undefined> {
    const { name, udpHost, allowFrom, tcpIdleMs } = channel;
    const context: EndpointContext = {
      channel: name,
      stream: (sender, details) => this.#streamOf(name, sender, details),
      connected: (sender, connection, stream) => {
        const key = `lab/${name} ${sender}`;
        this.#writable.set(key, { connection, stream });
        return () => {
          if (this.#writable.get(key)?.connection === connection) this.#writable.delete(key);
        };
      },
      say: (level, sentence) => this.#context.log[level]({ event: "frames.endpoint", channel: name }, sentence),
    };
    switch (endpoint.kind) {
      case "tcp-listen":
        return new TcpListenEndpoint(
          { host: endpoint.host ?? udpHost, port: endpoint.port, allowFrom, idleMs: tcpIdleMs },
          context,
          this.#connections,
        );
      case "tcp-connect":
        return new ReopenedEndpoint(tcpConnection(endpoint.endpoint), context);
      default: {
        // UDP and MQTT have sources of their own.
        const kind = this.#context.endpointKinds?.find(({ kinds }) => kinds.includes(endpoint.kind));
        return kind && (await kind.make())(endpoint, channel, context);
      }
    }
  }

  #streamOf(channel: string, sender: string, details: StreamDetails = {}): FrameStream {
    const { intake, clock, decoding } = this.#context;
    const table = () => decoding.now.epoch.channels.decoder(channel)?.table;
    const settings = this.#settings.get(channel);
    const { framing: datagramFraming, acknowledges: isNumbered = false } = settings ?? {};
    const framing = framingOf(settings?.frames ?? PLAIN_FORMAT, datagramFraming);
    const given = { channel, sender, framing, table, intake, clock, counts: this.#counts, isNumbered };
    return new FrameStream({ ...given, ...(datagramFraming && { datagramFraming }), ...details });
  }
}

/** If frames or structs change, the stream must be cut differently: the connection is opened anew. */
function keyOf(channel: ChannelSettings, endpoint: ChannelEndpoint): string {
  const { name, udpHost, allowFrom, framing, frames, messages, tcpIdleMs, acknowledges } = channel;
  return JSON.stringify([name, endpoint, udpHost, allowFrom, framing, frames, messages, tcpIdleMs, acknowledges]);
}

function byName({ settings }: Configuration): ReadonlyMap<string, ChannelSettings> {
  return new Map(settings.channels.map((channel) => [channel.name, channel]));
}
