/** Looks up an integer by name: an enumerator, a constant or a macro. */

import { sourceFile } from "../source/source-file.ts";
import { utf8Bytes } from "../source/utf8.ts";
import { evaluate } from "../syntax/constants/evaluate.ts";
import { constantsIn } from "../syntax/declare/constants.ts";
import { expandMacros } from "../syntax/preprocess/macros.ts";
import { tokenize } from "../syntax/preprocess/tokenize.ts";
import type { Headers } from "../syntax/read-headers.ts";

/** Undefined if the name is not an integer constant. */
export function integerNamed(name: string, headers: Headers): bigint | undefined {
  const { tokens } = tokenize(sourceFile("<name>", "<name>", utf8Bytes(name)), 10);
  const evaluation = evaluate(expandMacros(tokens, headers.macros, []), constantsIn(headers, []));
  return evaluation.ok && evaluation.constant.kind === "integer" ? evaluation.constant.value : undefined;
}
