/** The frequencies in a time span; its picture is loaded with the first panel of the kind. */

import { say } from "../text/words.ts";
import type { PanelKind } from "./kind.ts";
import { numericNames } from "./numeric-names.ts";

export const fftKind: PanelKind = {
  name: "fft",
  label: "Frequencies (FFT)",
  fits: (description) => numericNames(description).length > 0,
  options: (description) => [
    { name: "column", label: say("Of"), choices: numericNames(description).map((name) => [name, name] as const) },
    {
      name: "scale",
      label: say("Scale"),
      choices: [
        ["linear", say("amplitude")],
        ["log", say("decibels")],
      ],
    },
  ],
  load: async () => (await import("./views/fft-view.ts")).make,
};
