/** Attacks by an outsider as data: the tests run each one, and `scripts/outsider.ts` prints the results. */

import type { Target } from "./target.ts";

export interface Attempt {
  readonly protocol: "HTTP" | "MQTT" | "MQTT 5" | "WAMP" | "page" | "UDP";
  /** What is tried, for a person. */
  readonly name: string;
  /** What it got, in a few words. */
  run(target: Target): Promise<string>;
  /** The promised result. */
  readonly expected: RegExp;
}
