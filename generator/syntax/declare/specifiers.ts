/** Declaration specifiers [C17 6.7.2]: which type a declaration is of. */

import { nearest } from "../../../runtime/config/nearest.ts";
import { SYNTAX } from "../../diagnostics/codes/syntax.ts";
import { report } from "../../diagnostics/report.ts";
import type { SyntaxNode } from "../parse/tree.ts";
import { arithmeticType, isTypeWord } from "../parse/type-words.ts";
import { type Token, textOf } from "../preprocess/token.ts";
import { withoutStd } from "./arithmetic-type.ts";
import type { Context } from "./context.ts";
import { declareEnum } from "./enums.ts";
import { COMMON_TYPE_NAMES, knownType } from "./known-types.ts";
import type { Scope } from "./symbols.ts";
import type { NamedType, Resolved, Unusable } from "./types.ts";

export interface Specifiers extends NamedType {
  /** As written, without storage class and qualifiers. */
  readonly text: string;
  /** Words in front: `static`, `const`, `virtual`, … */
  readonly words: ReadonlySet<string>;
  /** The struct, union or enum specifier with a body, if the type is one. */
  readonly definition: SyntaxNode | undefined;
  /** Of the record or enum specifier, with or without body. */
  readonly specifier: SyntaxNode | undefined;
}

/** Storage classes, qualifiers and function specifiers: not part of the type's name. */
const SPECIFIER_WORDS: ReadonlySet<string> = new Set([
  "typedef",
  "static",
  "extern",
  "register",
  "auto",
  "inline",
  "__inline",
  "__inline__",
  "constexpr",
  "constinit",
  "thread_local",
  "_Thread_local",
  "const",
  "volatile",
  "restrict",
  "__restrict",
  "__restrict__",
  "_Atomic",
  "mutable",
  "virtual",
  "explicit",
  "friend",
  "typename",
  "__const",
  "__volatile__",
]);
const RECORDS: ReadonlySet<string> = new Set(["struct_specifier", "union_specifier", "class_specifier"]);

/** Declares a record with a body; the type a bare `struct x` refers to is looked up here. */
export type DeclareRecord = (node: SyntaxNode, scope: Scope, typedefName: string | undefined) => Resolved;

export function readSpecifiers(
  node: SyntaxNode,
  context: Context,
  scope: Scope,
  typedefName: string | undefined,
  declareRecord: DeclareRecord,
): Specifiers {
  const { tokens } = context.unit;
  const typeNode = node.children.find((child) => child.field === "type");
  const declarator = node.children.find((child) => child.field === "declarator");
  const end = declarator === undefined ? endOfSpecifiers(node, tokens) : declarator.from;
  const specifier =
    typeNode !== undefined && (RECORDS.has(typeNode.type) || typeNode.type === "enum_specifier") ? typeNode : undefined;
  if (specifier === undefined) {
    const own = tokens.slice(node.from, end);
    const words = own.filter((token) => !SPECIFIER_WORDS.has(token.text));
    const named = namedType(words, context, scope);
    return { ...named, text: textOf(words), words: wordsOf(own), definition: undefined, specifier };
  }
  const words = wordsOf([...tokens.slice(node.from, specifier.from), ...tokens.slice(specifier.to, end)]);
  const body = specifier.children.find((child) => child.field === "body");
  const text =
    body === undefined ? textOf(tokens.slice(specifier.from, specifier.to)) : definitionText(specifier, body, tokens);
  const type =
    specifier.type === "enum_specifier"
      ? declareEnum(specifier, context, scope, typedefName)
      : body === undefined
        ? referredRecord(specifier, context, scope, text)
        : declareRecord(specifier, scope, typedefName);
  return { type, aligned: undefined, text, words, definition: body === undefined ? undefined : specifier, specifier };
}

function wordsOf(tokens: readonly Token[]): ReadonlySet<string> {
  return new Set(tokens.map((token) => token.text));
}

/** A declaration without a declarator: up to its `;`. */
function endOfSpecifiers(node: SyntaxNode, tokens: readonly Token[]): number {
  return tokens[node.to - 1]?.text === ";" ? node.to - 1 : node.to;
}

/** `struct point`, or `struct {…}` for one without a name. */
function definitionText(specifier: SyntaxNode, body: SyntaxNode, tokens: readonly Token[]): string {
  const head = textOf(tokens.slice(specifier.from, body.from));
  return specifier.children.some((child) => child.field === "name") ? head : `${head} {…}`;
}

function referredRecord(node: SyntaxNode, context: Context, scope: Scope, text: string): Resolved {
  const name = node.children.find((child) => child.field === "name");
  const tag = name === undefined ? "" : textOf(context.unit.tokens.slice(name.from, name.to)).replaceAll(" ", "");
  return context.symbols.tag(scope, tag) ?? incomplete(text, tag);
}

function incomplete(type: string, tag: string): Unusable {
  return { kind: "unusable", forward: tag, diagnose: (member, span) => report(SYNTAX, "E119", span, { member, type }) };
}

/** @param words without storage classes and qualifiers */
function namedType(words: readonly Token[], context: Context, scope: Scope): NamedType {
  const texts = words.map((token) => token.text);
  if (texts.length > 0 && texts.every(isTypeWord)) {
    const type = arithmeticType(texts);
    return { type: type === undefined ? oddArithmetic(texts) : { kind: "arithmetic", type }, aligned: undefined };
  }
  const name = texts.join("");
  const named = context.symbols.type(scope, name);
  if (named !== undefined) return named;
  const known = knownType(withoutStd(name), context.plan.abi);
  if (known !== undefined) return { type: { kind: "arithmetic", type: known }, aligned: undefined };
  return { type: unknownType(name, words, context, scope), aligned: undefined };
}

function oddArithmetic(words: readonly string[]): Unusable {
  const type = words.join(" ");
  if (words.includes("long") && words.includes("double") && words.length === 2) {
    return { kind: "unusable", diagnose: (member, span) => report(SYNTAX, "E117", span, { member }) };
  }
  return { kind: "unusable", diagnose: (member, span) => report(SYNTAX, "E118", span, { member, type }) };
}

/** Types without a layout that all compilers agree on, or without values. */
const IMPOSSIBLE: ReadonlySet<string> = new Set([
  "void",
  "_Float16",
  "__fp16",
  "__float128",
  "_Float128",
  "__int24",
  "__uint24",
  "decltype",
  "__bf16",
]);

/** Texts whose characters lie elsewhere in the device's memory. */
const TEXT_CLASSES: ReadonlySet<string> = new Set([
  "String",
  "string",
  "std::string",
  "std::string_view",
  "QString",
  "CString",
]);

function unknownType(name: string, words: readonly Token[], context: Context, scope: Scope): Unusable {
  if (TEXT_CLASSES.has(name)) {
    return {
      kind: "unusable",
      diagnose: (member, span) =>
        report(SYNTAX, "E118", span, { member, type: name, instead: `send the text itself: 'char ${member}[16];'` }),
    };
  }
  if (name.includes("<") || context.symbols.isTemplate(scope, name)) {
    const type = textOf(words);
    return {
      kind: "unusable",
      diagnose: (member, span) =>
        report(SYNTAX, "E118", span, { member, type, instead: insteadOfTemplate(name, member) }),
    };
  }
  if (IMPOSSIBLE.has(name) || name.startsWith("decltype(") || name === "") {
    return {
      kind: "unusable",
      diagnose: (member, span) => report(SYNTAX, "E118", span, { member, type: name === "" ? "auto" : name }),
    };
  }
  const missing = context.missingIncludes.filter((path) => !STANDARD_HEADERS.has(path));
  return {
    kind: "unusable",
    diagnose: (_member, span) =>
      report(SYNTAX, "E112", span, {
        type: name,
        nearest: nearest(name, [...COMMON_TYPE_NAMES, ...context.symbols.typeNames()]),
        missing,
      }),
  };
}

/** Their types are known here. */
const STANDARD_HEADERS: ReadonlySet<string> = new Set([
  "stdint.h",
  "stdbool.h",
  "stddef.h",
  "cstdint",
  "cstddef",
  "inttypes.h",
  "stdio.h",
  "string.h",
  "limits.h",
]);

function insteadOfTemplate(name: string, member: string): string {
  const array = /^(?:std::)?array<(.+),(\w+)>$/.exec(name);
  return array === null
    ? "write the type out: templates are not read"
    : `write '${array[1]} ${member}[${array[2]}];', which is laid out the same`;
}
