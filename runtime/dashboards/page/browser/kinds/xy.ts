/** One column against another; its picture is loaded with the first panel of the kind. */

import { say } from "../text/words.ts";
import type { PanelKind } from "./kind.ts";
import { numericNames } from "./numeric-names.ts";

export const xyKind: PanelKind = {
  name: "xy",
  label: "X against Y",
  fits: (description) => numericNames(description).length >= 2,
  options: (description) => {
    const [first, ...others] = numericNames(description).map((name) => [name, name] as const);
    if (first === undefined) return [];
    return [
      { name: "x", label: "X", choices: [first, ...others] },
      { name: "y", label: "Y", choices: [...others, first] },
      {
        name: "as",
        label: say("Drawn as"),
        choices: [
          ["points", say("points")],
          ["line", say("line")],
        ],
      },
    ];
  },
  load: async () => (await import("./views/xy-view.ts")).make,
};
