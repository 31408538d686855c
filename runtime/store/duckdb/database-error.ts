/** Refusals: a type conflict in the specification's words [D32], others in plain words. */

import { refusalsOf } from "../refused-point.ts";

/** Something that the database needs is unavailable: the operation may succeed later. */
export class Outage extends Error {
  constructor(cause: Error) {
    super(cause.message, { cause });
    this.name = "Outage";
  }
}

export const { typeConflict, unstorable } = refusalsOf("DuckDBClientError");
