/** Positions on a map; the map is loaded with the first panel of the kind. */

import { latitudesIn, longitudesIn } from "../../../../codec/column-role.ts";
import { say } from "../text/words.ts";
import type { PanelKind } from "./kind.ts";
import { numericNames } from "./numeric-names.ts";

export const trackKind: PanelKind = {
  name: "track",
  label: "Track on a map",
  fits: (description) => numericNames(description).length >= 2,
  automatic: (description) => {
    const names = numericNames(description);
    const hasTrack = latitudesIn(names).length > 0 && longitudesIn(names).length > 0;
    return hasTrack ? [{ suffix: "track", title: say("{0}: track", description.title), settings: {} }] : [];
  },
  options: (description) => {
    const numbers = numericNames(description);
    const first = (found: readonly string[]) =>
      [...found, ...numbers.filter((name) => !found.includes(name))].map((name) => [name, name] as const);
    return [
      { name: "lat", label: say("Latitude"), choices: first(latitudesIn(numbers)) },
      { name: "lon", label: say("Longitude"), choices: first(longitudesIn(numbers)) },
    ];
  },
  load: async () => (await import("./views/track-view.ts")).make,
};
