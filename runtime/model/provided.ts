/** What parts provide to others that do not know them. */

import type { LimitsSet } from "./measurement.ts";

export interface Provided {
  /** Limits of columns that users have set. */
  limits?: () => LimitsSet | undefined;
}
