/**
 * What a reload replaces, at one moment: the configuration as last read, its codecs, the epoch that decodes new messages,
 * and the channels. Everything else of the process is as it was started.
 */

import { codecsHash } from "../channels/load-codecs.ts";
import { epochOf } from "../intake/decoding-epoch.ts";
import type { Decoding, MessageKinds } from "../intake/message-kind.ts";
import type { ServedChannel } from "../model/measurement.ts";
import { NameCollisions } from "../model/name-collisions.ts";
import type { Settings } from "../settings/settings.ts";
import type { Configuration } from "../sources/source.ts";
import { UdpChannels } from "../sources/udp/udp-channels.ts";
import { kindsOf } from "./message-kinds.ts";

export class InForce implements Decoding {
  readonly collisions = new NameCollisions();
  readonly channels = new UdpChannels(this.collisions);
  /** The keys that a reload applies, as last read; all other keys as of the start. */
  configuration: Configuration<Settings>;
  codecsHash: string | undefined;
  /** A sentence for each changed key that takes effect at the next start. */
  restarts: readonly string[] = [];
  /** Decodes new messages. */
  now: MessageKinds;

  constructor(configuration: Configuration<Settings>) {
    this.configuration = configuration;
    this.codecsHash = codecsHash(configuration.settings);
    this.now = this.kindsOf(configuration);
    this.channels.declare(configuration.settings.channels, this.now.epoch);
  }

  get settings(): Settings {
    return this.configuration.settings;
  }

  /** How messages would be decoded with this configuration. */
  kindsOf({ settings, codecs }: Configuration<Settings>): MessageKinds {
    return kindsOf(epochOf(settings, codecs), this.collisions);
  }

  /** From here on, new messages belong to the new epoch, which the log has recorded. */
  replace(configuration: Configuration<Settings>, kinds: MessageKinds, restarts: readonly string[]): void {
    this.configuration = configuration;
    this.codecsHash = codecsHash(configuration.settings);
    this.restarts = restarts;
    this.now = kinds;
    this.channels.declare(configuration.settings.channels, kinds.epoch);
  }

  served(): ServedChannel[] {
    return this.channels.served();
  }
}
