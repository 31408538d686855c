/** The UDP channels that are being served; they change on reload without a datagram lost on those that stay. */

import type { ServedChannel } from "./api/measurement-catalogue.ts";
import type { ChannelCodecs } from "./codec/struct-codec.ts";
import type { ChannelSettings } from "./config/settings.ts";
import { decoderOf } from "./intake/channel-catalogue.ts";
import type { DatagramDecoder } from "./intake/datagram-decoder.ts";
import type { UdpListener, UdpSource } from "./sources/udp/udp-source.ts";

interface ServingChannel {
  readonly settings: ChannelSettings;
  readonly decoder: DatagramDecoder;
  /** Undefined until its socket is open. */
  listener: UdpListener | undefined;
}

export class UdpChannels {
  readonly #serving = new Map<string, ServingChannel>();

  decoder(name: string): DatagramDecoder | undefined {
    return this.#serving.get(name)?.decoder;
  }

  /** The address its socket is bound to; empty when the channel is not served. */
  host(name: string): string {
    const serving = this.#serving.get(name);
    return serving?.listener?.host ?? serving?.settings.udpHost ?? "";
  }

  wampTopic(name: string): string | undefined {
    return this.#serving.get(name)?.settings.wampTopic;
  }

  served(): ServedChannel[] {
    return [...this.#serving.values()].map((serving) => ({
      name: serving.settings.name,
      udpPort: listenerOf(serving)?.port,
      wampTopic: serving.settings.wampTopic,
      database: serving.decoder.database,
      structs: serving.decoder.channel.codecs.structs,
    }));
  }

  /** One line for each listener. */
  lines(): string[] {
    return [...this.#serving.values()].map((serving) => {
      const { settings, decoder } = serving;
      const { structs } = decoder.channel.codecs;
      const listener = listenerOf(serving);
      const count = `${structs.length} struct${structs.length === 1 ? "" : "s"}`;
      const door = listener === undefined ? "no UDP port" : `udp://${listener.host}:${listener.port}`;
      return `${door}  channel ${settings.name}, ${count} → topic ${settings.wampTopic}`;
    });
  }

  /** Decodes for these channels from now on; their sockets are opened by `apply`. For what an earlier process left in the journal. */
  declare(wanted: readonly ChannelSettings[], codecs: ReadonlyMap<string, ChannelCodecs>): void {
    for (const settings of wanted) {
      const decoder = decoderOf(settings, codecs.get(settings.name)!);
      this.#serving.set(settings.name, { settings, decoder, listener: undefined });
    }
  }

  /**
   * Serves exactly these channels. A socket stays open where address, port and permissions stay.
   * @throws Error (one sentence) for the first channel whose port cannot be had; the others are served
   */
  async apply(
    wanted: readonly ChannelSettings[],
    codecs: ReadonlyMap<string, ChannelCodecs>,
    source: UdpSource,
  ): Promise<void> {
    const names = new Set(wanted.map(({ name }) => name));
    for (const name of [...this.#serving.keys()]) {
      if (names.has(name)) continue;
      await source.close(name);
      this.#serving.delete(name);
    }
    const failures: unknown[] = [];
    for (const settings of wanted) {
      await this.#serve(settings, codecs.get(settings.name)!, source).catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0) throw failures[0];
  }

  async #serve(settings: ChannelSettings, codecs: ChannelCodecs, source: UdpSource): Promise<void> {
    const decoder = decoderOf(settings, codecs);
    const serving = this.#serving.get(settings.name);
    if (serving?.listener !== undefined && sameSocket(serving.settings, settings)) {
      this.#serving.set(settings.name, { settings, decoder, listener: serving.listener });
      return;
    }
    if (serving?.listener !== undefined) await source.close(settings.name);
    // Known before the socket is open: the first datagram may come at once.
    const entry: ServingChannel = { settings, decoder, listener: undefined };
    this.#serving.set(settings.name, entry);
    const { udpPort } = settings;
    if (udpPort === undefined) return;
    try {
      entry.listener = await source.open({ ...settings, ...multicastOf(settings), udpPort });
    } catch (error) {
      this.#serving.delete(settings.name);
      throw error;
    }
  }
}

function listenerOf({ listener, settings: { udpHost: host, udpPort: port } }: ServingChannel): UdpListener | undefined {
  return listener ?? (port === undefined ? undefined : { host, port });
}

function multicastOf({ sources = [] }: ChannelSettings): { readonly group?: string; readonly interface?: string } {
  const { group, interface: on } = sources.find((door) => door.kind === "udp") ?? {};
  return { ...(group !== undefined && { group }), ...(on !== undefined && { interface: on }) };
}

function sameSocket(a: ChannelSettings, b: ChannelSettings): boolean {
  const [one, other] = [multicastOf(a), multicastOf(b)];
  if (one.group !== other.group || one.interface !== other.interface) return false;
  return a.udpPort === b.udpPort && a.udpHost === b.udpHost && a.allowFrom.join() === b.allowFrom.join();
}
