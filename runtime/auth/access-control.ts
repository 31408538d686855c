/** Access control of the service: one directory of users, and one interface for all protocols. */

import type { Context } from "hono";
import type { ChannelSettings } from "../channels/channel-settings.ts";
import type { Caller } from "../http/caller.ts";
import type { HttpSettings } from "../http/keys.ts";
import type { Addressing } from "../intake/addressing.ts";
import type { Log } from "../lib/log.ts";
import type { PartStatus } from "../model/part-status.ts";
import type { RealmSettings } from "../model/realm-settings.ts";
import type { SharedText } from "../model/shared-text.ts";
import type { HttpAccess } from "../sources/http/access.ts";
import { Authenticator } from "./authenticator.ts";
import { ACCESS_COUNTERS } from "./counters.ts";
import { HttpGate } from "./http-gate.ts";
import { mqttAccess } from "./mqtt-access.ts";
import { OpenActs } from "./open-acts.ts";
import { configuredRealms } from "./realm-map.ts";
import type { RightBefore } from "./right-before.ts";
import { Sessions } from "./sessions.ts";
import { openUserDirectory } from "./user-directory.ts";
import { WampAuthentication } from "./wamp-authentication.ts";

export interface AccessControlOptions {
  readonly usersFile: string;
  /** The current configuration; `http` and `cluster` count at the start. */
  readonly settings: () => {
    readonly channels: readonly ChannelSettings[];
    readonly realms: readonly RealmSettings[];
    /** Absent: one process. */
    readonly cluster?: object;
    readonly http: Pick<HttpSettings, "tls" | "basePath">;
  };
  /** What topics mean. */
  readonly addressing: Addressing;
  /** WAMP topics of channels whose rows are published over MQTT. */
  readonly published: () => readonly string[];
  readonly peer: (context: Context) => string;
  readonly log: Log;
  /** Clock time, corrected for jumps of the system clock. */
  readonly wallMs: () => number;
  /** What was right before a restart. */
  readonly rightBefore?: RightBefore;
}

export type AccessControl = ReturnType<typeof openAccessControl>;

/** @throws Error (one sentence) if the users file cannot be read */
export function openAccessControl(options: AccessControlOptions) {
  const { usersFile: path, settings, addressing, published, peer, log, wallMs, rightBefore } = options;
  const configured = () => configuredRealms(settings());
  const { http, cluster } = settings();
  const inCluster = cluster !== undefined;
  const { users, reload, share, close } = openUserDirectory({ path, configured, log, inCluster });
  const authenticator = new Authenticator(users, undefined, rightBefore);
  authenticator.onFailure(({ remoteAddress, account }) => {
    log.warn({ event: "auth.failed", remoteAddress, ...(account && { account }) }, "wrong credentials");
  });
  const sessions = new Sessions(users, undefined, wallMs);
  const acts = new OpenActs();
  users.onChange(() => acts.review());
  sessions.onChange(() => acts.review());
  const transport = http.tls === undefined ? "plain" : "secure";
  const cookiePath = `${http.basePath ?? ""}/`;
  const gate = new HttpGate({ authenticator, sessions, acts, peer, transport, cookiePath });
  const ofData: HttpAccess = {
    mayWrite(request, realm, database) {
      const account = gate.account(request);
      if (account === undefined) return "unauthenticated";
      return account.may("write", realm) && account.mayDatabase("write", database) ? "allowed" : "forbidden";
    },
    userOf: (request) => gate.credential(request)?.user,
    follow: (request, act) => gate.follow(request, act),
  };
  const mqtt = {
    users,
    authenticator,
    acts,
    realms: () => settings().realms,
    addressing,
    published,
  };
  return {
    gate,
    /** Access to data over HTTP. */
    http: ofData,
    wamp: new WampAuthentication({ authenticator, acts, credential: (request) => gate.credential(request) }),
    mqtt: mqttAccess(mqtt),
    /** Whether the holder of this credential may send the command now. */
    mayCommand: (user: string, generation: string, place: string, command: string) =>
      users.accountOf(user, generation)?.mayCommand(place, command) === true,
    caller: (request: object) => callerOf(gate, request, settings),
    status: (): PartStatus => ({
      state: "ok",
      detail: `${users.size} ${users.size === 1 ? "user" : "users"}`,
      counts: ACCESS_COUNTERS.of({ ...authenticator.counts }),
    }),
    reload,
    /** In a cluster: shares users and sessions between all nodes. */
    share(texts: { readonly users: SharedText; readonly sessions: SharedText }) {
      share(texts.users);
      sessions.share(texts.sessions);
    },
    async close() {
      close();
      await rightBefore?.close();
    },
  };
}

/** Checks the credential at each call, however long the route keeps the caller. */
function callerOf(gate: HttpGate, request: object, settings: AccessControlOptions["settings"]): Caller {
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
    asker: gate.credential(request)?.user ?? "",
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
      const topic = settings().channels.find(({ name }) => name === channel)?.wampTopic;
      return (topic === undefined ? account()?.mayAll("read") : account()?.mayTopic("read", topic)) === true;
    },
    follow: (act) => gate.follow(request, act),
  };
}
