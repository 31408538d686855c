/** Where the data of devices is stored. No DOM. */

import { storedName } from "../../../telemetry/address.ts";
import { feedKey } from "./measurement-feed.ts";

/** Of a device's wide address the key of its feed [D25]; undefined for what is not a device. */
export function storedAt(address: string): string | undefined {
  const [realm, network, gateway, node, ...more] = address.split("/");
  if (node === undefined || more.length > 0) return undefined;
  return feedKey({
    database: storedName(`${realm}_${network}`),
    measurement: storedName(`${gateway}_${node}_sensors`),
  });
}
