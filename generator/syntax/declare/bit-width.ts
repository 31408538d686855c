/** Widths of bit-fields [C17 6.7.2.1p4]. */

import { SYNTAX } from "../../diagnostics/codes/syntax.ts";
import { report } from "../../diagnostics/report.ts";
import type { Span } from "../../source/span.ts";
import type { CType } from "../../types/declarations.ts";
import { evaluate } from "../constants/evaluate.ts";
import type { Token } from "../preprocess/token.ts";
import { integerType } from "./arithmetic-sizes.ts";
import type { Context, RecordFacts } from "./context.ts";
import { constantScope } from "./scope-constants.ts";
import { describeUnknown } from "./unknown-constant.ts";

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
  const evaluation = evaluate(tokens, constantScope(context, facts.scope));
  const most = typeBits(field.type, context);
  if (most === undefined) {
    facts.problems.push(report(SYNTAX, "E125", span, { member, type }));
  } else if (!evaluation.ok || evaluation.constant.kind === "real") {
    const reason = evaluation.ok
      ? "a floating number is no width"
      : describeUnknown(evaluation.problem, context, facts.scope);
    facts.problems.push(report(SYNTAX, "E123", span, { member, reason }));
  } else if (
    evaluation.constant.value < (field.name === undefined ? 0n : 1n) ||
    evaluation.constant.value > BigInt(most)
  ) {
    facts.problems.push(report(SYNTAX, "E124", span, { member, type, width: evaluation.constant.value, most }));
  } else {
    return Number(evaluation.constant.value);
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
