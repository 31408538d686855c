/** `typedef` and `using`. */

import { SYNTAX } from "../../diagnostics/codes/syntax.ts";
import { report } from "../../diagnostics/report.ts";
import { isStandardInteger } from "../explain/keywords.ts";
import { pragmasAt } from "../parse/attributes.ts";
import { isQualifier } from "../parse/declaration-words.ts";
import type { DeclarationNode, DeclaratorNode } from "../parse/nodes.ts";
import { outsideAngles } from "../preprocess/brackets.ts";
import { isPunctuator, type Token, tokenSpan } from "../preprocess/token.ts";
import { noteAttributeName, noteIgnoredAttributes, strayAttributes, typedefAlignment } from "./attributes.ts";
import { readDimensions } from "./constants.ts";
import { type Context, doubtOf, factsOf } from "./context.ts";
import { typeInMode } from "./modes.ts";
import { type DeclareRecord, isSigned, readSpecifiers, type Specifiers } from "./specifiers.ts";
import type { Scope } from "./symbols.ts";
import { pointersTo, qualifiersAmong } from "./type-names.ts";
import { arrayOf, flexibleArray, pointerType, qualified, type Resolved, unusable } from "./types.ts";

export function declareTypedef(
  node: DeclarationNode,
  context: Context,
  scope: Scope,
  declareRecord: DeclareRecord,
): void {
  const { head, declarators } = node;
  // `using name = int[2];`: only the array is declared.
  const first = declarators.find(({ shape, dimensions }) => shape === "object" && dimensions.length === 0);
  const namesRecord = node.kind === "alias" ? declarators[0] : first;
  const specifiers = readSpecifiers(head, context, scope, namesRecord?.name?.text, declareRecord);
  const facts = factsOf(specifiers.type, context);
  if (node.kind === "typedef") noteIgnoredAttributes(node, facts);
  const doubt = doubtOf(node.tokens);
  const [stray] = strayAttributes(node.stray);
  const error = node.kind === "typedef" && head.specifier?.body === undefined ? context.current.error : undefined;
  const qualifiers = qualifiersAmong(outsideAngles(head.tokens), context);
  const isNew = ({ name }: DeclaratorNode) => doubt === undefined || !isOfStandard(name, node, context, scope);
  for (const declarator of declarators.filter(isNew)) {
    const { name } = declarator;
    if (name === undefined) continue;
    if (node.kind === "typedef") noteAttributeName(name, head, facts, context);
    const problems = [error, doubt, stray].filter((problem) => problem !== undefined);
    const all = [...node.attributes, ...declarator.attributes];
    // The mode of a pointer or function is ignored.
    const moded =
      declarator.shape === "object"
        ? typeInMode(specifiers.type, all, context, scope)
        : { type: specifiers.type, others: all };
    const aligned = typedefAlignment(moded.others, context, scope, problems);
    const [diagnostic] = problems;
    const type = diagnostic
      ? unusable({ diagnostic })
      : declaredType(declarator, starsOf(node, declarator), qualified(moded.type, qualifiers), name, context, scope);
    // The alignment applies to the new type only.
    const plain = aligned === undefined ? type : alignedType(type, aligned, name, context);
    context.symbols.declareTypedef(scope, name.text, withSign(plain, specifiers));
  }
}

/** `#ifndef _STDINT_H … typedef unsigned int uint32_t;` behind `<stdint.h>`: another type than there does not compile. */
function isOfStandard(name: Token | undefined, { from }: DeclarationNode, { unit }: Context, scope: Scope): boolean {
  return scope.length === 0 && isStandardInteger(name?.text) && pragmasAt(unit, from)?.hasIntegers === true;
}

/** `*` and `* const`; undefined for no pointer, and if there is more, as for arrays and functions. */
function starsOf({ kind, head, tokens }: DeclarationNode, declarator: DeclaratorNode): readonly Token[] | undefined {
  if (declarator.shape !== "pointer") return undefined;
  const behindType = tokens.lastIndexOf(head.tokens.at(-1)!) + 1;
  const stars =
    kind === "alias"
      ? tokens.slice(behindType).filter((token) => !isPunctuator(token, ";"))
      : declarator.tokens.slice(0, declarator.tokens.indexOf(declarator.name!));
  const isWhole = kind === "alias" || stars.length + 1 === declarator.tokens.length;
  const isPlain = stars.length > 0 && stars.every((token) => isPunctuator(token, "*") || isQualifier(token));
  return isPlain && isWhole ? stars : undefined;
}

function withSign(type: Resolved, specifiers: Specifiers): Resolved {
  return type.kind === "arithmetic" && isSigned(specifiers) ? { ...type, isSigned: true } : type;
}

/**
 * A typedef that lowers the alignment of an incomplete struct: GCC keeps the struct's own alignment, Clang lowers it. In C++, GCC
 * returns to the struct's own alignment when a variable of it, or of a class with it, is defined. [GCC, fixup_attribute_variants]
 */
function alignedType(type: Resolved, aligned: number, name: Token, { language, sizes, target }: Context): Resolved {
  const lowered = report(SYNTAX, "E159", tokenSpan(name), { name: name.text, aligned, language });
  if (type.kind === "unusable")
    return { ...type, aligned, lowered, ...(type.standIn && { standIn: { ...type.standIn, aligned } }) };
  const isClass = type.kind === "record" && language === "c++" && target.bitFields === "gnu";
  return isClass && aligned < sizes.sizeOf(type).alignment ? unusable({ diagnostic: lowered }) : { ...type, aligned };
}

function declaredType(
  { shape, dimensions }: DeclaratorNode,
  stars: readonly Token[] | undefined,
  type: Resolved,
  name: Token,
  context: Context,
  scope: Scope,
): Resolved {
  if (shape === "pointer") return stars === undefined ? pointerType(context.target) : pointersTo(type, stars, context);
  if (shape !== "object") return unusable({ code: shape === "reference" ? "E114" : "E113" });
  const read = readDimensions(dimensions, name.text, name, context, scope);
  if (!read.ok) return unusable({ diagnostic: read.problem });
  const array = arrayOf(type, read.sizes);
  return read.flexible ? flexibleArray(array) : array;
}
