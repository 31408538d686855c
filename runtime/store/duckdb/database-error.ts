/** Refusals: a type conflict in the specification's words [D32], others in plain words. */

import { refusalsOf } from "../refused-point.ts";

export const { typeConflict, unstorable } = refusalsOf("DuckDBClientError");
