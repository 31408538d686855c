/** Sends plausible messages without the hardware. */

import type { PartKind } from "../part-kind.ts";

export const SIMULATE: PartKind = {
  name: "simulate",
  actions: async () => [(await import("./simulate-action.ts")).simulate],
};
