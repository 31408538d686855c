/** Who may connect to the embedded broker, and to what topics. */

import type { Commander } from "../../commands/command.ts";
import type { Follow } from "../../telemetry/open-act.ts";

export interface MqttCredentials {
  readonly clientId: string;
  readonly username: string | undefined;
  readonly password: string | undefined;
  /** Of the connection; for limits on failures. */
  readonly remoteAddress: string;
}

/** What an authenticated client may do. */
export interface MqttPermissions {
  mayPublish(topic: string): boolean;
  mayRead(topic: string): boolean;
  /** Absent: every filter is taken, and each message is asked for by `mayRead`. */
  maySubscribe?(filter: string): boolean;
  /** Whose the client is: clients of different users may have the same identifier. */
  readonly user?: string;
  /** Who orders commands. */
  readonly commander?: Commander;
  /** Absent: nothing is ever withdrawn. */
  readonly follow?: Follow;
}

export interface MqttAccess {
  /** Undefined: the client is turned away. */
  authenticate(credentials: MqttCredentials): Promise<MqttPermissions | undefined>;
  /** The user was removed, or all their credentials were replaced: who has the name from now on may be somebody else. */
  onUserEnd?(listener: (user: string) => void): void;
}

/** Everybody may do everything. */
export const OPEN_ACCESS: MqttAccess = {
  authenticate: async () => ({ mayPublish: () => true, mayRead: () => true }),
};
