/** Long arrays as a spectrum or a waterfall; their picture is loaded with the first panel of the kind. */

import { arraySizes } from "../../../../model/main-column.ts";
import { say } from "../text/words.ts";
import type { PanelKind } from "./kind.ts";
import { longArrays } from "./numeric-names.ts";

export const spectrumKind: PanelKind = {
  name: "spectrum",
  label: "Array",
  fits: (description) => arraySizes(description).size > 0,
  automatic: (description) =>
    longArrays(description).map((stem) => ({
      suffix: `spectrum:${stem}`,
      title: `${description.title}: ${stem}`,
      settings: { options: { array: stem, as: "spectrum" } },
    })),
  options: (description) => [
    {
      name: "array",
      label: say("Array"),
      choices: [...arraySizes(description).keys()].map((stem) => [stem, stem] as const),
    },
    {
      name: "as",
      label: say("Drawn as"),
      choices: [
        ["spectrum", say("spectrum: the newest, or at the pointer")],
        ["waterfall", say("waterfall: all in view")],
      ],
    },
  ],
  load: async () => (await import("./views/spectrum-view.ts")).make,
};
