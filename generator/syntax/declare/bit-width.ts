/** Widths of bit-fields [C17 6.7.2.1p4]. */

import { SYNTAX } from "../../diagnostics/codes/syntax.ts";
import { report } from "../../diagnostics/report.ts";
import type { Span } from "../../source/span.ts";
import type { CType } from "../../types/declarations.ts";
import { integerType } from "../constants/integer-type.ts";
import type { Token } from "../preprocess/token.ts";
import type { Context, RecordFacts } from "./context.ts";
import { integerConstant } from "./unknown-constant.ts";

export interface BitField {
  readonly name: string | undefined;
  readonly type: CType;
  /** As declared. */
  readonly text: string;
  readonly span: Span;
}

/** Bits; `undefined` after a problem. */
export function bitWidth(
  tokens: readonly Token[],
  field: BitField,
  context: Context,
  facts: RecordFacts,
): number | undefined {
  const member = field.name ?? "the unnamed bit-field";
  const { span, text: type } = field;
  const width = integerConstant(tokens, "width", context, facts.scope);
  const most = typeBits(field.type, context);
  if (most === undefined) {
    facts.problems.push(report(SYNTAX, "E125", span, { member, type }));
  } else if (typeof width === "string") {
    facts.problems.push(report(SYNTAX, "E123", span, { member, reason: width }));
  } else if (width < (field.name === undefined ? 0n : 1n) || width > BigInt(most)) {
    facts.problems.push(report(SYNTAX, "E124", span, { member, type, width, most }));
  } else {
    return Number(width);
  }
  return undefined;
}

function typeBits(type: CType, context: Context): number | undefined {
  // Without an underlying type it is the target's affair how wide the enum is; layout knows.
  if (type.kind === "enum" && type.underlying === undefined) return 64;
  const arithmetic = type.kind === "enum" ? type.underlying : type.kind === "arithmetic" ? type.type : undefined;
  const integer = arithmetic === undefined ? undefined : integerType(arithmetic, context.target);
  return integer === undefined || integer === "real" ? undefined : integer.bits;
}
