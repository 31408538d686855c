/** Access control as the service uses it: one directory of users behind all doors. */

import type { IncomingMessage } from "node:http";
import type { Context } from "hono";
import type { Viewer } from "../api/viewer.ts";
import type { RealmSettings } from "../config/settings.ts";
import type { MqttAccess } from "../sources/mqtt/access.ts";
import type { Log } from "../telemetry/log.ts";
import type { Observable } from "../telemetry/part-status.ts";
import { Authenticator } from "./authenticator.ts";
import { HttpGate, type Identification } from "./http-gate.ts";
import { mqttAccess } from "./mqtt-access.ts";
import { Sessions } from "./sessions.ts";
import type { SharedText } from "./shared-text.ts";
import { openUserDirectory } from "./user-directory.ts";
import { WampAuthentication } from "./wamp-authentication.ts";

export interface AccessControlOptions {
  readonly usersFile: string;
  readonly realms: readonly RealmSettings[];
  /** WAMP topics of the UDP channels. */
  readonly channelTopics: () => readonly string[];
  /** That of one; undefined where there is no such channel. */
  readonly channelTopic: (name: string) => string | undefined;
  readonly peer: (context: Context) => string;
  readonly transport: "secure" | "plain";
  readonly log: Log;
  readonly inCluster: boolean;
}

export interface AccessControl extends Observable {
  readonly http: HttpGate;
  readonly mqtt: MqttAccess;
  readonly wamp: WampAuthentication;
  mayWrite(request: object, realm: string, database: string): "allowed" | "unauthenticated" | "forbidden";
  mayManage(request: Request): boolean;
  /** What belongs to all realms and is no administrator's affair: the page's layouts. */
  mayChange(request: Request): boolean;
  viewer(request: object): Viewer;
  identifyUpgrade(request: IncomingMessage): Promise<Identification>;
  reload(): void;
  /** In a cluster: users and sessions are those of all nodes. */
  share(texts: { readonly users: SharedText; readonly sessions: SharedText }): void;
  close(): void;
}

/** @throws Error (one sentence) when the users file cannot be read */
export function openAccessControl(options: AccessControlOptions): AccessControl {
  const configured = () => [
    ...options.realms.map(({ name }) => name),
    ...options.channelTopics().map((topic) => topic.split(".", 1)[0] ?? ""),
  ];
  const { usersFile: path, log, inCluster } = options;
  const { users, reload, share, close } = openUserDirectory({ path, configured, log, inCluster });
  const authenticator = new Authenticator(users);
  authenticator.onFailure(({ remoteAddress, account }) => {
    options.log.warn({ event: "auth.failed", remoteAddress, ...(account && { account }) }, "wrong credentials");
  });
  const sessions = new Sessions(users);
  const { peer, transport, realms } = options;
  const http = new HttpGate({ users, authenticator, sessions, peer, transport });
  const wamp = new WampAuthentication(users, authenticator);
  return {
    http,
    wamp,
    mqtt: mqttAccess({ users, authenticator, realms }),
    mayWrite(request, realm, database) {
      const account = http.account(request);
      if (account === undefined) return "unauthenticated";
      return account.may("write", realm) && account.mayDatabase("write", database) ? "allowed" : "forbidden";
    },
    mayChange: (request) => http.account(request)?.mayAll("write") === true,
    mayManage: (request) => http.account(request)?.isAdmin === true,
    viewer: (request) => viewerOf(http, request, options.channelTopic),
    async identifyUpgrade(request) {
      const found = await http.identifyUpgrade(request);
      if (found.outcome === "known") wamp.note(request, found.visitor);
      return found;
    },
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

function viewerOf(http: HttpGate, request: object, channelTopic: AccessControlOptions["channelTopic"]): Viewer {
  const account = http.account(request);
  const name = http.sessionName(request);
  return {
    isKnown: account !== undefined,
    ...(name !== undefined && { sessionName: name }),
    mayReadAll: account?.mayAll("read") === true,
    mayReadDatabase: (database) => account?.mayDatabase("read", database) === true,
    mayReadChannel(channel) {
      if (account === undefined) return false;
      const [realm = "", ...rest] = channel.split("/");
      if (rest.length > 0) return account.may("read", realm);
      const topic = channelTopic(channel);
      return topic === undefined ? account.mayAll("read") : account.mayTopic("read", topic);
    },
  };
}
