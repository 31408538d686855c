/** The UDP channels that are being served; they change on reload without a datagram lost on those that stay. */

import type { ServedChannel } from "./api/measurement-catalogue.ts";
import type { ChannelCodecs } from "./codec/struct-codec.ts";
import type { ChannelSettings } from "./config/settings.ts";
import { DatagramDecoder } from "./intake/datagram-decoder.ts";
import type { UdpListener, UdpSource } from "./sources/udp/udp-source.ts";

interface ServingChannel {
  readonly settings: ChannelSettings;
  readonly decoder: DatagramDecoder;
  listener: UdpListener;
}

export class UdpChannels {
  readonly #serving = new Map<string, ServingChannel>();

  decoder(name: string): DatagramDecoder | undefined {
    return this.#serving.get(name)?.decoder;
  }

  wampTopic(name: string): string | undefined {
    return this.#serving.get(name)?.settings.wampTopic;
  }

  served(): ServedChannel[] {
    return [...this.#serving.values()].map(({ settings, decoder, listener }) => ({
      name: settings.name,
      udpPort: listener.port,
      wampTopic: settings.wampTopic,
      database: decoder.database,
      structs: decoder.channel.codecs.structs,
    }));
  }

  /** One line for each listener. */
  lines(): string[] {
    return [...this.#serving.values()].map(({ settings, listener, decoder }) => {
      const { structs } = decoder.channel.codecs;
      const count = `${structs.length} struct${structs.length === 1 ? "" : "s"}`;
      return `udp://${listener.host}:${listener.port}  channel ${settings.name}, ${count} → topic ${settings.wampTopic}`;
    });
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
    const decoder = new DatagramDecoder({ name: settings.name, wampTopic: settings.wampTopic, codecs });
    const serving = this.#serving.get(settings.name);
    if (serving !== undefined && sameSocket(serving.settings, settings)) {
      this.#serving.set(settings.name, { settings, decoder, listener: serving.listener });
      return;
    }
    if (serving !== undefined) await source.close(settings.name);
    this.#serving.delete(settings.name);
    // Known before the socket is open: the first datagram may come at once.
    const entry = { settings, decoder, listener: { host: settings.udpHost, port: settings.udpPort } };
    this.#serving.set(settings.name, entry);
    try {
      entry.listener = await source.open(settings);
    } catch (error) {
      this.#serving.delete(settings.name);
      throw error;
    }
  }
}

function sameSocket(a: ChannelSettings, b: ChannelSettings): boolean {
  return a.udpPort === b.udpPort && a.udpHost === b.udpHost && a.allowFrom.join() === b.allowFrom.join();
}
