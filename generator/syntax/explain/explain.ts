/** Syntax errors in the words of a compiler: what is missing, and where. */

import { SYNTAX } from "../../diagnostics/codes/syntax.ts";
import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import { report } from "../../diagnostics/report.ts";
import type { Context } from "../declare/context.ts";
import type { Chunk } from "../parse/chunks.ts";
import type { SyntaxTree } from "../parse/tree.ts";
import { spanAfter, textOf, tokenSpan } from "../preprocess/token.ts";

export function explain(tree: SyntaxTree, chunk: Chunk, context: Context): Diagnostic[] {
  const { tokens } = context.unit;
  const found: Diagnostic[] = [];
  for (const node of tree.problems) {
    const before = tokens[node.from - 1] ?? tokens[chunk.from]!;
    if (node.missing)
      found.push(report(SYNTAX, "E107", spanAfter(before), { what: `'${node.type}'`, after: before.text }));
    else
      found.push(
        report(SYNTAX, "E108", tokenSpan(tokens[node.from]!, tokens[node.to - 1]), {
          found: textOf(tokens.slice(node.from, node.to)),
        }),
      );
  }
  return found;
}
