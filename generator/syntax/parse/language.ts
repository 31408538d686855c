/** Decides whether a header is C or C++ by its content, because both use `.h`. */

import { dictionary } from "../../../runtime/lib/dictionary.ts";
import type { ChannelPlan } from "../../plan/channel-plan.ts";
import { compilerFlags } from "../../targets/flags.ts";
import type { TranslationUnit } from "../preprocess/preprocess.ts";
import { isPunctuator, type Token } from "../preprocess/token.ts";
import { isRecordKeyword } from "./declaration-words.ts";

const CPP_SUFFIX = /\.(?:hpp|hh|hxx|h\+\+|cpp|cc|cxx|ino)$/i;

export function needsCpp(unit: TranslationUnit, plan: ChannelPlan): boolean {
  if (compilerFlags(plan).language === "c") return false;
  if (plan.defines.has("__cplusplus") || plan.headerFiles.some((name) => CPP_SUFFIX.test(name))) return true;
  // Only C++ includes such a file.
  if (unit.files.some(({ path }) => CPP_SUFFIX.test(path))) return true;
  return unit.tokens.some((_, at) => isCppOnly(unit.tokens, at));
}

/** Keywords of C++ that a C header may use as names. Types, values and operators are left out. */
export const NAMES_IN_C: ReadonlySet<string> = new Set(
  (
    "class concept consteval constexpr constinit catch compl delete explicit export friend mutable namespace new operator private " +
    "protected public requires template this thread_local throw try typename using virtual and or xor not bitand bitor"
  ).split(" "),
);
/** `return this;` and `enum class;` declare nothing of that name. */
const BEFORE_NO_NAME: ReadonlySet<string> = new Set(["return", "else", "goto", "case", "operator", "co_return"]);
const BEHIND_NAME: ReadonlySet<string> = new Set([";", ",", "[", "="]);

/**
 * Marks keywords of C++ that the header declares as names, which only C allows: `typedef uint16_t friend;`, `uint8_t class : 3;`,
 * `struct new {`.
 */
export function withNames(unit: TranslationUnit): TranslationUnit {
  const { tokens } = unit;
  const names = new Set<string>();
  for (let at = 0; at < tokens.length; at++) {
    const { kind, text } = tokens[at]!;
    if (kind === "identifier" && NAMES_IN_C.has(text) && isDeclaredHere(tokens, at)) names.add(text);
  }
  if (names.size === 0) return unit;
  const mark = (token: Token): Token =>
    token.kind === "identifier" && names.has(token.text) ? { ...token, isName: true } : token;
  return { ...unit, tokens: tokens.map(mark) };
}

function isDeclaredHere(tokens: readonly Token[], at: number): boolean {
  const [before, token, behind, next] = [tokens[at - 1], tokens[at], tokens[at + 1], tokens[at + 2]];
  if (token?.kind !== "identifier" || behind === undefined) return false;
  if (isRecordKeyword(before) && !isRecordKeyword(tokens[at - 2]))
    return isPunctuator(behind, "{") || (token.text !== "class" && behind.kind === "identifier");
  if (before?.kind !== "identifier" || BEFORE_NO_NAME.has(before.text)) return false;
  if (behind.kind !== "punctuator") return false;
  // A bit-field, and no `public:`.
  if (behind.text === ":") return next?.kind === "number" || isPunctuator(tokens[at + 3], ";");
  return BEHIND_NAME.has(behind.text);
}

/** In C these words are ordinary names, so their context decides. */
function isCppOnly(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at]!;
  const next = tokens[at + 1];
  if (token.kind === "punctuator") return token.text === "::";
  if (token.kind !== "identifier" || token.isName === true) return false;
  switch (token.text) {
    case "class":
      return (
        next?.kind === "identifier" &&
        (isPunctuator(tokens[at + 2], "{") || isPunctuator(tokens[at + 2], ":") || isPunctuator(tokens[at + 2], ";"))
      );
    case "namespace":
      return isPunctuator(next, "{") || (next?.kind === "identifier" && isPunctuator(tokens[at + 2], "{"));
    case "template":
      return isPunctuator(next, "<");
    case "public":
    case "private":
    case "protected":
      return isPunctuator(next, ":");
    case "using":
      return next?.kind === "identifier" && !isPunctuator(next, ";");
    case "virtual":
    case "constexpr":
      return next?.kind === "identifier";
    default:
      return false;
  }
}

const ENDS_HEAD = /^[;{}=]$/;
/** Backwards. */
const NESTING: Readonly<Record<string, number>> = dictionary({ ")": 1, "(": -1 });

/** `struct`, `union`, `class` or `enum`; undefined if the brace begins anything else. */
export function keywordOfBody(tokens: readonly Token[], brace: number): string | undefined {
  let parentheses = 0;
  for (let at = brace - 1; at >= Math.max(0, brace - 24); at--) {
    const token = tokens[at]!;
    // Skip the parameter list, which contains types too.
    parentheses += token.kind === "punctuator" ? (NESTING[token.text] ?? 0) : 0;
    const before = tokens[at - 1]?.text ?? "";
    if (parentheses > 0) continue;
    // Not that of `template <class T, class U> T get() {`.
    if (isRecordKeyword(token) && !/^[<,]$/.test(before)) return before === "enum" ? before : token.text;
    if (ENDS_HEAD.test(token.text)) return undefined;
  }
  return undefined;
}
