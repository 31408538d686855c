/** What the embedded broker refuses, with the reason codes of MQTT 5 and what versions before it have instead. */

import type { MqttPermissions } from "./access.ts";
import { isTopic, levelsOf } from "./matching.ts";
import { type ConnectPacket, connack, type Properties, REASON } from "./packets.ts";

/** Longest identifier of a client, bytes; the standard asks for 23. [MQTT-3.1.3-5] */
export const LONGEST_ID = 1024;
/** Levels of topics and filters. */
export const MOST_LEVELS = 100;

/** Of a CONNECT. */
export interface Refusal {
  /** Return code of CONNACK. [MQTT 3.1.1, table 3.1] */
  readonly before5: number;
  readonly reason: number;
  readonly sentence: string;
}

export const REFUSED = {
  identifier: {
    before5: 2,
    reason: REASON.identifierInvalid,
    sentence: `a client identifier has at most ${LONGEST_ID} bytes`,
  },
  will: { before5: 3, reason: REASON.quotaExceeded, sentence: "no room for another last will" },
  credentials: { before5: 4, reason: REASON.badCredentials, sentence: "bad user name or password" },
  method: {
    before5: 5,
    reason: REASON.badAuthenticationMethod,
    sentence: "a user name and a password are what is asked for",
  },
  willTopic: { before5: 5, reason: REASON.topicInvalid, sentence: "the will has no topic that can be published to" },
  protocol: { before5: 5, reason: REASON.protocolError, sentence: "a property of CONNECT is not allowed so" },
} as const satisfies Record<string, Refusal>;

/** To a client of a protocol that is unknown. [MQTT-3.1.2-2] */
export const UNSUPPORTED_VERSION = connack(4, { sessionPresent: false, code: 1, properties: {} });

/** What is wrong with a CONNECT; undefined where nothing is. */
export function problemOf({ properties, will }: ConnectPacket): Refusal | undefined {
  const { authenticationMethod, authenticationData, receiveMaximum, maximumPacketSize } = properties;
  if (authenticationMethod !== undefined) return REFUSED.method;
  if (authenticationData !== undefined || receiveMaximum === 0 || maximumPacketSize === 0) return REFUSED.protocol;
  const isGood = will === undefined || (isTopic(will.topic) && levelsOf(will.topic) <= MOST_LEVELS);
  return isGood ? undefined : REFUSED.willTopic;
}

/** Of a PUBLISH. */
export interface PublishRefusal {
  readonly reason: number;
  readonly sentence: string;
}

const NO_TOPIC: PublishRefusal = { reason: REASON.topicInvalid, sentence: "no topic that can be published to" };
const OWN_TOPIC: PublishRefusal = {
  reason: REASON.notAuthorized,
  sentence: "topics that begin with '$' are the broker's own",
};
export const FORBIDDEN: PublishRefusal = {
  reason: REASON.notAuthorized,
  sentence: "publishing to this topic is denied",
};

/** Why a client may not publish to a topic; undefined where it may. */
export function refusalOf(topic: string, { responseTopic = "" }: Properties, { mayPublish }: MqttPermissions) {
  if (!isTopic(topic) || levelsOf(topic) > MOST_LEVELS || /[+#]/.test(responseTopic)) return NO_TOPIC;
  if (topic.startsWith("$")) return OWN_TOPIC;
  return mayPublish(topic) ? undefined : FORBIDDEN;
}
