/** The address that a request comes from. */

import type { HeaderOf } from "./headers.ts";

export function isLoopback(address: string): boolean {
  return /^(::ffff:)?127\.\d+\.\d+\.\d+$/i.test(address) || address === "::1" || address.toLowerCase() === "localhost";
}

/** The peer's address; behind a proxy on this machine, the address that the proxy reports. */
export function clientAddress(peer: string, header: HeaderOf): string {
  const seen = isLoopback(peer) ? header("x-forwarded-for")?.split(",").at(-1)?.trim() : undefined;
  return seen === undefined || !/^[0-9a-fA-F.:]{2,45}$/.test(seen) ? peer : seen;
}
