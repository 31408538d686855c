/** The doors of all channels: opened, changed on reload, closed. */

import type { ChannelSettings, Door } from "../../config/settings.ts";
import { type Framing, PLAIN_FORMAT } from "../../frames/frame-format.ts";
import { Bound, tellIn } from "../../telemetry/bounds.ts";
import { Connections } from "../../telemetry/connections.ts";
import type { PartStatus } from "../../telemetry/part-status.ts";
import type { Configuration, Source, SourceContext } from "../source.ts";
import { FrameStream, type StreamCounts } from "./frame-stream.ts";
import { postFrames } from "./http-frames.ts";
import { RecordingDoor } from "./recording-door.ts";
import { ReopenedDoor } from "./reopened-door.ts";
import { serialConnection } from "./serial-port.ts";
import type { DoorContext, RecordedTimes, StreamDoor } from "./stream-door.ts";
import { tcpConnection } from "./tcp-connect.ts";
import { TcpListenDoor } from "./tcp-listen.ts";

interface OpenDoor {
  readonly channel: string;
  readonly door: StreamDoor;
}

export class FrameDoors implements Source {
  readonly #context: SourceContext;
  /** By what the configuration says of them: what stays the same stays open. */
  readonly #open = new Map<string, OpenDoor>();
  readonly #connections: Connections;
  readonly #counts: StreamCounts = { frames: 0, skippedBytes: 0 };
  #settings: ReadonlyMap<string, ChannelSettings> = new Map();

  constructor(context: SourceContext) {
    this.#context = context;
    const { routes, access, configuration, log } = context;
    this.#connections = new Connections(new Bound("tcp-connections", tellIn(log)));
    this.#settings = byName(configuration);
    const stream = (channel: string, sender: string, framing?: Framing) =>
      this.#streamOf(channel, sender, undefined, framing);
    routes.post(
      "/api/lab/:channel/data",
      postFrames({
        channel: (name) => this.#settings.get(name),
        decoder: (name) => context.decoding.now.epoch.channels.decoder(name),
        stream,
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
        (channel.sources ?? []).map((door) => [keyOf(channel, door), { channel, door }] as const),
      ),
    );
    for (const [key, { door }] of [...this.#open]) {
      if (wanted.has(key)) continue;
      await door.close();
      this.#open.delete(key);
    }
    const failures: unknown[] = [];
    for (const [key, { channel, door }] of wanted) {
      if (!this.#open.has(key)) await this.#add(key, channel, door).catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0) throw failures[0];
  }

  async stop(): Promise<void> {
    this.#connections.stop();
    await Promise.all([...this.#open.values()].map(({ door }) => door.close()));
  }

  lines(): readonly string[] {
    return [...this.#open.values()].map(({ channel, door }) => `${door.shown}  channel ${channel}`);
  }

  status(): PartStatus {
    const doors = [...this.#open.values()];
    const lastError = doors.map(({ door }) => door.problem).find((problem) => problem !== undefined);
    return {
      state: lastError === undefined ? "ok" : "degraded",
      detail: doors.map(({ channel, door }) => `${channel}: ${door.shown}`).join(", ") || "no doors",
      ...(lastError && { lastError }),
      counts: { ...this.#counts },
      bounds: this.#connections.bounds,
    };
  }

  async #add(key: string, channel: ChannelSettings, settings: Door): Promise<void> {
    const door = this.#doorOf(channel, settings);
    if (door === undefined) return;
    await door.open();
    this.#open.set(key, { channel: channel.name, door });
  }

  #doorOf({ name, udpHost, udpPort, allowFrom, tcpIdleMs }: ChannelSettings, door: Door): StreamDoor | undefined {
    const context: DoorContext = {
      channel: name,
      stream: (sender, times) => this.#streamOf(name, sender, times),
      say: (level, sentence) => this.#context.log[level]({ event: "frames.door", channel: name }, sentence),
    };
    switch (door.kind) {
      case "udp":
      case "mqtt":
        return undefined;
      case "file":
      case "stdin":
        return new RecordingDoor(door.kind === "file" ? door.path : undefined, udpPort || undefined, context);
      case "tcp-listen":
        return new TcpListenDoor(
          { host: door.host ?? udpHost, port: door.port, allowFrom, idleMs: tcpIdleMs },
          context,
          this.#connections,
        );
      case "tcp-connect":
        return new ReopenedDoor(tcpConnection(door.endpoint), context);
      case "serial":
        return new ReopenedDoor(serialConnection(door.serial), context);
    }
  }

  #streamOf(channel: string, sender: string, times?: RecordedTimes, framing?: Framing): FrameStream {
    const { intake, clock, decoding } = this.#context;
    const table = () => decoding.now.epoch.channels.decoder(channel)?.table;
    const settings = this.#settings.get(channel);
    const cut = framing ?? framingOf(settings);
    const options = { channel, sender, framing: cut, table, intake, clock, counts: this.#counts };
    const { framing: datagramFraming } = settings ?? {};
    const whole = { ...options, ...(datagramFraming && { datagramFraming }) };
    return new FrameStream({ ...whole, ...(times && { clock: times, isRecorded: true }) });
  }
}

/** By the length, where frames say one; else by the ID's struct. */
function framingOf(settings: ChannelSettings | undefined): Framing {
  const { length } = settings?.frames ?? PLAIN_FORMAT;
  return settings?.framing ?? (length === undefined ? { kind: "fixed", bytes: undefined } : { kind: "length" });
}

/** Changed frames or structs change how a stream is cut: its connection begins anew. */
function keyOf(channel: ChannelSettings, door: Door): string {
  const { name, udpHost, allowFrom, framing, frames, messages, tcpIdleMs } = channel;
  return JSON.stringify([name, door, udpHost, allowFrom, framing, frames, messages, tcpIdleMs]);
}

function byName({ settings }: Configuration): ReadonlyMap<string, ChannelSettings> {
  return new Map(settings.channels.map((channel) => [channel.name, channel]));
}
