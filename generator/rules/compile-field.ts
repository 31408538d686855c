/** Compiles a leaf with its rule: stored name, kind, unit, expression and inverse. */

import type { ColumnKind } from "../../runtime/codec/struct-codec.ts";
import type { ScalarNode, TextNode } from "../layout/struct-layout.ts";
import { bringsBack, invertAffine } from "./affine.ts";
import type { AffineInverse, CompiledField, Expression } from "./compiled-rule.ts";
import type { FieldRule } from "./field-rule.ts";

export function compiledField(
  leaf: ScalarNode | TextNode,
  column: string,
  rule: FieldRule | undefined,
  expression: Expression | undefined,
  excluded: boolean,
): CompiledField {
  return {
    leaf,
    column,
    kind: kindOf(leaf, expression),
    unsigned: leaf.kind === "scalar" && leaf.scalar === "uint64" && expression === undefined,
    unit: rule?.unit?.text,
    states: rule?.display.states ?? enumStates(leaf, expression),
    stateColours: rule?.display.stateColours,
    limits: rule?.display.limits,
    expressionText: expression && rule?.expression?.text,
    expression,
    inverse: expression && inverseOf(leaf, expression),
    excluded,
    ruleSpan: rule?.span,
  };
}

/** The field with another expression than the rule's. */
export function withExpression(
  field: CompiledField,
  { expression, text }: { readonly expression: Expression; readonly text: string },
): CompiledField {
  const { leaf } = field;
  return {
    ...field,
    kind: kindOf(leaf, expression),
    unsigned: false,
    expression,
    expressionText: text,
    inverse: inverseOf(leaf, expression),
  };
}

/** Larger enums get no state names. */
const MOST_NAMES = 256;

/** The enum's names do not apply to the result of an expression. */
function enumStates(leaf: ScalarNode | TextNode, expression: Expression | undefined): CompiledField["states"] {
  if (leaf.kind === "text" || leaf.enumerators === undefined || expression !== undefined) return undefined;
  if (leaf.enumerators.length > MOST_NAMES) return undefined;
  // If names share a value, the first one is shown.
  return Object.fromEntries([...leaf.enumerators].reverse().map(({ name, value }) => [String(value), name]));
}

/** Numbers are stored as floats, so that a rule added later does not conflict with stored data. 64-bit integers would lose digits [D15]. */
function kindOf(leaf: ScalarNode | TextNode, expression: Expression | undefined): ColumnKind {
  if (leaf.kind === "text") return "string";
  if (expression !== undefined) return "float";
  if (leaf.scalar === "int64" || leaf.scalar === "uint64") return "integer";
  return leaf.scalar === "bool" ? "boolean" : "float";
}

/** Rejects an inverse that does not return the field's values: a large offset, or a 64-bit integer in binary64, loses digits. */
function inverseOf(leaf: ScalarNode | TextNode, expression: Expression): AffineInverse | undefined {
  if (leaf.kind === "text" || !isExactAsFloat(leaf)) return undefined;
  const inverse = invertAffine(expression, leaf.path);
  return inverse && bringsBack(expression, inverse, samplesOf(leaf)) ? inverse : undefined;
}

function isExactAsFloat({ scalar, bitWidth }: ScalarNode): boolean {
  return (scalar !== "int64" && scalar !== "uint64") || bitWidth <= 53;
}

/** Integer raw values over the field's range. Affine functions lose most at its ends. */
function samplesOf(leaf: ScalarNode): number[] {
  if (leaf.scalar === "float32" || leaf.scalar === "float64") return [-100, -1, 0, 1, 100];
  const signed = leaf.scalar.startsWith("int");
  const least = signed ? -(2 ** (leaf.bitWidth - 1)) : 0;
  const most = signed ? 2 ** (leaf.bitWidth - 1) - 1 : 2 ** leaf.bitWidth - 1;
  const steps = 16;
  const inner = Array.from({ length: steps - 1 }, (_, step) =>
    Math.floor(least + ((most - least) * (step + 1)) / steps),
  );
  return [least, least + 1, ...inner, most - 1, most].filter((raw) => raw >= least && raw <= most);
}
