/** Checks `_Static_assert` [C17 6.7.10]: what a header asserts about sizes and offsets must hold for our layout. */

import { SYNTAX } from "../../diagnostics/codes/syntax.ts";
import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import { report } from "../../diagnostics/report.ts";
import type { RecordDeclaration } from "../../types/declarations.ts";
import { describeConstant } from "../constants/describe.ts";
import { evaluate } from "../constants/evaluate.ts";
import { truth } from "../constants/operators.ts";
import type { Assertion } from "../parse/attributes.ts";
import { isRecordKeyword } from "../parse/declaration-words.ts";
import { parseTokens } from "../parse/tree.ts";
import { isTypeWord } from "../parse/type-words.ts";
import { closing, splitAtComma } from "../preprocess/brackets.ts";
import { type Token, textOf, tokenSpan } from "../preprocess/token.ts";
import { constantsIn } from "./constants.ts";
import { type Context, measuring, type RecordFacts } from "./context.ts";

/** A failed assertion is an error of the records that it measures and of the record that contains it. */
export function checkAssertion(assertion: Assertion, context: Context): void {
  context.symbols.file = assertion.tokens[0]?.file;
  // Records are sorted by closing brace, so the first match is the innermost one.
  const inner = [...context.records.values()].find(({ from, to }) => from < assertion.at && assertion.at < to);
  const { problem, measured } = assertionProblem(assertion, inner, context);
  if (problem === undefined) return;
  const facts = new Set([inner, ...measured.map((record) => context.records.get(record))]);
  for (const each of facts) each?.problems.push(problem);
}

/** @param facts of the innermost record that contains the assertion */
export function assertionProblem(
  assertion: Assertion,
  facts: RecordFacts | undefined,
  context: Context,
): { readonly problem: Diagnostic | undefined; readonly measured: readonly RecordDeclaration[] } {
  const { tokens } = assertion;
  const [condition] = splitAtComma(tokens.slice(2, -2));
  const { value: evaluation, measured } = measuring(context, () =>
    evaluate(condition, constantsIn(context, facts?.scope ?? [])),
  );
  if (evaluation.ok && !truth(evaluation.constant)) {
    const text = textOf(condition).slice(0, 100);
    return { problem: report(SYNTAX, "E154", tokenSpan(tokens[0]!, tokens.at(-2)), { text }), measured };
  }
  const malformed = facts === undefined ? undefined : malformedPart(tokens);
  if (malformed !== undefined) return { problem: malformed, measured };
  // An expression that only a compiler can evaluate is ignored, unless it begins with a word that cannot be valid there.
  const word = evaluation.ok ? undefined : evaluation.problem.token;
  const { unit, missingIncludes } = context;
  const isKnown = word?.kind !== "identifier" || OPERATORS.test(word.text) || missingIncludes.length > 0;
  if (facts === undefined || evaluation.ok || isKnown || unit.tokens.some(({ text }) => text === word.text))
    return { problem: undefined, measured };
  const reason = describeConstant(evaluation.problem);
  return { problem: report(SYNTAX, "E108", tokenSpan(word), { found: word.text, reason }), measured };
}

/** Compiler built-ins, and operators that are not supported in constants. */
const OPERATORS = /^__|^(?:sizeof|alignof|_Alignof|offsetof|decltype|noexcept|typeof|\w+_cast)$/;

/** A token that cannot follow `sizeof (…)` or `struct`. */
function misplacedBehind(tokens: readonly Token[], at: number): Token | undefined {
  const token = tokens[at]!;
  const next = tokens[at + 1];
  if (isRecordKeyword(token)) return next?.kind === "identifier" ? undefined : (next ?? token);
  // The grammar would read the operand as a cast, which is invalid here. [C17 6.5.3]
  const behind = token.text === "sizeof" ? tokens[closing(tokens, at + 1) ?? -1] : undefined;
  return behind?.kind === "number" ? behind : undefined;
}

/** The grammar parses the assertion as a call. It cannot parse the designator of `offsetof`, so this becomes a number. */
function malformedPart(tokens: readonly Token[]): Diagnostic | undefined {
  const call: Token[] = [];
  for (let at = 0; at < tokens.length; ) {
    const misplaced = misplacedBehind(tokens, at);
    if (misplaced !== undefined) return malformed(misplaced);
    const token = tokens[at]!;
    const end = /offsetof$/.test(token.text) ? closing(tokens, at + 1) : undefined;
    call.push(end === undefined ? token : { ...token, kind: "number" });
    at = end ?? at + 1;
  }
  call[0] = { ...call[0]!, text: "check" };
  const [part] = parseTokens(call, 0, call.length, new Set()).problems;
  const isTypeBeside = (at: number) => [call[at - 1], call[at + 1]].some((one) => one?.kind === "string");
  const typed = call.findIndex(({ text }, at) => isTypeWord(text) && isTypeBeside(at));
  const at = part?.from ?? typed;
  if (at < 0) return undefined;
  return malformed(call[at] ?? call.at(-1)!);
}

function malformed(found: Token): Diagnostic {
  return report(SYNTAX, "E108", tokenSpan(found), { found: found.text, reason: "no assertion has it here" });
}
