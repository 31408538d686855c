/** A network that carries messages of devices, and commands to them, over topics and posts of its own server. Pure. */

import type { NetworkEvent, ReplyPath, Sending } from "./command.ts";

export interface DeviceNetwork {
  /** The device that sends on this topic, such as `ttn:app1/dev1`. */
  topicSender(topic: string): string | undefined;
  /** The server that posted a body, with its device where it names one. */
  bodySender(payload: Uint8Array): string | undefined;
  /** The port of the device's message. */
  portOf(to: string, payload: Uint8Array): number | undefined;
  /** Whether the address is of this network's devices, which listen later. */
  has(to: string): boolean;
  /** Whether its messages are posted. */
  isPosted(to: string): boolean;
  /** The topic of the device's messages, for a topic that reports on commands to it. */
  reportedOn(topic: string): string | undefined;
  /** The topic of the device's messages, for a topic that carries commands to it. */
  commandedOn(topic: string): string | undefined;
  /** Filters for reports, to subscribe to beside a filter for messages. */
  reportFilters(filter: string): readonly string[];
  /** The report in a message about one of our commands. */
  topicReport(topic: string, payload: Uint8Array): NetworkEvent | undefined;
  /** The report in a posted body about one of our commands. */
  bodyReport(payload: Uint8Array): NetworkEvent | undefined;
  /** A command as a message to its server's broker; undefined if none leads to the address. @throws NotSent if the device's port is unknown */
  downlink(
    to: string,
    frame: Uint8Array,
    sending: Sending,
  ): { readonly topic: string; readonly body: object } | undefined;
  /** Whether `downlink` leads there. */
  reaches(to: string): boolean;
}

/** Commands by requests to a network's servers. */
export interface PostedReplies extends ReplyPath {
  /** Name of the header of a post with the way back, in lower case. */
  readonly header: string;
  learn(place: string, header: (name: string) => string | undefined): void;
}

/** The first of several that knows the answer. */
export class DeviceNetworks implements DeviceNetwork {
  readonly #networks: readonly DeviceNetwork[];

  constructor(networks: readonly DeviceNetwork[]) {
    this.#networks = networks;
  }

  #first<Found>(find: (network: DeviceNetwork) => Found | undefined): Found | undefined {
    for (const network of this.#networks) {
      const found = find(network);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  topicSender(topic: string): string | undefined {
    return this.#first((network) => network.topicSender(topic));
  }

  bodySender(payload: Uint8Array): string | undefined {
    return this.#first((network) => network.bodySender(payload));
  }

  portOf(to: string, payload: Uint8Array): number | undefined {
    return this.#first((network) => (network.has(to) ? network.portOf(to, payload) : undefined));
  }

  has(to: string): boolean {
    return this.#networks.some((network) => network.has(to));
  }

  isPosted(to: string): boolean {
    return this.#networks.some((network) => network.isPosted(to));
  }

  reportedOn(topic: string): string | undefined {
    return this.#first((network) => network.reportedOn(topic));
  }

  commandedOn(topic: string): string | undefined {
    return this.#first((network) => network.commandedOn(topic));
  }

  reportFilters(filter: string): readonly string[] {
    return this.#networks.flatMap((network) => network.reportFilters(filter));
  }

  topicReport(topic: string, payload: Uint8Array): NetworkEvent | undefined {
    return this.#first((network) => network.topicReport(topic, payload));
  }

  bodyReport(payload: Uint8Array): NetworkEvent | undefined {
    return this.#first((network) => network.bodyReport(payload));
  }

  downlink(...given: Parameters<DeviceNetwork["downlink"]>): ReturnType<DeviceNetwork["downlink"]> {
    return this.#first((network) => network.downlink(...given));
  }

  reaches(to: string): boolean {
    return this.#networks.some((network) => network.reaches(to));
  }
}
