/** Declaration specifiers [C17 6.7.2]: which type a declaration is of. Every word in front of the declarators is accounted for. */

import { SPECIFIER_WORDS } from "../parse/declaration-words.ts";
import type { SyntaxNode } from "../parse/tree.ts";
import { type Token, textOf } from "../preprocess/token.ts";
import type { Context } from "./context.ts";
import { declareEnum } from "./enums.ts";
import type { Scope } from "./symbols.ts";
import { namedType } from "./type-names.ts";
import type { Resolved } from "./types.ts";

export interface Specifiers {
  readonly type: Resolved;
  /** As written, without storage class and qualifiers. */
  readonly text: string;
  /** Words in front: `static`, `const`, `virtual`, … */
  readonly words: ReadonlySet<string>;
  /** The struct, union or enum specifier with a body, if the type is one. */
  readonly definition: SyntaxNode | undefined;
  /** Of the record or enum specifier, with or without body. */
  readonly specifier: SyntaxNode | undefined;
}

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
  const declarator = node.children.find((child) => child.field === "declarator" || child.type === "bitfield_clause");
  const end = declarator === undefined ? endOfSpecifiers(node, tokens) : declarator.from;
  const specifier =
    typeNode !== undefined && (RECORDS.has(typeNode.type) || typeNode.type === "enum_specifier") ? typeNode : undefined;
  const body = specifier?.children.find((child) => child.field === "body");
  const isDefinition = body !== undefined && body.to > body.from;
  if (specifier === undefined || (specifier.type !== "enum_specifier" && !isDefinition)) {
    const own = tokens.slice(node.from, end);
    const words = own.filter((token) => !SPECIFIER_WORDS.has(token.text));
    const type = namedType(words, context, scope);
    if (typedefName !== undefined) nameInstance(type, typedefName, scope);
    return { type, text: writtenType(words, context), words: wordsOf(own), definition: undefined, specifier };
  }
  const around = [...tokens.slice(node.from, specifier.from), ...tokens.slice(specifier.to, end)];
  const odd = around.filter((token) => !SPECIFIER_WORDS.has(token.text));
  const text = isDefinition
    ? definitionText(specifier, body, tokens)
    : textOf(tokens.slice(specifier.from, specifier.to));
  const declared =
    specifier.type === "enum_specifier"
      ? declareEnum(specifier, context, scope, typedefName)
      : declareRecord(specifier, scope, typedefName);
  // A word beside the definition is no specifier: `struct s {…} PACKED x;`
  const type = odd.length === 0 ? declared : namedType([...odd, ...odd], context, scope);
  return { type, text, words: wordsOf(around), definition: isDefinition ? specifier : undefined, specifier };
}

/** A template's struct has no name of its own, as one without a tag. */
function nameInstance(type: Resolved, typedefName: string, scope: Scope): void {
  if (type.kind !== "record" || type.record.name !== undefined) return;
  const { record } = type;
  record.name = typedefName;
  record.untagged = true;
  if (scope.length > 0) record.scope = scope;
}

/** What a template's parameter stands for is written in its place. */
export function writtenType(words: readonly Token[], { symbols }: Context): string {
  return textOf(words.map((word) => ({ ...word, text: symbols.argumentText(word.text) ?? word.text })));
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
