/** All dialects. */

import { airrohr } from "./airrohr.ts";
import { aliases } from "./aliases.ts";
import { bulk } from "./bulk.ts";
import { csv } from "./csv.ts";
import type { Dialect } from "./dialect.ts";
import { osmand } from "./osmand.ts";
import { tasmota } from "./tasmota.ts";
import { wunderground } from "./wunderground.ts";

/** In the order in which they are tried. A dialect without endings applies to our own addresses. */
export const DIALECTS: readonly Dialect[] = [
  tasmota,
  airrohr,
  bulk,
  aliases,
  csv,
  {
    name: "answers",
    meaning: "Answers in JSON are indented by four blanks; of a field that a form gives twice the first counts.",
  },
  wunderground,
  osmand,
  { name: "dates", meaning: "Dates like `21/09/21` have the year first." },
];
