/** Reads the credentials of a request. [RFC 9110 11.6.2; RFC 7617; RFC 6750] */

import { parse } from "hono/utils/cookie";
import type { HeaderOf } from "../http/headers.ts";

export const SESSION_COOKIE = "structline_session";

export type RequestCredentials =
  | { readonly kind: "none" }
  | { readonly kind: "secret"; readonly name: string | undefined; readonly secret: string }
  | { readonly kind: "session"; readonly id: string }
  | { readonly kind: "malformed" };

/** `Authorization` has precedence over `X-Api-Key`, and both over the page's cookie. */
export function requestCredentials(header: HeaderOf): RequestCredentials {
  const authorization = header("authorization");
  if (authorization !== undefined) return fromAuthorization(authorization);
  const key = header("x-api-key");
  if (key !== undefined) return { kind: "secret", name: undefined, secret: key.trim() };
  // A service on another port of this host can set a cookie of the same name. The first one counts; an unknown value
  // means no session.
  const id = parse(header("cookie") ?? "", SESSION_COOKIE)[SESSION_COOKIE];
  return id === undefined || id === "" ? { kind: "none" } : { kind: "session", id };
}

/** A token in the query, for devices that can send nothing else. [Weather Underground's and OsmAnd's protocols] */
export function queryCredentials(url: string): RequestCredentials {
  const [path = "", query = ""] = url.split("?", 2);
  const [, kind] = /^\/api\/.+\/(wunderground|osmand)$/.exec(path) ?? [];
  const secret = kind === undefined ? null : new URLSearchParams(query).get(kind === "osmand" ? "id" : "PASSWORD");
  return secret === null || secret === "" ? { kind: "none" } : { kind: "secret", name: undefined, secret };
}

function fromAuthorization(text: string): RequestCredentials {
  const [, scheme = "", value = ""] = /^\s*(\S+)\s+(\S+)\s*$/.exec(text) ?? [];
  switch (scheme.toLowerCase()) {
    case "bearer":
      return { kind: "secret", name: undefined, secret: value };
    // InfluxDB's clients; those of version 1 send name and password this way. [InfluxDB 1.8, compatibility API]
    case "token": {
      const colon = value.indexOf(":");
      if (colon < 0) return { kind: "secret", name: undefined, secret: value };
      return { kind: "secret", name: value.slice(0, colon), secret: value.slice(colon + 1) };
    }
    case "basic":
      return fromBasic(value);
    default:
      return { kind: "malformed" };
  }
}

function fromBasic(value: string): RequestCredentials {
  if (!/^[A-Za-z0-9+/_-]+={0,2}$/.test(value)) return { kind: "malformed" };
  const text = Buffer.from(value, "base64").toString("utf8");
  const colon = text.indexOf(":");
  if (colon < 0) return { kind: "malformed" };
  return { kind: "secret", name: text.slice(0, colon), secret: text.slice(colon + 1) };
}
