/** The configuration, typed and with all defaults filled in. */

import type { WrittenKeys } from "../config/key.ts";
import type { PartSettings } from "./parts.ts";

export interface Settings extends Omit<PartSettings, "udp" | "stores" | "cluster">, Stores {
  /** Each key as written. */
  readonly keys: WrittenKeys;
  /** Absolute path of the INI file. */
  readonly file: string;
  /** Its folder; relative paths start there. */
  readonly directory: string;
  /** `generated/` beside the INI file. */
  readonly generatedDirectory: string;
  /** Absent: one process. */
  readonly cluster?: NonNullable<PartSettings["cluster"]>;
}

type Stores = PartSettings["stores"];
