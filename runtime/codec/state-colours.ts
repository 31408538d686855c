/** All colours of states, once: the compiler compares the list with the type. */

import type { StateColour } from "./struct-codec.ts";

const ALL: Readonly<Record<StateColour, true>> = {
  grey: true,
  amber: true,
  blue: true,
  green: true,
  red: true,
  violet: true,
  teal: true,
  yellow: true,
};

/** In the order of the page's `--state-…`. */
export const STATE_COLOURS = Object.keys(ALL) as readonly StateColour[];
