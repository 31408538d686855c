/** The number that headers give a name: an enumerator's, a constant's, a macro's. */

import { sourceFile } from "../source/source-file.ts";
import { utf8Bytes } from "../source/utf8.ts";
import { evaluate } from "../syntax/constants/evaluate.ts";
import { constantsIn } from "../syntax/declare/constants.ts";
import { expandMacros } from "../syntax/preprocess/macros.ts";
import { tokenize } from "../syntax/preprocess/tokenize.ts";
import type { Headers } from "../syntax/read-headers.ts";

/** Undefined where the name is not the name of an integer. */
export function integerNamed(name: string, headers: Headers): bigint | undefined {
  const { tokens } = tokenize(sourceFile("<name>", "<name>", utf8Bytes(name)), 10);
  const evaluation = evaluate(expandMacros(tokens, headers.macros, []), constantsIn(headers, []));
  return evaluation.ok && evaluation.constant.kind === "integer" ? evaluation.constant.value : undefined;
}
