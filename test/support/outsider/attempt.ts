/** Attacks by an outsider as data: the tests run each one, and `scripts/campaigns/outsider.ts` prints the results. */

import type { Target } from "./target.ts";

export interface Attempt {
  readonly protocol: "HTTP" | "MQTT" | "MQTT 5" | "WAMP" | "page" | "UDP";
  /** Description of the attack. */
  readonly name: string;
  /** The result, in a few words. */
  run(target: Target): Promise<string>;
  /** The promised result. */
  readonly expected: RegExp;
}
