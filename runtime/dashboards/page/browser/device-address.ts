/** Where the data of devices is stored. No DOM. */

import { storedPlace } from "../../../model/address.ts";
import { feedKey } from "./measurement-name.ts";

const MOST_KNOWN = 20_000;
/** What `storedAt` answered: it is asked for each address of a fleet, every second. */
const known = new Map<string, string | undefined>();

/** The key of a feed for a device's wide address [D25]; undefined if it is not a device's address. */
export function storedAt(address: string): string | undefined {
  if (known.has(address)) return known.get(address);
  if (known.size >= MOST_KNOWN) known.clear();
  const key = keyOf(address);
  known.set(address, key);
  return key;
}

function keyOf(address: string): string | undefined {
  const place = storedPlace(address);
  return place && feedKey(place);
}
