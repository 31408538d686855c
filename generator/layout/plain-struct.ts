/** Structs of C that have only numbers and arrays of numbers. Most are such, and their places follow from few numbers. */

import { scalarSize, type Target } from "../targets/target.ts";
import type { ArithmeticType, FieldMember, LayoutAttributes, RecordDeclaration } from "../types/declarations.ts";
import { roundUp } from "../types/placed-record.ts";
import { isText } from "./build-nodes.ts";

interface PlainField {
  readonly type: ArithmeticType;
  /** Elements of all dimensions together; 1 for a number alone. */
  readonly count: number;
  /** Its bytes are characters, whatever the sign of `char`. */
  readonly isText: boolean;
}

export interface PlainStruct {
  readonly fields: readonly PlainField[];
  readonly isPacked: boolean;
  readonly pack: number | undefined;
}

/** Undefined if anything else than sizes and alignments of arithmetic types could decide where a field is. */
export function plainStruct({ kind, language, attributes, members, pack }: RecordDeclaration): PlainStruct | undefined {
  if (kind !== "struct" || language !== "c" || !isPlain(attributes) || members.length === 0) return undefined;
  const fields: PlainField[] = [];
  for (const member of members) {
    const field = member.kind === "field" ? plainField(member) : undefined;
    if (field === undefined) return undefined;
    fields.push(field);
  }
  return { fields, isPacked: attributes.packed, pack };
}

function plainField({ attributes, type: whole }: FieldMember): PlainField | undefined {
  if (!isPlain(attributes) || attributes.packed) return undefined;
  let type = whole;
  let count = 1;
  let isInText = false;
  while (type.kind === "array" && type.aligned === undefined) {
    count *= type.length;
    isInText = isText(type);
    type = type.element;
  }
  if (type.kind !== "arithmetic" || type.aligned !== undefined || count === 0) return undefined;
  return { type: type.type, count, isText: isInText };
}

function isPlain({ bitFields, storageOrder, aligned }: LayoutAttributes): boolean {
  return bitFields === undefined && storageOrder === undefined && aligned === undefined;
}

/** True if each field has the same type and place on both targets, whichever packing the declared length chooses there. */
export function isPlacedAlike(struct: PlainStruct, own: Target, other: Target): boolean {
  const { fields } = struct;
  const isSameType = ({ type, isText }: PlainField) =>
    isText || own.arithmetic[type].scalar === other.arithmetic[type].scalar;
  if (!fields.every(isSameType)) return false;
  // Most structs are packed, or aligned alike.
  if (fields.every(({ type }) => alignmentOf(type, struct, own) === alignmentOf(type, struct, other))) return true;
  return isPaddedAlike(struct, own, other);
}

/** Compares fields of the same types, which without padding have the same places anyway. */
function isPaddedAlike(struct: PlainStruct, own: Target, other: Target): boolean {
  let end = 0;
  let most = 1;
  let mostThere = 1;
  let padding = 0;
  for (const { type, count } of struct.fields) {
    const [alignment, alignmentThere] = [alignmentOf(type, struct, own), alignmentOf(type, struct, other)];
    const begin = roundUp(end, alignment);
    if (begin !== roundUp(end, alignmentThere)) return false;
    padding += begin - end;
    end = begin + scalarSize(own.arithmetic[type].scalar) * count;
    most = Math.max(most, alignment);
    mostThere = Math.max(mostThere, alignmentThere);
  }
  // If there is only one place for each field, it does not matter how the end is padded.
  return padding === 0 || roundUp(end, most) === roundUp(end, mostThere);
}

/** In bytes. `packed` is not Microsoft's. */
function alignmentOf(type: ArithmeticType, { isPacked, pack }: PlainStruct, target: Target): number {
  if (target.packsAll || (isPacked && target.compiler.family !== "microsoft")) return 1;
  const { alignment } = target.arithmetic[type];
  return pack === undefined ? alignment : Math.min(alignment, pack);
}
