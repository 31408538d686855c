/** Networks in CIDR notation. */

import { isIPv4, isIPv6 } from "node:net";
import { parseList } from "../config/values.ts";

/** `10.0.7.0/24, ::1` → the same, always with the prefix length. */
export function parseNetworks(text: string): string[] {
  return parseList(text).map((item) => {
    const [address = "", prefix] = item.split("/");
    const bits = isIPv4(address) ? 32 : isIPv6(address) ? 128 : 0;
    const length = prefix === undefined ? bits : /^\d+$/.test(prefix) ? Number(prefix) : Number.NaN;
    if (bits === 0 || !(length <= bits)) throw new Error(`'${item}' is not a network; write 10.0.7.0/24`);
    return `${address}/${length}`;
  });
}
