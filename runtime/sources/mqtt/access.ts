/** Who may connect to the embedded broker, and to what topics. */

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
}

export interface MqttAccess {
  /** Undefined: the client is turned away. */
  authenticate(credentials: MqttCredentials): Promise<MqttPermissions | undefined>;
}

/** Everybody may do everything. */
export const OPEN_ACCESS: MqttAccess = {
  authenticate: async () => ({ mayPublish: () => true, mayRead: () => true }),
};
