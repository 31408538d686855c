/** Decides whether a header is C or C++ by its content, because both use `.h`. */

import type { ChannelPlan } from "../../plan/channel-plan.ts";
import { compilerFlags } from "../../targets/flags.ts";
import type { TranslationUnit } from "../preprocess/preprocess.ts";
import { isPunctuator, type Token } from "../preprocess/token.ts";
import { isRecordKeyword } from "./declaration-words.ts";

const CPP_SUFFIX = /\.(?:hpp|hh|hxx|h\+\+|cpp|cc|cxx|ino)$/i;

export function needsCpp(unit: TranslationUnit, plan: ChannelPlan): boolean {
  if (compilerFlags(plan).language === "c") return false;
  if (plan.defines.has("__cplusplus") || plan.headerFiles.some((name) => CPP_SUFFIX.test(name))) return true;
  return unit.tokens.some((_, at) => isCppOnly(unit.tokens, at));
}

/** In C these words are ordinary names, so their context decides. */
function isCppOnly(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at]!;
  const next = tokens[at + 1];
  if (token.kind === "punctuator") return token.text === "::";
  if (token.kind !== "identifier") return false;
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

/** `struct`, `union`, `class` or `enum`; undefined if the brace begins anything else. */
export function keywordOfBody(tokens: readonly Token[], brace: number): string | undefined {
  let parentheses = 0;
  for (let at = brace - 1; at >= Math.max(0, brace - 24); at--) {
    const token = tokens[at]!;
    // Skip the parameter list, which contains types too.
    if (isPunctuator(token, ")")) parentheses += 1;
    if (isPunctuator(token, "(")) parentheses -= 1;
    if (parentheses > 0) continue;
    if (isRecordKeyword(token)) return tokens[at - 1]?.text === "enum" ? "enum" : token.text;
    if (isPunctuator(token, ";") || isPunctuator(token, "}") || isPunctuator(token, "{") || isPunctuator(token, "="))
      return undefined;
  }
  return undefined;
}
