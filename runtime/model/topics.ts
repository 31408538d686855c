/** MQTT topics that carry no data: who publishes on them, and who receives them. Pure. */

import { isAnnotations } from "./address.ts";
import type { Commander } from "./command.ts";

export interface TopicRule {
  readonly form: RegExp;
  /**
   * `service`: only this service, so that a broker returns its own messages; `service-or-others`: others use such topics, too; `commanders`: users who may
   * command anything, whose command and receiver are checked once the message is parsed.
   */
  readonly publishes: "service" | "service-or-others" | "commanders";
  /** A device with only write permission receives it, too. */
  readonly forDevices?: true;
}

/** A publication on a topic that carries no data. */
export interface Published {
  readonly topic: string;
  readonly payload: Uint8Array;
  /** It may have come before. */
  readonly dup: boolean;
  readonly retain: boolean;
  /** Absent at QoS 0. */
  readonly messageId: number | undefined;
  /** Empty if the broker does not provide it. */
  readonly clientId: string;
  /** Who published it; absent if the broker does not tell. */
  readonly commander?: Commander;
}

/** Receives what users publish on a part's topics (`commanders`). */
export interface TopicHandler {
  /** Of the signals about what it refuses. */
  readonly errorName: string;
  /** Whether it receives on this topic now; otherwise the topic may be data's. */
  takes(topic: string): boolean;
  /** @throws RequestError with a sentence for the sender; with 503 the broker is to send it again */
  receive(published: Published): Promise<void>;
  /** Why a publication that the broker kept is not received; undefined: that was said. */
  retained(topic: string): string | undefined;
}

/** The signals of this service that no part owns. */
const ERRORS: TopicRule = { form: /\/error\.json$/, publishes: "service", forDevices: true };

/** Topic of a channel's stored rows. */
export function rowTopic(wampTopic: string, measurement: string): string {
  return `${wampTopic.replaceAll(".", "/")}/${measurement}/data.json`;
}

/** Topic of a device's stored rows; `address` is its wide one. */
export function deviceRowTopic(address: string, measurement: string): string {
  return `${address}/stored${isAnnotations(measurement) ? "-event" : ""}.json`;
}

export class Topics {
  readonly #own: RegExp;
  readonly #shared: RegExp;
  readonly #commands: RegExp;
  readonly #forDevices: RegExp;

  constructor(ofParts: readonly TopicRule[]) {
    const rules = [ERRORS, ...ofParts];
    const formsOf = (isIt: (rule: TopicRule) => boolean) => anyOf(rules.filter(isIt));
    this.#own = formsOf(({ publishes }) => publishes !== "commanders");
    this.#shared = formsOf(({ publishes }) => publishes === "service-or-others");
    this.#commands = formsOf(({ publishes }) => publishes === "commanders");
    this.#forDevices = formsOf(({ forDevices }) => forDevices === true);
  }

  /**
   * Messages that a broker returns on these topics are never data.
   * @param published WAMP topics of channels with published rows: devices cannot use topics of that form
   */
  isOwn(topic: string, published: readonly string[]): boolean {
    return this.#own.test(topic) || isPublishedRow(topic, published);
  }

  /** Only the service may publish here, whatever realms are permitted. */
  isReserved(topic: string, published: readonly string[]): boolean {
    return this.isOwn(topic, published) && !this.#shared.test(topic);
  }

  /** Whether the topic carries commands of users. */
  isCommand(topic: string): boolean {
    return this.#commands.test(topic);
  }

  /** Whether the topic carries errors and commands for a device, which even a device with only write permission receives. */
  isForDevices(topic: string): boolean {
    return this.#forDevices.test(topic);
  }
}

/** Hot path: one expression for all. */
function anyOf(rules: readonly TopicRule[]): RegExp {
  return rules.length === 0 ? /(?!)/ : new RegExp(rules.map(({ form }) => `(?:${form.source})`).join("|"));
}

function isPublishedRow(topic: string, published: readonly string[]): boolean {
  return published.some((wampTopic) => {
    const prefix = `${wampTopic.replaceAll(".", "/")}/`;
    return topic.startsWith(prefix) && /^[^/]+\/data\.json$/.test(topic.slice(prefix.length));
  });
}
