/** Explains a member that the grammar rejects. */

import { dictionary } from "../../../runtime/lib/dictionary.ts";
import { nearest } from "../../../runtime/lib/nearest.ts";
import { SYNTAX } from "../../diagnostics/codes/syntax.ts";
import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import { report } from "../../diagnostics/report.ts";
import type { Explanation } from "../parse/chunks.ts";
import { isQualifier, isRecordKeyword } from "../parse/declaration-words.ts";
import type { SyntaxNode } from "../parse/tree.ts";
import { isTypeWord, TYPE_BEGINNINGS } from "../parse/type-words.ts";
import { isPunctuator, spanAfter, type Token, textOf, tokenSpan } from "../preprocess/token.ts";
import { keywordOf, keywordProblem } from "./keywords.ts";

/** Possible explanations, the most certain first. */
const EXPLANATIONS: readonly ((part: readonly Token[]) => Diagnostic | undefined)[] = [
  strayCharacter,
  badNumber,
  fixedPoint,
  forgottenSemicolon,
  keywordAsName,
  emptyDeclarator,
  commaForSemicolon,
  listWithoutBraces,
  hyphenInName,
  severalWords,
];

/**
 * @param part tokens of the member
 * @param all tokens of the unit, to which `node` refers
 */
export function explainMember(part: readonly Token[], node: SyntaxNode, all: readonly Token[]): Explanation {
  let diagnostic: Diagnostic | undefined;
  for (const explain of EXPLANATIONS) diagnostic ??= explain(part);
  if (node.missing) diagnostic ??= missingToken(node, all[node.from - 1] ?? all[node.from]!);
  // A missing token belongs to the token before it.
  const at = node.missing ? Math.max(node.from - 1, 0) : node.from;
  if (diagnostic !== undefined) return { diagnostic, certainty: "sure", at };
  return { diagnostic: unreadable(part, all[Math.min(node.from, all.length - 1)]!), certainty: "guess", at };
}

function strayCharacter(part: readonly Token[]): Diagnostic | undefined {
  const stray = part.find((token) => token.kind === "other");
  if (stray === undefined) return undefined;
  const quote = stray.text[0];
  const reason =
    quote === '"' || quote === "'" ? `the closing ${quote} is missing` : "this character has no meaning in C";
  return report(SYNTAX, "E108", tokenSpan(stray), { found: stray.text.slice(0, 40), reason });
}

/** `uint16_t 2nd;` */
function badNumber(part: readonly Token[]): Diagnostic | undefined {
  const index = part.findIndex(
    (token) =>
      token.kind === "number" &&
      /^[0-9]+[A-Za-z_]*[g-wyzG-WYZ_]/.test(token.text) &&
      !/^[0-9]+[uUlL]+$/.test(token.text),
  );
  const number = part[index];
  if (number === undefined || part[index - 1]?.kind !== "identifier") return undefined;
  return report(SYNTAX, "E108", tokenSpan(number), {
    found: number.text,
    reason: "a name begins with a letter or '_'",
  });
}

/** `unsigned long _Accum total;`, which no grammar here knows. [ISO/IEC TR 18037] */
function fixedPoint(part: readonly Token[]): Diagnostic | undefined {
  const word = part.find(({ text }) => text === "_Fract" || text === "_Accum");
  const reason = "numbers of fixed point are not read: take an integer with the same bytes, and scale it by a rule";
  return word && report(SYNTAX, "E108", tokenSpan(word), { found: word.text, reason });
}

/** A member that continues on a line that begins another member. */
function forgottenSemicolon(part: readonly Token[]): Diagnostic | undefined {
  for (let index = 1; index < part.length; index++) {
    const token = part[index]!;
    const before = part[index - 1]!;
    const ends =
      before.kind === "identifier" ||
      before.kind === "number" ||
      isPunctuator(before, "]") ||
      isPunctuator(before, ")");
    if (token.startsLine && token.kind === "identifier" && ends && index >= 2) {
      return report(SYNTAX, "E107", spanAfter(before), { what: "';'", after: before.text });
    }
  }
  return undefined;
}

function keywordAsName(part: readonly Token[]): Diagnostic | undefined {
  const index = part.findIndex((token, at) => {
    const next = part[at + 1];
    const isLast = next === undefined || (next.kind === "punctuator" && [";", ",", "[", ":", "="].includes(next.text));
    return (
      at > 0 &&
      isLast &&
      token.kind === "identifier" &&
      (keywordOf(token.text, "c++") !== undefined || isTypeWord(token.text))
    );
  });
  const keyword = part[index];
  if (keyword === undefined) return undefined;
  return keywordProblem(keyword, keywordOf(keyword.text, "c++") ?? "C");
}

/** `uint8_t a,;` and `uint8_t flag : ;` */
function emptyDeclarator(part: readonly Token[]): Diagnostic | undefined {
  for (let index = 0; index < part.length; index++) {
    const token = part[index]!;
    const next = part[index + 1];
    const ends = next === undefined || isPunctuator(next, ";") || isPunctuator(next, ",") || isPunctuator(next, ")");
    if (!ends) continue;
    const what = token.kind === "punctuator" ? WANTED.get(token.text) : undefined;
    if (what !== undefined) return report(SYNTAX, "E107", spanAfter(token), { what, after: token.text });
  }
  return undefined;
}

/** What is expected after a punctuator. */
const WANTED: ReadonlyMap<string, string> = new Map([
  [",", "a name"],
  [":", "the width"],
  ["=", "a value"],
]);

/** `uint8_t length, uint8_t ID;` */
function commaForSemicolon(part: readonly Token[]): Diagnostic | undefined {
  const index = part.findIndex(
    (token, at) =>
      isPunctuator(token, ",") && part[at + 1]?.kind === "identifier" && part[at + 2]?.kind === "identifier",
  );
  const comma = part[index];
  if (comma === undefined) return undefined;
  return report(SYNTAX, "E108", tokenSpan(comma), {
    found: ",",
    reason: "a list of names has one type; write ';' before another type",
  });
}

/** `} a = 5, 1;` */
function listWithoutBraces(part: readonly Token[]): Diagnostic | undefined {
  const index = part.findIndex((token) => isPunctuator(token, "="));
  const equals = part[index];
  const hasComma = part
    .slice(index + 1)
    .some((token, at, rest) => isPunctuator(token, ",") && rest[at + 1]?.kind === "number");
  if (equals === undefined || part[index + 1]?.kind !== "number" || !hasComma) return undefined;
  return report(SYNTAX, "E107", spanAfter(equals), { what: "'{'", after: "=" });
}

/** `struct struct-a`, `uint8_t fault-code;` */
function hyphenInName(part: readonly Token[]): Diagnostic | undefined {
  const index = part.findIndex(
    (token, at) =>
      isPunctuator(token, "-") &&
      part[at - 1]?.kind === "identifier" &&
      !part.slice(0, at).some((before) => isPunctuator(before, "=")),
  );
  const [left, right] = [part[index - 1], part[index + 1]];
  if (index < 0 || left === undefined || right === undefined || index < 2) return undefined;
  return report(SYNTAX, "E108", tokenSpan(left, right), {
    found: `${left.text}-${right.text}`,
    reason: "a name has letters, digits and '_' only",
  });
}

const MISSING_WORDS: Readonly<Record<string, string>> = dictionary({
  identifier: "a name",
  field_identifier: "a name",
  type_identifier: "a type",
  primitive_type: "a type",
  number_literal: "a number",
});

function missingToken(node: SyntaxNode, before: Token): Diagnostic {
  const what = Object.hasOwn(MISSING_WORDS, node.type) ? (MISSING_WORDS[node.type] ?? node.type) : `'${node.type}'`;
  return report(SYNTAX, "E107", spanAfter(before), { what, after: before.text });
}

/** `uint16_t battery voltage;`, or an undefined macro. */
function severalWords(part: readonly Token[]): Diagnostic | undefined {
  const end = part.findIndex((token) => token.kind !== "identifier");
  const words = part
    .slice(0, end < 0 ? part.length : end)
    .filter((token) => !isQualifier(token) && !isRecordKeyword(token));
  const others = words.filter((token) => !isTypeWord(token.text));
  const names = others.length === words.length ? others.slice(1) : others;
  if (names.length < 2) return undefined;
  // `uint8_t a uint8_t b;`
  const second = words.findIndex(
    (token, at) => at >= 2 && (isTypeWord(token.text) || /^u?int(?:8|16|32|64)_t$/.test(token.text)),
  );
  const before = words[second - 1];
  if (before !== undefined && !isTypeWord(before.text))
    return report(SYNTAX, "E107", spanAfter(before), { what: "';'", after: before.text });
  // `usigned int a;`: suggest the type instead.
  if (isTypeWord(words[1]?.text ?? "") && nearest(words[0]?.text ?? "", TYPE_BEGINNINGS) !== undefined)
    return undefined;
  const shouting = others.find((word) => /^[A-Z_][A-Z0-9_]{2,}$/.test(word.text));
  if (shouting !== undefined) return report(SYNTAX, "E111", tokenSpan(shouting), { name: shouting.text });
  const reason = "a field is one type and one name";
  return report(SYNTAX, "E108", tokenSpan(part[0]!, part.at(-1)), { found: textOf(part).slice(0, 60), reason });
}

function unreadable(part: readonly Token[], at: Token): Diagnostic {
  const shown = part.length === 0 ? at.text : textOf(part);
  return report(SYNTAX, "E108", tokenSpan(part[0] ?? at, part.at(-1) ?? at), { found: shown.slice(0, 60) });
}
