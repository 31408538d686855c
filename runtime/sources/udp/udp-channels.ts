/** The active UDP channels. A reload changes them without losing datagrams of unchanged ones. */

import type { ChannelSettings } from "../../channels/channel-settings.ts";
import { framePlaces } from "../../frames/frame-columns.ts";
import type { DatagramDecoder } from "../../intake/datagram-decoder.ts";
import type { DecodingEpoch } from "../../intake/decoding-epoch.ts";
import { bracketed } from "../../lib/bind-failure.ts";
import type { ServedChannel } from "../../model/measurement.ts";
import type { NameCollisions } from "../../model/name-collisions.ts";
import type { UdpListener, UdpSource } from "./udp-source.ts";

interface ServingChannel {
  readonly settings: ChannelSettings;
  readonly decoder: DatagramDecoder;
  /** Undefined until it is open. After a failed reload, its settings are older than the channel's. */
  socket: { readonly settings: ChannelSettings; readonly listener: UdpListener } | undefined;
  /** Why the channel differs from its configuration. */
  problem: string | undefined;
}

export class UdpChannels {
  readonly #serving = new Map<string, ServingChannel>();
  readonly #collisions: Pick<NameCollisions, "noteDatabase">;

  constructor(collisions: Pick<NameCollisions, "noteDatabase">) {
    this.#collisions = collisions;
  }

  /** The address of its socket; empty if the channel is not served. */
  host(name: string): string {
    const serving = this.#serving.get(name);
    return serving?.socket?.listener.host ?? serving?.settings.udpHost ?? "";
  }

  served(): ServedChannel[] {
    return [...this.#serving.values()].map((serving) => ({
      name: serving.settings.name,
      udpPort: listenerOf(serving)?.port,
      wampTopic: serving.settings.wampTopic,
      database: serving.decoder.database,
      structs: serving.decoder.channel.codecs.structs,
      frames: framePlaces(serving.settings),
    }));
  }

  /** One line for each listener. */
  lines(): string[] {
    return [...this.#serving.values()].map((serving) => {
      const { settings, decoder } = serving;
      const { structs } = decoder.channel.codecs;
      const listener = listenerOf(serving);
      const count = `${structs.length} struct${structs.length === 1 ? "" : "s"}`;
      const endpoint = listener === undefined ? "no UDP port" : `udp://${bracketed(listener.host)}:${listener.port}`;
      return `${endpoint}  channel ${settings.name}, ${count} → topic ${settings.wampTopic}`;
    });
  }

  /** Serves exactly these channels, which the epoch decodes, from now on; `apply` opens and closes sockets. */
  declare(wanted: readonly ChannelSettings[], { channels }: Pick<DecodingEpoch, "channels">): void {
    for (const settings of wanted) {
      const decoder = channels.decoder(settings.name)!;
      decoder.guessedAbi = settings.abiGuessed && settings.abi;
      this.#collisions.noteDatabase(decoder.database);
      const known = this.#serving.get(settings.name);
      this.#serving.set(settings.name, { socket: undefined, problem: undefined, ...known, settings, decoder });
    }
  }

  /**
   * Opens sockets for exactly these declared channels. A new socket is opened before its predecessor is closed; if that
   * fails, the predecessor stays.
   * @throws Error (one sentence) for the first channel whose port is not available; the others are served
   */
  async apply(wanted: readonly ChannelSettings[], source: UdpSource): Promise<void> {
    const names = new Set(wanted.map(({ name }) => name));
    for (const [name, { socket }] of this.#serving) {
      if (names.has(name)) continue;
      if (socket !== undefined) await source.close(socket.listener);
      this.#serving.delete(name);
    }
    const failures: Error[] = [];
    for (const { name } of wanted) {
      const serving = this.#serving.get(name)!;
      try {
        await move(serving, source);
        serving.problem = undefined;
      } catch (error) {
        serving.problem = (error as Error).message;
        failures.push(error as Error);
      }
    }
    if (failures[0] !== undefined) throw failures[0];
  }

  /** A sentence for each channel that differs from its configuration. */
  problems(): string[] {
    return [...this.#serving.values()].flatMap(({ problem }) => problem ?? []);
  }
}

/** Brings the channel's socket in line with its settings. */
async function move(serving: ServingChannel, source: UdpSource): Promise<void> {
  const { settings, socket } = serving;
  const { udpPort, allowFrom } = settings;
  if (socket !== undefined && samePlace(socket.settings, settings)) {
    if (socket.settings.allowFrom.join() !== allowFrom.join()) source.allow(socket.listener, allowFrom);
    serving.socket = { ...socket, settings };
    return;
  }
  if (udpPort === undefined) {
    if (socket !== undefined) await source.close(socket.listener);
    serving.socket = undefined;
    return;
  }
  // Two addresses with the same port cannot be bound at the same time.
  const isShared = socket !== undefined && socket.settings.udpPort === udpPort;
  if (isShared) await source.close(socket.listener);
  try {
    serving.socket = { settings, listener: await open(settings, udpPort, source) };
  } catch (error) {
    if (isShared) serving.socket = { ...socket, listener: await open(socket.settings, udpPort, source) };
    throw error;
  }
  if (socket !== undefined && !isShared) await source.close(socket.listener);
}

function open(settings: ChannelSettings, udpPort: number, source: UdpSource): Promise<UdpListener> {
  const { name, udpHost: host, allowFrom } = settings;
  return source.open({ name, host, port: udpPort, allowFrom, ...multicastOf(settings) });
}

function listenerOf({ socket, settings }: ServingChannel): Omit<UdpListener, "id"> | undefined {
  const { udpHost: host, udpPort: port } = settings;
  return socket?.listener ?? (port === undefined ? undefined : { host, port });
}

function multicastOf({ sources = [] }: ChannelSettings): { readonly group?: string; readonly interface?: string } {
  const { group, interface: on } = sources.find((endpoint) => endpoint.kind === "udp") ?? {};
  return { ...(group !== undefined && { group }), ...(on !== undefined && { interface: on }) };
}

function samePlace(a: ChannelSettings, b: ChannelSettings): boolean {
  const [one, other] = [multicastOf(a), multicastOf(b)];
  if (one.group !== other.group || one.interface !== other.interface) return false;
  return a.udpPort === b.udpPort && a.udpHost === b.udpHost;
}
