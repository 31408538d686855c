/** What an outsider may try, as data: the tests run each attempt, and `scripts/outsider.ts` prints what each got. */

import type { Target } from "./target.ts";

export interface Attempt {
  readonly protocol: "HTTP" | "MQTT" | "MQTT 5" | "WAMP" | "page" | "UDP";
  /** What is tried, for a person. */
  readonly name: string;
  /** What it got, in a few words. */
  run(target: Target): Promise<string>;
  /** Whether that is what was promised. */
  readonly expected: RegExp;
}
