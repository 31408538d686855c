/** Addresses of devices as they are met: their one name for people, their topic on the bus, names that fall together. */

import type { RealmSettings } from "./config/settings.ts";
import { type AddressResult, addressOf, addressParts, channelId } from "./telemetry/address.ts";
import type { Message } from "./telemetry/message.ts";
import { NameCollisions } from "./telemetry/name-collisions.ts";

/** Addresses remembered so that they are not parsed for every message; beyond it memory begins anew. */
const MOST_KNOWN = 20_000;

interface Device {
  readonly name: string;
  readonly busTopic: string | undefined;
}

export class Devices {
  readonly #realms: readonly RealmSettings[];
  readonly #collisions = new NameCollisions();
  readonly #known = new Map<string, Device>();

  constructor(realms: readonly RealmSettings[]) {
    this.#realms = realms;
  }

  /** UDP: the channel. Devices: the wide address; where the address is none, the text as it arrived. */
  channelName(message: Message): string {
    return message.source === "udp" ? message.address : this.#device(message).name;
  }

  /** `<realm>.<network>.<gateway>.<node>`, made safe for WAMP; undefined where the address is none. */
  busTopic(message: Message): string | undefined {
    return this.#device(message).busTopic;
  }

  /** Sentences about different devices that are stored under one name. */
  warnings(): readonly string[] {
    return this.#collisions.warnings();
  }

  #device(message: Message): Device {
    const key = `${message.source} ${message.address}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const device = this.#describe(message, addressOf(message, this.#realms));
    if (this.#known.size >= MOST_KNOWN) this.#known.clear();
    this.#known.set(key, device);
    return device;
  }

  #describe(message: Message, { address }: AddressResult): Device {
    if (address === undefined) return { name: message.address, busTopic: undefined };
    this.#collisions.note(address);
    const parts = addressParts(address);
    // A component is neither empty nor has dots, blanks or '#'. [WAMP 2, loose URIs]
    return { name: channelId(address).slice(1), busTopic: parts.map((part) => part.replace(/[.#\s]/g, "_")).join(".") };
  }
}
