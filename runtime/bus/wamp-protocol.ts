/** Messages of WAMP 2 that a broker receives, read from untrusted arrays. [WAMP 2, basic profile, messages] */

import { isRecord } from "../lib/foreign-json.ts";
import { isPattern, isReserved, isUri, type MatchPolicy } from "./wamp-uri.ts";

export const CODE = {
  hello: 1,
  welcome: 2,
  abort: 3,
  challenge: 4,
  authenticate: 5,
  goodbye: 6,
  error: 8,
  publish: 16,
  published: 17,
  subscribe: 32,
  subscribed: 33,
  unsubscribe: 34,
  unsubscribed: 35,
  event: 36,
  call: 48,
  cancel: 49,
  register: 64,
  unregister: 66,
} as const;

/** Restricts the receivers of a publication by session or identity. [WAMP 2, subscriber black- and whitelisting] */
export interface Receivers {
  readonly sessions?: ReadonlySet<number>;
  readonly authids?: ReadonlySet<string>;
  readonly authroles?: ReadonlySet<string>;
}

export interface PublishOptions {
  readonly acknowledge: boolean;
  readonly excludeMe: boolean;
  readonly discloseMe: boolean;
  readonly exclude: Receivers;
  readonly eligible: Receivers;
}

export type ClientMessage =
  | {
      readonly kind: "hello";
      readonly realm: string;
      readonly authmethods: readonly string[];
      readonly authid: string | undefined;
    }
  | { readonly kind: "abort" }
  | { readonly kind: "authenticate"; readonly signature: string }
  | { readonly kind: "goodbye" }
  | { readonly kind: "subscribe"; readonly request: number; readonly topic: string; readonly match: MatchPolicy }
  | { readonly kind: "unsubscribe"; readonly request: number; readonly subscription: number }
  | {
      readonly kind: "publish";
      readonly request: number;
      readonly topic: string;
      readonly options: PublishOptions;
      readonly args: readonly unknown[];
      readonly kwargs: Readonly<Record<string, unknown>>;
    }
  /** A message to the dealer role, which this router does not have. */
  | { readonly kind: "procedure"; readonly code: number; readonly request: number }
  | { readonly kind: "cancel" }
  /** Well-formed but not acceptable: answered with ERROR; the session continues. */
  | { readonly kind: "refused"; readonly code: number; readonly request: number; readonly error: string }
  /** The session ends with ABORT. */
  | { readonly kind: "violation"; readonly message: string };

type Dict = Readonly<Record<string, unknown>>;

/** Reads a client's message; never throws. */
export function readClientMessage(value: unknown): ClientMessage {
  if (!Array.isArray(value)) return violation("a message is an array");
  switch (value[0]) {
    case CODE.hello:
      return readHello(value);
    case CODE.abort:
      return { kind: "abort" };
    case CODE.authenticate:
      return typeof value[1] === "string"
        ? { kind: "authenticate", signature: value[1] }
        : violation("AUTHENTICATE needs a signature");
    case CODE.goodbye:
      return isRecord(value[1]) && isUri(value[2]) ? { kind: "goodbye" } : violation("GOODBYE is [6, details, reason]");
    case CODE.publish:
      return readPublish(value);
    case CODE.subscribe:
      return readSubscribe(value);
    case CODE.unsubscribe:
      return readUnsubscribe(value);
    case CODE.call:
    case CODE.register:
    case CODE.unregister:
      return readProcedure(value);
    case CODE.cancel:
      return { kind: "cancel" };
    default:
      return violation("message type not expected by a broker");
  }
}

function readHello([, realm, details]: readonly unknown[]): ClientMessage {
  if (!isUri(realm)) return violation("HELLO needs a realm");
  if (!isRecord(details) || !isRecord(details["roles"]) || Object.keys(details["roles"]).length === 0) {
    return violation("HELLO needs details with at least one role");
  }
  const { authmethods, authid } = details;
  return {
    kind: "hello",
    realm,
    authmethods: Array.isArray(authmethods) ? authmethods.filter((method) => typeof method === "string") : [],
    authid: typeof authid === "string" ? authid : undefined,
  };
}

function readSubscribe([code, rawRequest, options, topic]: readonly unknown[]): ClientMessage {
  const request = readId(rawRequest);
  if (request === undefined || !isRecord(options) || typeof topic !== "string") {
    return violation("SUBSCRIBE is [32, request, options, topic]");
  }
  const match = options["match"] ?? "exact";
  if (match !== "exact" && match !== "prefix" && match !== "wildcard") {
    return refused(code, request, "wamp.error.invalid_argument");
  }
  if (!isPattern(topic, match)) return refused(code, request, "wamp.error.invalid_uri");
  return { kind: "subscribe", request, topic, match };
}

function readUnsubscribe([, rawRequest, rawSubscription]: readonly unknown[]): ClientMessage {
  const request = readId(rawRequest);
  const subscription = readId(rawSubscription);
  if (request === undefined || subscription === undefined) {
    return violation("UNSUBSCRIBE is [34, request, subscription]");
  }
  return { kind: "unsubscribe", request, subscription };
}

function readPublish([code, rawRequest, options, topic, args = [], kwargs = {}]: readonly unknown[]): ClientMessage {
  const request = readId(rawRequest);
  if (
    request === undefined ||
    !isRecord(options) ||
    typeof topic !== "string" ||
    !Array.isArray(args) ||
    !isRecord(kwargs)
  ) {
    return violation("PUBLISH is [16, request, options, topic, arguments, keyword arguments]");
  }
  // Without `acknowledge` the client expects no answer. [WAMP 2, PUBLISH]
  const acknowledge = options["acknowledge"] === true;
  if (!isUri(topic) || isReserved(topic)) {
    return acknowledge ? refused(code, request, "wamp.error.invalid_uri") : { kind: "cancel" };
  }
  return { kind: "publish", request, topic, options: readPublishOptions(options), args, kwargs };
}

function readPublishOptions(options: Dict): PublishOptions {
  return {
    acknowledge: options["acknowledge"] === true,
    excludeMe: options["exclude_me"] !== false,
    discloseMe: options["disclose_me"] === true,
    exclude: readReceivers(options, "exclude"),
    eligible: readReceivers(options, "eligible"),
  };
}

function readReceivers(options: Dict, prefix: "exclude" | "eligible"): Receivers {
  const sessions = options[prefix];
  const authids = options[`${prefix}_authid`];
  const authroles = options[`${prefix}_authrole`];
  return {
    ...(Array.isArray(sessions) && { sessions: new Set(sessions.map(readId).filter((id) => id !== undefined)) }),
    ...(Array.isArray(authids) && { authids: new Set(authids.filter((id) => typeof id === "string")) }),
    ...(Array.isArray(authroles) && { authroles: new Set(authroles.filter((role) => typeof role === "string")) }),
  };
}

function readProcedure([code, rawRequest]: readonly unknown[]): ClientMessage {
  const request = readId(rawRequest);
  if (request === undefined) return violation("a request needs an ID");
  return { kind: "procedure", code: code as number, request };
}

// IDs are integers from 1 to 2^53; MessagePack may deliver them as 64-bit ones. [WAMP 2, IDs]
function readId(value: unknown): number | undefined {
  const id = typeof value === "bigint" ? Number(value) : value;
  return typeof id === "number" && Number.isInteger(id) && id >= 1 && id <= 2 ** 53 ? id : undefined;
}

function refused(code: unknown, request: number, error: string): ClientMessage {
  return { kind: "refused", code: code as number, request, error };
}

function violation(message: string): ClientMessage {
  return { kind: "violation", message };
}
