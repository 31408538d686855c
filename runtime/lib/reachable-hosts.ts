/** The addresses under which other machines reach a listener on all of this machine's (`0.0.0.0`, `::`). */

import { networkInterfaces } from "node:os";
import { bracketed } from "./bind-failure.ts";

const ALL: readonly string[] = ["0.0.0.0", "::"];
/** Virtual networks can be many; only some addresses are of use. */
const MOST = 4;

/** @returns `host` unless it stands for all addresses: then this machine's own one first, and those of its networks */
export function reachableHosts(host: string, interfaces = networkInterfaces): readonly string[] {
  if (!ALL.includes(host)) return [bracketed(host)];
  const found = Object.values(interfaces()).flatMap((addresses = []) => addresses);
  // Link-local addresses need the name of an interface, which differs on each machine.
  const others = found.filter(({ family, internal, address }) => {
    return !internal && (family === "IPv4" || (host === "::" && !address.startsWith("fe80:")));
  });
  return ["127.0.0.1", ...others.slice(0, MOST).map(({ address }) => bracketed(address))];
}
