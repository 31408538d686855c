/**
 * Users of the embedded MQTT broker: the name with a password or one of its tokens; permissions for topics by realm.
 */

import type { Addressing } from "../intake/addressing.ts";
import type { DecodedRealm } from "../model/realm-settings.ts";
import type { MqttAccess, MqttPermissions } from "../sources/mqtt/access.ts";
import type { Authenticator } from "./authenticator.ts";
import type { Credential } from "./credential.ts";
import type { OpenActs } from "./open-acts.ts";
import type { UserDirectory } from "./user-directory.ts";

export interface MqttAccessOptions {
  readonly users: Pick<UserDirectory, "onEnd">;
  readonly authenticator: Authenticator;
  readonly acts: OpenActs;
  /** Realms of the current configuration. */
  readonly realms: () => readonly DecodedRealm[];
  readonly addressing: Addressing;
  /** WAMP topics of channels with published rows. */
  readonly published: () => readonly string[];
}

export function mqttAccess({ users, authenticator, acts, ...topics }: MqttAccessOptions): MqttAccess {
  return {
    async authenticate({ username, password, remoteAddress }) {
      if (username === undefined || password === undefined) return undefined;
      const verdict = await authenticator.authenticate({ name: username, secret: password, remoteAddress });
      if (verdict.outcome !== "known") return undefined;
      const { credential } = verdict;
      return { ...topicPermissions(credential, topics), follow: (act) => acts.follow(credential, act) };
    },
    onUserEnd: (listener) => users.onEnd(listener),
  };
}

/** Checks the credential at each action. */
export function topicPermissions(
  credential: Credential,
  { realms, addressing, published }: Pick<MqttAccessOptions, "realms" | "addressing" | "published">,
): Required<Omit<MqttPermissions, "follow">> {
  const { topics, networks } = addressing;
  const partsOf = (topic: string) => {
    const [realm = ""] = topic.split("/", 1);
    return { realm, isReserved: topic.startsWith("$"), isForDevices: topics.isForDevices(topic) };
  };
  return {
    user: credential.user,
    commander: { user: credential.user, generation: credential.generation },
    mayPublish(topic) {
      const { realm, isReserved } = partsOf(topic);
      const { account } = credential;
      // The command and its receiver are checked after the message is parsed.
      if (topics.isCommand(topic)) return account?.mayCommandAny === true;
      // Only the service publishes errors and stored rows.
      if (isReserved || topics.isReserved(topic, published()) || account === undefined) return false;
      // Only the service sends downlinks to our devices: they are commands.
      const sentTo = networks.commandedOn(topic);
      if (sentTo !== undefined && addressing.parseTopic(sentTo, realms()).address !== undefined) return false;
      const { address } = addressing.parseTopic(networks.reportedOn(topic) ?? topic, realms());
      // A vendor's topic belongs to the realm to which it is mapped.
      if (!account.may("write", address?.realm ?? realm)) return false;
      return address === undefined || account.mayDatabase("write", address.database);
    },
    mayRead(topic) {
      const { account } = credential;
      const { realm, isReserved, isForDevices } = partsOf(topic);
      if (isReserved) return account?.isAdmin === true;
      // A device with only write permission still receives the errors about its own messages.
      return account?.may("read", realm) === true || (isForDevices && account?.may("write", realm) === true);
    },
    maySubscribe(filter) {
      const { account } = credential;
      const { realm, isReserved, isForDevices } = partsOf(filter);
      if (isReserved) return account?.isAdmin === true;
      if (realm === "+" || realm === "#") return account?.mayAll("read") === true;
      return account?.may("read", realm) === true || (isForDevices && account?.may("write", realm) === true);
    },
  };
}
