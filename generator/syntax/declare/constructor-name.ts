/** Constructors: functions that are named like their record. */

import { isPunctuator, type Token } from "../preprocess/token.ts";

/** The name in front of the parameters of the function in `tokens[from … to)`, if it is no destructor's. */
export function constructorName(tokens: readonly Token[], from: number, to: number): Token | undefined {
  let open = from;
  while (open < to && !isPunctuator(tokens[open], "(")) open += 1;
  const isPlain = open < to && open > from && !isPunctuator(tokens[open - 2], "~");
  return isPlain ? tokens[open - 1] : undefined;
}
