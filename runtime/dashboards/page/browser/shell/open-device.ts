import { showDevice } from "../app/navigation.ts";
import type { Device } from "../overview/device-board.ts";
import { beside } from "../ui/beside.ts";

/** A refused device opens at the reason. */
export function openDevice({ key, feed, state, address }: Device): void {
  if (feed === undefined || state === "refused") beside.value = { kind: "status", about: address };
  else showDevice(key);
}
