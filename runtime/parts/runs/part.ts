/** Runs of devices: named stretches of time, which the page compares. They are events with the field `run`. */

import type { PartKind } from "../part-kind.ts";

export const RUNS: PartKind = {
  name: "runs",
  actions: async () => [(await import("./run-action.ts")).run],
};
