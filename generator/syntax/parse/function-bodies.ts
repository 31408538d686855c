/** Leaves out the bodies of C's functions, of which vendors' headers often consist: they declare nothing that a message needs. */

import type { TranslationUnit } from "../preprocess/preprocess.ts";
import { isPunctuator, type Token } from "../preprocess/token.ts";
import { isRecordKeyword } from "./declaration-words.ts";
import { NAMES_IN_C } from "./language.ts";

/** `static uint8_t sum(…) {`: without such a word, what stands before a brace is not sure to be a function. */
const OF_FUNCTIONS: ReadonlySet<string> = new Set(["static", "inline", "__inline", "__inline__"]);
const ASSERTIONS: ReadonlySet<string> = new Set(["_Static_assert", "static_assert"]);

interface Body {
  /** Index behind the opening brace. */
  readonly from: number;
  /** Index of the closing brace. */
  readonly to: number;
}

/** A body stays if it holds an assertion, a change by a pragma, anything uncertain, or what may be C++. */
export function withoutBodies(unit: TranslationUnit): TranslationUnit {
  const bodies = bodiesIn(unit);
  if (bodies.length === 0) return unit;
  const tokens: Token[] = [];
  let behind = 0;
  for (const { from, to } of [...bodies, { from: unit.tokens.length, to: 0 }]) {
    for (let at = behind; at < from; at++) tokens.push(unit.tokens[at]!);
    behind = to;
  }
  const packs = shifted(bodies);
  const roots = shifted(bodies);
  return {
    ...unit,
    tokens,
    packs: unit.packs.map((state) => ({ ...state, from: packs(state.from) })),
    roots: unit.roots.map(roots),
  };
}

function bodiesIn({ tokens, packs, roots }: TranslationUnit): Body[] {
  const bodies: Body[] = [];
  const edges = [...packs.map(({ from }) => from), ...roots].sort((a, b) => a - b);
  let nextEdge = 0;
  const holdsEdge = ({ from, to }: Body): boolean => {
    while (edges[nextEdge]! < from) nextEdge += 1;
    return edges[nextEdge]! <= to;
  };
  let head = 0;
  for (let at = 0; at < tokens.length; at++) {
    const { kind, text } = tokens[at]!;
    if (kind !== "punctuator" || !ENDS_HEAD.has(text)) continue;
    const body = text === "{" && isHead(tokens, head, at) ? bodyAt(tokens, at) : undefined;
    if (body !== undefined && !holdsEdge(body)) {
      bodies.push(body);
      at = body.to;
    }
    head = at + 1;
  }
  return bodies;
}

const ENDS_HEAD: ReadonlySet<string> = new Set([";", "{", "}"]);

function isHead(tokens: readonly Token[], from: number, brace: number): boolean {
  if (!isPunctuator(tokens[brace - 1], ")")) return false;
  let isFunction = false;
  for (let at = from; at < brace; at++) {
    const token = tokens[at]!;
    if (mayMatter(token) || isRecordKeyword(token) || isPunctuator(token, "=")) return false;
    isFunction ||= token.kind === "identifier" && OF_FUNCTIONS.has(token.text);
  }
  return isFunction;
}

/** Undefined for a body that stays. */
function bodyAt(tokens: readonly Token[], open: number): Body | undefined {
  let depth = 0;
  for (let at = open; at < tokens.length; at++) {
    const token = tokens[at]!;
    if (mayMatter(token)) return undefined;
    if (isPunctuator(token, "{")) depth += 1;
    else if (isPunctuator(token, "}")) depth -= 1;
    if (depth === 0) return { from: open + 1, to: at };
  }
  return undefined;
}

function mayMatter({ kind, text, doubt }: Token): boolean {
  if (doubt !== undefined) return true;
  return kind === "identifier" ? NAMES_IN_C.has(text) || ASSERTIONS.has(text) : text === "::";
}

/** Where an index, of several that ascend, is without the bodies before it. */
function shifted(bodies: readonly Body[]): (index: number) => number {
  let next = 0;
  let less = 0;
  return (index) => {
    for (let body = bodies[next]; body !== undefined && body.to <= index; body = bodies[next]) {
      less += body.to - body.from;
      next += 1;
    }
    return index - less;
  };
}
