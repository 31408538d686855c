/** Users at the embedded MQTT broker: the name with a password or one of its tokens, and topics by realm. */

import { uplinkTopicOf, uplinkTopicOfDownlink } from "../commands/lorawan.ts";
import type { DecodedRealm } from "../config/settings.ts";
import { parseOwnTopic } from "../sources/dialects/dialects.ts";
import type { MqttAccess, MqttPermissions } from "../sources/mqtt/access.ts";
import { isCommandTopic, isReservedTopic, isSignalTopic } from "../telemetry/own-topics.ts";
import type { Authenticator } from "./authenticator.ts";
import type { Credential } from "./credential.ts";
import type { OpenActs } from "./open-acts.ts";
import type { UserDirectory } from "./user-directory.ts";

export interface MqttAccessOptions {
  readonly users: Pick<UserDirectory, "onEnd">;
  readonly authenticator: Authenticator;
  readonly acts: OpenActs;
  /** As the configuration has them now. */
  readonly realms: () => readonly DecodedRealm[];
  /** WAMP topics of channels whose rows are published. */
  readonly published: () => readonly string[];
}

export function mqttAccess({ users, authenticator, acts, realms, published }: MqttAccessOptions): MqttAccess {
  return {
    async authenticate({ username, password, remoteAddress }) {
      if (username === undefined || password === undefined) return undefined;
      const verdict = await authenticator.authenticate({ name: username, secret: password, remoteAddress });
      if (verdict.outcome !== "known") return undefined;
      const { credential } = verdict;
      return { ...topicPermissions(credential, realms, published), follow: (act) => acts.follow(credential, act) };
    },
    onUserEnd: (listener) => users.onEnd(listener),
  };
}

/** Asks the credential at each act. */
export function topicPermissions(
  credential: Credential,
  realms: () => readonly DecodedRealm[],
  published: () => readonly string[] = () => [],
): Required<Omit<MqttPermissions, "follow">> {
  return {
    user: credential.user,
    commander: { user: credential.user, generation: credential.generation },
    mayPublish(topic) {
      const { realm, isReserved } = placeOf(topic);
      const { account } = credential;
      // Which command, and to whom, is asked once it is read.
      if (isCommandTopic(topic)) return account?.mayCommandAny === true;
      // Only the service says what went wrong, and what is stored.
      if (isReserved || isReservedTopic(topic, published()) || account === undefined) return false;
      // Downlinks for devices of ours are commands, and the service sends them.
      const sentTo = uplinkTopicOfDownlink(topic);
      if (sentTo !== undefined && parseOwnTopic(sentTo, realms()).address !== undefined) return false;
      const { address } = parseOwnTopic(uplinkTopicOf(topic) ?? topic, realms());
      // A vendor's topic is of the realm that it is mapped to.
      if (!account.may("write", address?.realm ?? realm)) return false;
      return address === undefined || account.mayDatabase("write", address.database);
    },
    mayRead(topic) {
      const { account } = credential;
      const { realm, isReserved, isError } = placeOf(topic);
      if (isReserved) return account?.isAdmin === true;
      // A device that may only write hears what was wrong with what it wrote.
      return account?.may("read", realm) === true || (isError && account?.may("write", realm) === true);
    },
    maySubscribe(filter) {
      const { account } = credential;
      const { realm, isReserved, isError } = placeOf(filter);
      if (isReserved) return account?.isAdmin === true;
      if (realm === "+" || realm === "#") return account?.mayAll("read") === true;
      return account?.may("read", realm) === true || (isError && account?.may("write", realm) === true);
    },
  };
}

function placeOf(topic: string) {
  const [realm = ""] = topic.split("/", 1);
  return { realm, isReserved: topic.startsWith("$"), isError: isSignalTopic(topic) };
}
