/** The addresses to which events are sent. */

import { service } from "../app/page.ts";
import type { Annotation } from "./annotation.ts";

/** Where the events of a measurement are sent to. */
export function eventAddress({ source: { database, measurement } }: Pick<Annotation, "source">): string {
  if (measurement !== "network_events") {
    const device = { database, measurement: measurement.replace(/_events$/, "_sensors") };
    return service.addressOf(device) ?? guessedAddress(database, measurement);
  }
  return guessedAddress(database, undefined);
}

export function networkAddress(database: string): string {
  return guessedAddress(database, undefined);
}

// `_` stands for several characters; every address with the same stored names leads to the same place [D25].
export function guessedAddress(database: string, measurement: string | undefined): string {
  const [realm = "", ...network] = database.split("_");
  const parts = [realm, network.join("_")];
  if (measurement === undefined) return parts.join("/");
  const [gateway = "", ...node] = measurement.replace(/_(events|sensors)$/, "").split("_");
  return [...parts, gateway, node.join("_")].join("/");
}
