/** Keywords, which cannot be names [C17 6.4.1], [C++17 lex.key]. */

import { SYNTAX } from "../../diagnostics/codes/syntax.ts";
import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import { report } from "../../diagnostics/report.ts";
import type { Language } from "../../targets/predefined.ts";
import { type Token, tokenSpan } from "../preprocess/token.ts";

const C: ReadonlySet<string> = new Set(
  (
    "asm auto break case char const continue default do double else enum extern float for goto if inline int long register " +
    "restrict return short signed sizeof static struct switch typedef typeof union unsigned void volatile while " +
    "_Alignas _Alignof _Atomic _Bool _Complex _Generic _Imaginary _Noreturn _Static_assert _Thread_local " +
    "__asm __asm__ __attribute __attribute__ __const __const__ __extension__ __inline __inline__ __restrict __restrict__ " +
    "__signed __signed__ __typeof __typeof__ __volatile __volatile__ __alignof __alignof__ __auto_type __label__ __thread"
  ).split(" "),
);

/** Ordinary names in C that a C++ header cannot use. Includes operator words and words of C++20. */
const CPP: ReadonlySet<string> = new Set(
  (
    "alignas alignof and and_eq bitand bitor bool catch char8_t char16_t char32_t class compl concept const_cast consteval " +
    "constexpr constinit co_await co_return co_yield decltype delete dynamic_cast explicit export false friend mutable " +
    "namespace new noexcept not not_eq nullptr operator or or_eq private protected public reinterpret_cast requires " +
    "static_assert static_cast template this thread_local throw true try typeid typename using virtual wchar_t xor xor_eq"
  ).split(" "),
);

/** The language in which the word is a keyword, if a header of the given language cannot use it as a name. */
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

/** `<stdint.h>` is always included [D2]. */
export function isStandardInteger(name: string | undefined): boolean {
  return /^u?int\d+_t$/.test(name ?? "");
}

export function typeNameProblem(name: Token): Diagnostic {
  return report(SYNTAX, "E108", tokenSpan(name), { found: name.text, reason: "it is the name of a type" });
}
