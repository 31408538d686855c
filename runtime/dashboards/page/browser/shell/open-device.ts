import type { Device } from "../overview/device-board.ts";
import type { ShellHost } from "./host.ts";

/** A refused device opens at the reason. */
export function openDevice(host: ShellHost, { key, feed, state, address }: Device): void {
  if (feed === undefined || state === "refused") host.beside.open({ kind: "status", about: address });
  else host.navigation.showDevice(key);
}
