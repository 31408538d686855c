/** Section `[http]`. */

import { part } from "../config/part.ts";
import { TLS_KEYS, tlsOf } from "../config/tls-keys.ts";
import { none, parseEndpoint, parseList, parseNames, size } from "../config/values.ts";
import { parseBasePath, parseFrameAncestors, parseHosts, parseMapTiles } from "./values.ts";

/** Credentials that weather stations and gateways include in their data. */
const DROP_FIELDS: readonly string[] = [
  "PASSKEY",
  "PASSWORD",
  "passwd",
  "pwd",
  "api_key",
  "apikey",
  "api-key",
  "token",
  "access_token",
  "auth_token",
  "secret",
  "client_secret",
  "psk",
];

export const HTTP = part(
  {
    section: "http",
    meaning: "Data and events under `/api`, the page at `/`, the WAMP router at `/ws`.",
    keys: [
      { key: "listen", parse: parseEndpoint, default: "127.0.0.1:24642", meaning: "`host:port`." },
      {
        key: "max_body",
        parse: size("64k", "1G"),
        default: "2M",
        meaning: "Largest JSON or form body. CSV has no limit.",
      },
      {
        key: "cors_origins",
        parse: parseList,
        absent: none,
        meaning: "Web origins that may call `/api`; `*` for all.",
      },
      {
        key: "drop_fields",
        parse: parseNames,
        reload: "applied",
        default: DROP_FIELDS.join(", "),
        meaning:
          "Fields that are removed from bodies, at any depth and in any case. A CSV header with one of them is refused. `none` keeps all.",
      },
      {
        key: "hosts",
        parse: parseHosts,
        absent: none,
        meaning:
          "Names of the service behind a proxy. Without `[auth]`, the service on loopback accepts requests only for `localhost`, IP addresses and these names, except posts to `/api/`. This stops DNS rebinding.",
      },
      {
        key: "base_path",
        parse: parseBasePath,
        meaning: "Path of the service behind a [reverse proxy](production.md#a-reverse-proxy-with-tls).",
      },
      {
        key: "map_tiles",
        parse: parseMapTiles,
        meaning:
          "Map under tracks: address of a server's tiles, a blank, and its attribution. Without it, browsers load nothing from other servers.",
        example: "https://tile.example.org/{z}/{x}/{y}.png © OpenStreetMap",
      },
      {
        key: "frame_ancestors",
        parse: parseFrameAncestors,
        absent: none,
        meaning: "Sites that may show the page in a frame; `self` is this service.",
        example: "https://wiki.example.org, https://*.lab.example.org",
      },
      ...TLS_KEYS,
    ],
  },
  (section) => {
    section.together("tls_certificate", "tls_key");
    const basePath = section.optional("base_path");
    const mapTiles = section.optional("map_tiles");
    const frameAncestors = section.get("frame_ancestors");
    return {
      listen: section.get("listen"),
      maxBodyBytes: section.get("max_body"),
      corsOrigins: section.get("cors_origins"),
      dropFields: section.get("drop_fields"),
      hosts: section.get("hosts"),
      ...(basePath !== undefined && { basePath }),
      ...(mapTiles !== undefined && { mapTiles }),
      ...(frameAncestors.length > 0 && { frameAncestors }),
      tls: tlsOf(section.get("tls_certificate"), section.get("tls_key")),
    };
  },
);

export type HttpSettings = ReturnType<typeof HTTP.read>;
