/** Resolves declaration specifiers to a type [C17 6.7.2]. Every word before the declarators is checked. */

import { isSpecifierWord } from "../parse/declaration-words.ts";
import type { Head, RecordNode } from "../parse/nodes.ts";
import { leftOutside, outsideAngles } from "../preprocess/brackets.ts";
import { type Token, textOf } from "../preprocess/token.ts";
import type { Context } from "./context.ts";
import { declareEnum } from "./enums.ts";
import type { Scope } from "./symbols.ts";
import { namedType, severalWords } from "./type-names.ts";
import type { Resolved } from "./types.ts";

export interface Specifiers {
  readonly type: Resolved;
  /** As written, without storage class and qualifiers. */
  readonly text: string;
  /** Other specifiers: `static`, `const`, `virtual`, … */
  readonly words: ReadonlySet<string>;
}

export function isSigned({ words }: Specifiers): boolean {
  return ["signed", "__signed", "__signed__"].some((word) => words.has(word));
}

/** Declares a record with a body. A bare `struct x` is looked up here instead. */
export type DeclareRecord = (node: RecordNode, scope: Scope, typedefName: string | undefined) => Resolved;

export function readSpecifiers(
  { tokens, specifier, use }: Head,
  context: Context,
  scope: Scope,
  typedefName: string | undefined,
  declareRecord: DeclareRecord,
): Specifiers {
  const own = leftOutside(tokens, isSpecifierWord);
  const words = new Set(outsideAngles(tokens).flatMap(({ text, isName }) => (isName ? [] : [text])));
  if (specifier === undefined || (specifier.kind === "record" && specifier.body === undefined)) {
    const type = namedType(own, context, scope);
    if (typedefName !== undefined) nameInstance(type, typedefName, scope);
    return { type, text: writtenType(own, context), words };
  }
  const declared =
    specifier.kind === "enum"
      ? declareEnum(specifier, context, scope, typedefName, use)
      : declareRecord(specifier, scope, typedefName);
  const { body, tag } = specifier;
  const name = body === undefined ? specifier.tokens : specifier.tokens.slice(0, body.from - specifier.from);
  const text = body === undefined || tag !== undefined ? textOf(name) : `${textOf(name)} {…}`;
  // A word next to the definition is not a specifier: `struct s {…} PACKED x;`
  const type = own.length === 0 ? declared : severalWords(own, context, scope);
  return { type, text, words };
}

/** Like a struct without a tag, an instantiated struct has no name of its own. */
function nameInstance(type: Resolved, typedefName: string, scope: Scope): void {
  if (type.kind !== "record" || type.record.name !== undefined) return;
  const { record } = type;
  record.name = typedefName;
  record.untagged = true;
  if (scope.length > 0) record.scope = scope;
}

/** The type as text, with template parameters replaced by their arguments. */
export function writtenType(words: readonly Token[], { symbols }: Context): string {
  const written = (word: Token): string =>
    word.operand === undefined
      ? (symbols.argumentText(word.text) ?? word.text)
      : `${word.text}(${textOf(word.operand)})`;
  return textOf(words.map((word) => ({ ...word, text: written(word) })));
}
