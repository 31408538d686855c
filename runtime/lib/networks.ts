/** Networks from which senders are accepted (`allow_from`). */

import { BlockList, isIPv6 } from "node:net";

/** @param networks in CIDR notation; empty: undefined, which accepts all */
export function networksOf(networks: readonly string[]): BlockList | undefined {
  if (networks.length === 0) return undefined;
  const list = new BlockList();
  for (const network of networks) {
    const [address = "", prefix = ""] = network.split("/");
    list.addSubnet(address, Number(prefix), familyOf(address));
  }
  return list;
}

export function isWithin(address: string, networks: BlockList | undefined): boolean {
  return networks?.check(address, familyOf(address)) !== false;
}

function familyOf(address: string): "ipv4" | "ipv6" {
  return isIPv6(address) ? "ipv6" : "ipv4";
}
