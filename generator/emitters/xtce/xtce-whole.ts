/** XTCE algorithms that put a value together from the parts of its bits. [XTCE 1.2, 4.3.4.9] */

import { type Field, isSigned } from "../../codec/model.ts";

/** A parameter with some of the field's bits. */
export interface BitPart {
  readonly parameter: string;
  /** Position of its least significant bit in the value. */
  readonly from: number;
  readonly width: number;
}

/** Larger integers are not exact in `MathAlgorithm`, whose numbers are doubles. */
const EXACT_BITS = 53;

export function wholeAlgorithm(name: string, field: Field, found: readonly BitPart[]): string {
  const parts = [...found].sort((a, b) => b.from - a.from);
  const trigger = `<TriggerSet><OnParameterUpdateTrigger parameterRef="${parts[0]?.parameter}"/></TriggerSet>`;
  if (field.bitWidth > EXACT_BITS && field.rule?.line === undefined) return javaAlgorithm(name, field, parts, trigger);
  const steps = [...joined(field, parts), ...ruled(field)];
  return `      <MathAlgorithm name="${name}_whole">
        <MathOperation outputParameterRef="${name}">
          ${steps.join("")}
          ${trigger}
        </MathOperation>
      </MathAlgorithm>`;
}

/** Horner's scheme in postfix notation. The most significant part of a signed field is negative from its half on. */
function joined(field: Field, [top, ...rest]: readonly BitPart[]): string[] {
  if (top === undefined) return [];
  const half = 2 ** (top.width - 1);
  const sign = isSigned(field)
    ? [value(half), operator("+"), value(2 * half), operator("%"), value(half), operator("-")]
    : [];
  const others = rest.flatMap((part) => [value(2 ** part.width), operator("*"), reference(part), operator("+")]);
  return [reference(top), ...sign, ...others];
}

function ruled({ rule }: Field): string[] {
  if (rule?.line === undefined) return [];
  return [value(rule.line.slope), operator("*"), value(rule.line.offset), operator("+")];
}

function value(number: number): string {
  return `<ValueOperand>${number}</ValueOperand>`;
}

function operator(name: string): string {
  return `<Operator>${name}</Operator>`;
}

function reference({ parameter }: BitPart): string {
  return `<ParameterInstanceRefOperand parameterRef="${parameter}" useCalibratedValue="false"/>`;
}

/** In Yamcs' own expression language, whose integers have 64 bits. */
function javaAlgorithm(name: string, field: Field, parts: readonly BitPart[], trigger: string): string {
  const bits = parts.reduce((text, { width }, index) => {
    const part = `p${index}.getRawValue().toLong()`;
    return text === "" ? part : `(${text} &lt;&lt; ${width} | ${part})`;
  }, "");
  const unused = 64 - field.bitWidth;
  const set = isSigned(field)
    ? `setSignedLongValue(${bits} &lt;&lt; ${unused} &gt;&gt; ${unused})`
    : `setUnsignedLongValue(${bits})`;
  const inputs = parts.map(
    ({ parameter }, index) => `<InputParameterInstanceRef parameterRef="${parameter}" inputName="p${index}"/>`,
  );
  return `      <CustomAlgorithm name="${name}_whole">
        <AlgorithmText language="java-expression">whole.${set};</AlgorithmText>
        <InputSet>${inputs.join("")}</InputSet>
        <OutputSet><OutputParameterRef parameterRef="${name}" outputName="whole"/></OutputSet>
        ${trigger}
      </CustomAlgorithm>`;
}
