/** The place of a broker, for the client library. */

import type { IClientOptions } from "mqtt";

/** The library parses a URL with `url.parse()`, of which Node 24 warns. */
export function brokerAt(url: string): IClientOptions {
  const { protocol, hostname, port, username, password } = new URL(url);
  return {
    protocol: protocol === "mqtts:" ? "mqtts" : "mqtt",
    host: hostname.replace(/^\[|\]$/g, ""),
    ...(port !== "" && { port: Number(port) }),
    ...(username !== "" && { username: decodeURIComponent(username) }),
    ...(password !== "" && { password: decodeURIComponent(password) }),
  };
}
