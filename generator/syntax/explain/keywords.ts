/** Keywords, which cannot be names [C17 6.4.1], [C++17 lex.key]. */

import { SYNTAX } from "../../diagnostics/codes/syntax.ts";
import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import { report } from "../../diagnostics/report.ts";
import type { Language } from "../../targets/predefined.ts";
import { type Token, tokenSpan } from "../preprocess/token.ts";

const C: ReadonlySet<string> = new Set([
  "auto",
  "break",
  "case",
  "char",
  "const",
  "continue",
  "default",
  "do",
  "double",
  "else",
  "enum",
  "extern",
  "float",
  "for",
  "goto",
  "if",
  "inline",
  "int",
  "long",
  "register",
  "restrict",
  "return",
  "short",
  "signed",
  "sizeof",
  "static",
  "struct",
  "switch",
  "typedef",
  "union",
  "unsigned",
  "void",
  "volatile",
  "while",
]);

/** In C ordinary names: a C header may use them, a C++ one may not. */
const CPP: ReadonlySet<string> = new Set([
  "and",
  "bool",
  "catch",
  "class",
  "constexpr",
  "decltype",
  "delete",
  "explicit",
  "export",
  "false",
  "friend",
  "mutable",
  "namespace",
  "new",
  "not",
  "nullptr",
  "operator",
  "or",
  "private",
  "protected",
  "public",
  "static_assert",
  "template",
  "this",
  "throw",
  "true",
  "try",
  "typeid",
  "typename",
  "using",
  "virtual",
  "xor",
]);

/** The language of which the word is a keyword, when a header of the given language cannot use it as a name. */
export function keywordOf(word: string, language: Language): "C" | "C++" | undefined {
  if (C.has(word)) return "C";
  return language === "c++" && CPP.has(word) ? "C++" : undefined;
}

export function keywordProblem(keyword: Token, language: "C" | "C++"): Diagnostic {
  return report(SYNTAX, "E108", tokenSpan(keyword), {
    found: keyword.text,
    reason: `it is a keyword of ${language}, not a name`,
  });
}

/** `<stdint.h>` is always there [D2]. */
export function isStandardInteger(name: string | undefined): boolean {
  return /^u?int\d+_t$/.test(name ?? "");
}

export function typeNameProblem(name: Token): Diagnostic {
  return report(SYNTAX, "E108", tokenSpan(name), { found: name.text, reason: "it is the name of a type" });
}
