/** The log that several processes share: of the part that has one. */

import type { ConfigurationFile } from "../config/configuration-file.ts";
import type { SharedLogSettings } from "../model/shared-log.ts";
import { PARTS } from "../parts/parts.ts";

const SHARED = PARTS.find(({ shared }) => shared !== undefined)?.shared;

/** Undefined: one process. */
export function sharedLogOf(file: ConfigurationFile): SharedLogSettings | undefined {
  return SHARED && file.part(SHARED.settings);
}

/** A role is one among several processes. */
export function checkRole(file: ConfigurationFile): void {
  if (SHARED === undefined && file.role !== undefined)
    file.problem(
      `--role ${file.role} needs a log that several processes share, which this build of structline leaves out`,
    );
}
