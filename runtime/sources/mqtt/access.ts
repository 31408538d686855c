/** Access control for the embedded broker: connections and topics. */

import type { Commander } from "../../model/command.ts";
import type { Follow } from "../../model/open-act.ts";

export interface MqttCredentials {
  readonly clientId: string;
  readonly username: string | undefined;
  readonly password: string | undefined;
  /** Address of the connection, for limits on failures. */
  readonly remoteAddress: string;
}

/** Permissions of an authenticated client. */
export interface MqttPermissions {
  mayPublish(topic: string): boolean;
  mayRead(topic: string): boolean;
  /** Absent: every filter is accepted, and `mayRead` is checked for each message. */
  maySubscribe?(filter: string): boolean;
  /** The client's user: clients of different users may have the same identifier. */
  readonly user?: string;
  /** The identity for sending commands. */
  readonly commander?: Commander;
  /** Absent: permissions are never withdrawn. */
  readonly follow?: Follow;
}

export interface MqttAccess {
  /** Undefined: the client is refused. */
  authenticate(credentials: MqttCredentials): Promise<MqttPermissions | undefined>;
  /** The user was removed or all their credentials were replaced: the name may later belong to another person. */
  onUserEnd?(listener: (user: string) => void): void;
}

/** Permissions without access control: everything is allowed. */
export const OPEN_ACCESS: MqttAccess = {
  authenticate: async () => ({ mayPublish: () => true, mayRead: () => true }),
};
