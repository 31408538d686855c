/** Access control of the service: one directory of users, and one interface for all protocols. */

import type { Context } from "hono";
import type { Caller } from "../http/caller.ts";
import type { DecodedRealm } from "../realms/realm-settings.ts";
import { ALL_REALMS } from "../realms/realm-words.ts";
import type { HttpAccess } from "../sources/http/access.ts";
import type { MqttAccess } from "../sources/mqtt/access.ts";
import type { Log } from "../telemetry/log.ts";
import type { Observable } from "../telemetry/part-status.ts";
import { Authenticator } from "./authenticator.ts";
import { HttpGate } from "./http-gate.ts";
import { mqttAccess } from "./mqtt-access.ts";
import { OpenActs } from "./open-acts.ts";
import { Sessions } from "./sessions.ts";
import type { SharedText } from "./shared-text.ts";
import { openUserDirectory } from "./user-directory.ts";
import { WampAuthentication } from "./wamp-authentication.ts";

export interface AccessControlOptions {
  readonly usersFile: string;
  /** Realms of the current configuration. */
  readonly realms: () => readonly DecodedRealm[];
  /** WAMP topics of the UDP channels. */
  readonly channelTopics: () => readonly string[];
  /** WAMP topics of channels whose rows are published over MQTT. */
  readonly publishedTopics: () => readonly string[];
  /** WAMP topic of one channel; undefined if there is no such channel. */
  readonly channelTopic: (name: string) => string | undefined;
  readonly peer: (context: Context) => string;
  readonly transport: "secure" | "plain";
  /** Path of the page's cookie; `/` unless given. */
  readonly cookiePath?: string;
  readonly log: Log;
  /** Clock time, corrected for jumps of the system clock. */
  readonly wallMs: () => number;
  readonly inCluster: boolean;
}

export interface AccessControl extends Observable {
  readonly gate: HttpGate;
  /** Access to data over HTTP. */
  readonly http: HttpAccess;
  readonly mqtt: MqttAccess;
  readonly wamp: WampAuthentication;
  /** Whether the holder of this credential may send the command now. */
  mayCommand(user: string, generation: string, place: string, command: string): boolean;
  caller(request: object): Caller;
  reload(): void;
  /** In a cluster: shares users and sessions between all nodes. */
  share(texts: { readonly users: SharedText; readonly sessions: SharedText }): void;
  close(): void;
}

/** @throws Error (one sentence) if the users file cannot be read */
export function openAccessControl(options: AccessControlOptions): AccessControl {
  const configured = () => [
    ...options.realms().flatMap(({ name }) => (name === ALL_REALMS ? [] : [name])),
    ...options.channelTopics().map((topic) => topic.split(".", 1)[0] ?? ""),
  ];
  const { usersFile: path, log, inCluster } = options;
  const { users, reload, share, close } = openUserDirectory({ path, configured, log, inCluster });
  const authenticator = new Authenticator(users);
  authenticator.onFailure(({ remoteAddress, account }) => {
    options.log.warn({ event: "auth.failed", remoteAddress, ...(account && { account }) }, "wrong credentials");
  });
  const sessions = new Sessions(users, undefined, options.wallMs);
  const acts = new OpenActs();
  users.onChange(() => acts.review());
  sessions.onChange(() => acts.review());
  const { peer, transport, realms, cookiePath } = options;
  const gate = new HttpGate({ authenticator, sessions, acts, peer, transport, ...(cookiePath && { cookiePath }) });
  return {
    gate,
    http: {
      mayWrite(request, realm, database) {
        const account = gate.account(request);
        if (account === undefined) return "unauthenticated";
        return account.may("write", realm) && account.mayDatabase("write", database) ? "allowed" : "forbidden";
      },
      userOf: (request) => gate.credential(request)?.user,
      follow: (request, act) => gate.follow(request, act),
    },
    wamp: new WampAuthentication({ authenticator, acts, credential: (request) => gate.credential(request) }),
    mqtt: mqttAccess({ users, authenticator, acts, realms, published: options.publishedTopics }),
    mayCommand: (user, generation, place, command) =>
      users.accountOf(user, generation)?.mayCommand(place, command) === true,
    caller: (request) => callerOf(gate, request, options.channelTopic),
    status: () => ({
      state: "ok",
      detail: `${users.size} ${users.size === 1 ? "user" : "users"}`,
      counts: { ...authenticator.counts },
    }),
    reload,
    share(texts) {
      share(texts.users);
      sessions.share(texts.sessions);
    },
    close,
  };
}

/** Checks the credential at each call, however long the route keeps the caller. */
function callerOf(gate: HttpGate, request: object, channelTopic: AccessControlOptions["channelTopic"]): Caller {
  const account = () => gate.account(request);
  const name = gate.sessionName(request);
  return {
    get isKnown() {
      return account() !== undefined;
    },
    get credential() {
      const credential = gate.credential(request);
      return credential?.account && { user: credential.user, generation: credential.generation };
    },
    ...(name !== undefined && { sessionName: name }),
    get isAdmin() {
      return account()?.isAdmin === true;
    },
    get mayWriteAny() {
      return account()?.mayWriteAny === true;
    },
    mayAll: (right) => account()?.mayAll(right) === true,
    mayDatabase: (right, database) => account()?.mayDatabase(right, database) === true,
    mayReadChannel(channel) {
      const [realm = "", ...rest] = channel.split("/");
      if (rest.length > 0) return account()?.may("read", realm) === true;
      const topic = channelTopic(channel);
      return (topic === undefined ? account()?.mayAll("read") : account()?.mayTopic("read", topic)) === true;
    },
    follow: (act) => gate.follow(request, act),
  };
}
