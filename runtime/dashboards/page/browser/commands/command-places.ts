/** Where the user may send commands; asked again with the list of measurements, since permissions can change. */

import type { MeasurementDescription } from "../../../../model/measurement.ts";
import type { ServiceState } from "../app/service-state.ts";
import { fetchCommandPlaces } from "../data/api.ts";

export class CommandPlaces {
  readonly #service: Pick<ServiceState, "placeOf">;
  #places: ReadonlySet<string> = new Set();

  constructor(service: Pick<ServiceState, "placeOf">) {
    this.#service = service;
  }

  refresh(): void {
    fetchCommandPlaces()
      .then((places) => {
        this.#places = new Set(places);
      })
      // The next list tries again.
      .catch(() => {});
  }

  /** Address of the channel or device; undefined if the user may not send commands to it. */
  of(description: MeasurementDescription): string | undefined {
    const place = this.#service.placeOf(description);
    return place !== undefined && this.#places.has(place) ? place : undefined;
  }
}
