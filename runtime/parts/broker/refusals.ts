/** Refusals of the embedded broker: reason codes of MQTT 5 and their equivalents in earlier versions. */

import type { MqttPermissions } from "../../sources/mqtt/access.ts";
import { isTopic, levelsOf } from "../../sources/mqtt/matching.ts";
import { type ConnectPacket, connack, type Properties, REASON } from "./packets.ts";

/** Longest identifier of a client, bytes; the standard requires at least 23. [MQTT-3.1.3-5] */
export const LONGEST_ID = 1024;
/** Maximum number of levels in topics and filters. */
export const MOST_LEVELS = 100;

/** The refusal of a CONNECT. */
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
    sentence: "only authentication by user name and password is supported",
  },
  willTopic: { before5: 5, reason: REASON.topicInvalid, sentence: "the will has no topic that can be published to" },
  protocol: {
    before5: 5,
    reason: REASON.protocolError,
    sentence: "a property of CONNECT has a value that is not allowed",
  },
  packetSize: {
    before5: 5,
    reason: REASON.packetTooLarge,
    sentence: "the maximum packet size is too small for CONNACK",
  },
} as const satisfies Record<string, Refusal>;

/** For a client with an unknown protocol version. [MQTT-3.1.2-2] */
export const UNSUPPORTED_VERSION = connack(4, { sessionPresent: false, code: 1, properties: {} });

/** Why a CONNECT is refused; undefined if it is accepted. */
export function problemOf({ properties, will }: ConnectPacket): Refusal | undefined {
  const { authenticationMethod, authenticationData, receiveMaximum, maximumPacketSize } = properties;
  if (authenticationMethod !== undefined) return REFUSED.method;
  if (authenticationData !== undefined || receiveMaximum === 0 || maximumPacketSize === 0) return REFUSED.protocol;
  const isGood = will === undefined || (isTopic(will.topic) && levelsOf(will.topic) <= MOST_LEVELS);
  return isGood ? undefined : REFUSED.willTopic;
}

/** The refusal of a PUBLISH. */
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

/** Why a client may not publish to a topic; undefined if it may. */
export function refusalOf(topic: string, { responseTopic = "" }: Properties, { mayPublish }: MqttPermissions) {
  if (!isTopic(topic) || levelsOf(topic) > MOST_LEVELS || /[+#]/.test(responseTopic)) return NO_TOPIC;
  if (topic.startsWith("$")) return OWN_TOPIC;
  return mayPublish(topic) ? undefined : FORBIDDEN;
}

const BRIDGE = /^\$SYS\/broker\/connection\/.+\/state$/;

/** A bridge of Mosquitto publishes there, before anything else, whether it is connected. [mosquitto.conf(5), notifications] */
export function isStateOfBridge(topic: string): boolean {
  return BRIDGE.test(topic);
}
