/** Parses a declaration's tokens with tree-sitter into a plain tree. */

import type { Token } from "../preprocess/token.ts";
import { type Cursor, type Grammar, grammars } from "./grammars.ts";
import "./node-grammars.ts";
import { type Rendered, render } from "./render.ts";

/** A node of the grammar with its tokens `[from, to)` in the unit. */
export interface SyntaxNode {
  readonly type: string;
  /** Role in the parent: `type`, `declarator`, `body`, … */
  readonly field: string | undefined;
  readonly from: number;
  readonly to: number;
  /** The parser inserted it; it is not in the source. */
  readonly missing: boolean;
  /** Named nodes, errors and missing tokens. */
  readonly children: readonly SyntaxNode[];
}

export interface SyntaxTree {
  readonly root: SyntaxNode;
  /** Errors and missing tokens, in order. */
  readonly problems: readonly SyntaxNode[];
}

/** Deeper nodes are dropped. They are expressions, which are evaluated from tokens. */
const MAX_DEPTH = 200;

/**
 * Parses tokens `[from, to)` without those in `blank`. Tries the C++ grammar first, because only it supports default
 * member
 * initialisers. If it fails, the text may still be C: `uint8_t class;`.
 */
export function parseTokens(
  tokens: readonly Token[],
  from: number,
  to: number,
  blank: ReadonlySet<number>,
): SyntaxTree {
  const rendered = render(tokens, from, to, blank);
  const cpp = parse(grammars().cpp, rendered, tokens);
  if (cpp.problems.length === 0) return cpp;
  const c = parse(grammars().c, rendered, tokens);
  return c.problems.length === 0 ? c : cpp;
}

function parse(grammar: Grammar, rendered: Rendered, tokens: readonly Token[]): SyntaxTree {
  const problems: SyntaxNode[] = [];
  const visit = (node: SyntaxNode) => {
    // C allows unnamed bit-fields, but the grammar expects a name before the colon.
    const unnamedBitField = node.missing && node.type.endsWith("identifier") && tokens[node.from]?.text === ":";
    if ((node.missing || node.type === "ERROR") && !unnamedBitField) problems.push(node);
  };
  const root = grammar.parse(rendered.text, (cursor) => convert(cursor, rendered, visit));
  return { root, problems };
}

interface Building extends SyntaxNode {
  readonly children: Building[];
}

/** Not recursive, because an expression of ten thousand terms gives a tree of that depth. */
function convert(cursor: Cursor, rendered: Rendered, visit: (node: SyntaxNode) => void): SyntaxNode {
  const root = buildNode(cursor, rendered);
  visit(root);
  const parents: Building[] = [root];
  if (!cursor.gotoFirstChild()) return root;
  for (;;) {
    const parent = parents.at(-1)!;
    if (cursor.nodeIsNamed || cursor.nodeIsMissing) {
      const node = buildNode(cursor, rendered);
      parent.children.push(node);
      visit(node);
      if (parents.length < MAX_DEPTH && cursor.gotoFirstChild()) {
        parents.push(node);
        continue;
      }
    }
    if (!gotoNext(cursor, parents)) return root;
  }
}

/** Goes to the next node that is not inside this one; false at the end. */
function gotoNext(cursor: Cursor, parents: Building[]): boolean {
  while (!cursor.gotoNextSibling()) {
    if (!cursor.gotoParent()) return false;
    parents.pop();
    if (parents.length === 0) return false;
  }
  return true;
}

function buildNode(cursor: Cursor, rendered: Rendered): Building {
  // Read each property once: every access is a native call.
  const { nodeType: type, nodeIsMissing: missing, startIndex, endIndex, currentFieldName } = cursor;
  const from = missing ? tokenAfter(rendered, startIndex) : tokenAt(rendered, startIndex);
  const to = endIndex <= startIndex ? from : behindAbsorbed(rendered, tokenAt(rendered, endIndex - 1) + 1);
  return { type, field: currentFieldName ?? undefined, from, to, missing, children: [] };
}

/** A node that ends with a word ends with all words that it stands for. */
function behindAbsorbed({ absorbed }: Rendered, to: number): number {
  let end = to;
  while (absorbed.has(end)) end += 1;
  return end;
}

/** Index of the token at the offset. */
function tokenAt(rendered: Rendered, offset: number): number {
  return rendered.from + Math.max(startsUpTo(rendered.starts, offset) - 1, 0);
}

/** Index of the first token at or after the offset that has a text: `unsigned short : 3`. */
function tokenAfter({ starts, from }: Rendered, offset: number): number {
  let at = startsUpTo(starts, offset - 1);
  while (starts[at + 1] === (starts[at] ?? 0) + 1) at += 1;
  return from + at;
}

/** Number of `starts` (ascending) that are at most `offset`. */
function startsUpTo(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
