/** Rejects types that a C compiler rejects, and types that have no fixed layout. */

import { LAYOUT } from "../diagnostics/codes/layout.ts";
import { SYNTAX } from "../diagnostics/codes/syntax.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { report } from "../diagnostics/report.ts";
import type { Span } from "../source/span.ts";
import { isGnu, scalarSize } from "../targets/target.ts";
import type { BitFieldMember, CType, FieldMember, Member, RecordDeclaration } from "../types/declarations.ts";
import { enumScalar } from "../types/enum-scalar.ts";
import { recordsWithin } from "../types/records-within.ts";
import type { TypeSizes } from "../types/type-sizes.ts";
import { LARGEST_DATAGRAM, openLength } from "./extent.ts";

/** An array of unknown length at the end: an error, or left out with the surplus bytes of frames (`long = ignore`). */
export type OpenEnd = "refused" | "left out";

/** Errors of a record and of the records in it. A record without errors can be placed and turned into nodes. */
export function checkTypes(record: RecordDeclaration, sizes: TypeSizes, end: OpenEnd = "refused"): Diagnostic[] {
  const records = [...recordsWithin([record])];
  const diagnostics: Diagnostic[] = end === "refused" ? openEnd(record, sizes) : [];
  for (const current of records)
    diagnostics.push(...current.members.flatMap((member) => checkMember(member, current, sizes)));
  return diagnostics.length > 0 ? diagnostics : records.flatMap((each) => movedMember(each, sizes));
}

/** Rejects a record that GCC and Clang lay out differently. */
function movedMember(record: RecordDeclaration, sizes: TypeSizes): Diagnostic[] {
  const { movedPacked } = sizes.placed(record);
  return movedPacked === undefined ? [] : [report(LAYOUT, "E211", movedPacked.span, { name: record.name ?? "struct" })];
}

/** Rejects a message that ends with an array of unknown length. */
function openEnd(record: RecordDeclaration, sizes: TypeSizes): Diagnostic[] {
  const last = record.kind === "union" ? record.members : record.members.slice(-1);
  return last.flatMap((member) => {
    if (member.kind === "anonymous") return openEnd(member.record, sizes);
    const { type } = member;
    if (member.kind === "field" && isBounded(member, sizes)) return [];
    // `suffix[0]` is declared without bytes, so it is allowed.
    if (type.kind === "array" && type.length === 0 && type.flexible) {
      const named = { member: member.name ?? "" };
      // No number of elements would help.
      return type.isUnheld
        ? [report(SYNTAX, "E118", member.span, { ...named, type: member.declaredType })]
        : [report(SYNTAX, "E115", member.span, { ...named, last: true })];
    }
    return type.kind === "record" ? openEnd(type.record, sizes) : [];
  });
}

/** True for `x[]` with a `@count` that gives the maximum number of elements. */
function isBounded({ type, comments }: FieldMember, sizes: TypeSizes): boolean {
  const most = openLength(type, comments);
  return type.kind === "array" && most !== undefined && most * sizes.sizeOf(type.element).size <= LARGEST_DATAGRAM;
}

function innermost(type: CType): CType {
  let inner = type;
  while (inner.kind === "array") inner = inner.element;
  return inner;
}

function checkMember(member: Member, record: RecordDeclaration, sizes: TypeSizes): Diagnostic[] {
  if (member.kind === "anonymous") return [];
  const type = innermost(member.type);
  if (type.kind === "enum" && enumScalar(type, sizes.abi) === undefined) {
    return [report(LAYOUT, "E207", member.span, { enum: type.name ?? "" })];
  }
  if (member.kind === "bit-field") return checkBitField(member, record, sizes);
  return checkArray(member.type, member.name, member.span, sizes);
}

function checkBitField(member: BitFieldMember, record: RecordDeclaration, sizes: TypeSizes): Diagnostic[] {
  const limit = bitLimit(member.type, record, sizes);
  if (member.width <= limit || isPadded(record, sizes)) return [];
  const details = { name: member.name ?? "", ctype: member.declaredType, width: member.width, limit };
  return [report(LAYOUT, "E206", member.span, details)];
}

/** C++ takes more bits than the type has. */
function isPadded(record: RecordDeclaration, { abi }: TypeSizes): boolean {
  return isGnu(abi) && abi.bitFields === "gnu" && record.language === "c++";
}

/** Maximum width of a bit-field of the type. In C, `bool` has only one bit. [C17 6.7.2.1p4, footnote 124] */
function bitLimit(type: CType, record: RecordDeclaration, sizes: TypeSizes): number {
  if (type.kind === "enum") return sizes.sizeOf(type).size * 8;
  if (type.kind !== "arithmetic") throw new Error(`a bit-field of kind ${type.kind} came from the syntax phase`);
  const { scalar } = sizes.abi.arithmetic[type.type];
  if (scalar.startsWith("float")) throw new Error(`a bit-field of type ${type.type} came from the syntax phase`);
  return scalar === "bool" && record.language === "c" ? 1 : scalarSize(scalar) * 8;
}

/** Array elements have no gaps, so an element's alignment must not exceed its size. [C17 6.2.5p20] */
function checkArray(type: CType, name: string, span: Span, sizes: TypeSizes): Diagnostic[] {
  if (type.kind !== "array") return [];
  const element = sizes.sizeOf(type.element);
  if (element.size % element.alignment === 0) return checkArray(type.element, name, span, sizes);
  const { size, alignment } = element;
  return [report(LAYOUT, "E208", span, { name, size, alignment })];
}
