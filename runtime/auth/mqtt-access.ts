/** Users at the embedded MQTT broker: the name with a password or one of its tokens, and topics by realm. */

import type { RealmSettings } from "../config/settings.ts";
import type { MqttAccess, MqttPermissions } from "../sources/mqtt/access.ts";
import { parseTopic } from "../telemetry/address.ts";
import type { Authenticator } from "./authenticator.ts";
import type { UserDirectory } from "./user-directory.ts";

export interface MqttAccessOptions {
  readonly users: UserDirectory;
  readonly authenticator: Authenticator;
  readonly realms: readonly RealmSettings[];
}

export function mqttAccess({ users, authenticator, realms }: MqttAccessOptions): MqttAccess {
  return {
    async authenticate({ username, password, remoteAddress }) {
      if (username === undefined || password === undefined) return undefined;
      const verdict = await authenticator.authenticate({ name: username, secret: password, remoteAddress });
      return verdict.outcome === "known" ? topicPermissions(verdict.account.name, users, realms) : undefined;
    },
  };
}

/** Asks the directory each time: who is removed can do nothing from then on, also on a connection that is open. */
export function topicPermissions(
  user: string,
  users: UserDirectory,
  realms: readonly RealmSettings[],
): Required<MqttPermissions> {
  const account = () => users.account(user);
  return {
    user,
    mayPublish(topic) {
      const { realm, isReserved, isError } = placeOf(topic);
      // Only the service says what went wrong.
      if (isReserved || isError || account()?.may("write", realm) !== true) return false;
      const { address } = parseTopic(topic, realms);
      return address === undefined || account()?.mayDatabase("write", address.database) === true;
    },
    mayRead(topic) {
      const { realm, isReserved, isError } = placeOf(topic);
      if (isReserved) return account()?.isAdmin === true;
      // A device that may only write hears what was wrong with what it wrote.
      return account()?.may("read", realm) === true || (isError && account()?.may("write", realm) === true);
    },
    maySubscribe(filter) {
      const { realm, isReserved, isError } = placeOf(filter);
      if (isReserved) return account()?.isAdmin === true;
      if (realm === "+" || realm === "#") return account()?.mayAll("read") === true;
      return account()?.may("read", realm) === true || (isError && account()?.may("write", realm) === true);
    },
  };
}

function placeOf(topic: string) {
  const [realm = ""] = topic.split("/", 1);
  return { realm, isReserved: topic.startsWith("$"), isError: /\/(error|alarm)\.json$/.test(topic) };
}
