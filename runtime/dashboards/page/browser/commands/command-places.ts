/** Where the user may send commands; asked again with the list of measurements, since permissions can change. */

import type { MeasurementDescription } from "../../../../model/measurement.ts";
import type { ServiceState } from "../app/service-state.ts";
import { fetchCommandPlaces } from "../data/api.ts";

export class CommandPlaces {
  readonly #service: ServiceState;
  #places: ReadonlySet<string> = new Set();

  constructor(service: ServiceState) {
    this.#service = service;
  }

  async read(): Promise<void> {
    // The next list tries again.
    const places = await fetchCommandPlaces().catch(() => undefined);
    if (places !== undefined) this.#places = new Set(places);
  }

  /** Address of the channel or device; undefined if the user may not send commands to it. */
  of(description: MeasurementDescription): string | undefined {
    const place = this.#service.placeOf(description);
    return place !== undefined && this.#places.has(place) ? place : undefined;
  }
}
