/** The configuration, typed and with all defaults filled in. */

import type { WrittenKeys } from "../config/key.ts";
import type { Endpoint } from "../config/values.ts";
import type { SharedLogSettings } from "../model/shared-log.ts";
import type { CoreSettings } from "./sections.ts";

export interface Settings extends Omit<CoreSettings, "udp" | "stores">, Stores {
  /** What the sections of parts say, by the parts' names. */
  readonly parts: Readonly<Record<string, unknown>>;
  /** Each key as written. */
  readonly keys: WrittenKeys;
  /** Absolute path of the INI file. */
  readonly file: string;
  /** Its folder; relative paths start there. */
  readonly directory: string;
  /** `generated/` beside the INI file. */
  readonly generatedDirectory: string;
  /** Where the broker inside the service listens; absent: there is none. */
  readonly broker?: Endpoint;
  /** Absent: one process. */
  readonly cluster?: SharedLogSettings;
}

type Stores = CoreSettings["stores"];
