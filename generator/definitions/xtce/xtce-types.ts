/** What parameters of XTCE look like in a packet. [OMG XTCE 1.2] */

import type { DefinedField, Limits } from "../definition.ts";
import { childAt, childrenOf, type Element } from "../shared/xml.ts";

export interface ParameterType {
  /** The members of an aggregate, one after the other. */
  readonly members: readonly { readonly name: string; readonly ref: string }[];
  /** In bits; undefined if it is not fixed. */
  readonly width: number | undefined;
  readonly field: Pick<DefinedField, "type" | "order" | "line" | "expression" | "unit" | "states" | "warn" | "alarm">;
  /** What the field does not have. */
  readonly lacks: readonly string[];
  /** Why no field can be of this type. */
  readonly problem: string | undefined;
}

const ENCODINGS = ["IntegerDataEncoding", "FloatDataEncoding", "StringDataEncoding", "BinaryDataEncoding"];

export function parameterType(element: Element): ParameterType {
  const places = [element, childAt(element, "Encoding")];
  const encoding = places.flatMap((place) => place?.children ?? []).find(({ name }) => ENCODINGS.includes(name));
  const made = encodingOf(encoding);
  const calibrated = calibrationOf(childAt(encoding, "DefaultCalibrator"));
  const context = childAt(encoding, "ContextCalibratorList") === undefined ? [] : ["its calibrators by context"];
  const unit = childrenOf(childAt(element, "UnitSet"), "Unit")
    .map(({ text }) => text.trim())
    .join(" ");
  const states = statesOf(element);
  const ranges = childAt(element, "DefaultAlarm", "StaticAlarmRanges");
  const warn = limitsOf(childAt(ranges, "WarningRange"));
  const alarm = limitsOf(childAt(ranges, "CriticalRange"));
  const members = childrenOf(childAt(element, "MemberList"), "Member").map(({ attributes }) => ({
    name: attributes.get("name") ?? "",
    ref: attributes.get("typeRef") ?? "",
  }));
  return {
    members,
    width: made.width,
    problem: made.problem,
    lacks: [...calibrated.lacks, ...context],
    field: {
      type: made.type,
      order: made.order,
      ...calibrated.rule,
      ...(unit !== "" && { unit }),
      ...(states.length > 0 && { states }),
      ...(warn && { warn }),
      ...(alarm && { alarm }),
    },
  };
}

interface Encoding {
  readonly type: DefinedField["type"];
  readonly order: DefinedField["order"];
  readonly width: number | undefined;
  readonly problem: string | undefined;
}

const NO_ENCODING: Encoding = {
  type: "unsigned",
  order: "big",
  width: undefined,
  problem: "it has no encoding: it is not in the packet",
};

function encodingOf(encoding: Element | undefined): Encoding {
  if (encoding === undefined) return NO_ENCODING;
  const order = encoding.attributes.get("byteOrder") === "leastSignificantByteFirst" ? "little" : "big";
  const bitOrder = encoding.attributes.get("bitOrder") ?? "mostSignificantBitFirst";
  const reversed = bitOrder === "mostSignificantBitFirst" ? undefined : "its bits are in reverse order";
  if (encoding.name === "IntegerDataEncoding") return { order, ...integerEncoding(encoding, reversed) };
  if (encoding.name === "FloatDataEncoding") return { order, ...floatEncoding(encoding, reversed) };
  const width = fixedSize(encoding);
  const problem = width === undefined ? "its size is not fixed" : undefined;
  return { type: encoding.name === "StringDataEncoding" ? "text" : "bytes", order: "big", width, problem };
}

function integerEncoding({ attributes }: Element, reversed: string | undefined): Omit<Encoding, "order"> {
  const width = Number(attributes.get("sizeInBits") ?? 8);
  const kind = attributes.get("encoding") ?? "unsigned";
  const isSigned = kind === "twosComplement" || kind === "twosCompliment";
  const type = isSigned ? "signed" : "unsigned";
  if (!isSigned && kind !== "unsigned") return { type, width, problem: `its encoding is ${kind}` };
  return { type, width, problem: width > 64 ? `it has ${width} bits` : reversed };
}

function floatEncoding({ attributes }: Element, reversed: string | undefined): Omit<Encoding, "order"> {
  const width = Number(attributes.get("sizeInBits") ?? 32);
  const kind = attributes.get("encoding") ?? "IEEE754_1985";
  const isKnown = /^IEEE754(?:_1985)?$/.test(kind) && (width === 32 || width === 64);
  return { type: "float", width, problem: isKnown ? reversed : `its encoding is ${kind}, ${width} bits` };
}

function fixedSize(encoding: Element): number | undefined {
  const size = childAt(encoding, "SizeInBits");
  const text = (childAt(size, "Fixed", "FixedValue") ?? childAt(size, "FixedValue"))?.text.trim() ?? "";
  // A prefix or a terminator makes it shorter.
  const isOpen = childAt(size, "LeadingSize") !== undefined || childAt(size, "TerminationChar") !== undefined;
  return /^\d+$/.test(text) && !isOpen ? Number(text) : undefined;
}

function calibrationOf(calibrator: Element | undefined): {
  readonly rule: Pick<DefinedField, "line" | "expression">;
  readonly lacks: readonly string[];
} {
  if (calibrator === undefined) return { rule: {}, lacks: [] };
  const terms = childrenOf(childAt(calibrator, "PolynomialCalibrator"), "Term").map(({ attributes }) => ({
    factor: Number(attributes.get("coefficient")),
    power: Number(attributes.get("exponent")),
  }));
  const isPlain = terms.every(
    ({ factor, power }) => Number.isFinite(factor) && Number.isInteger(power) && power >= 0 && power < 20,
  );
  if (terms.length === 0 || !isPlain) return { rule: {}, lacks: ["its calibrator"] };
  const sum = (wanted: number) =>
    terms.filter(({ power }) => power === wanted).reduce((all, { factor }) => all + factor, 0);
  if (terms.every(({ power }) => power < 2)) return { rule: { line: { slope: sum(1), offset: sum(0) } }, lacks: [] };
  const termText = (name: string, { factor, power }: (typeof terms)[number]) => {
    const product = Array.from({ length: power }, () => name).join(" * ");
    return power === 0 ? `(${factor})` : `(${factor}) * (${product})`;
  };
  return { rule: { expression: (name) => terms.map((term) => termText(name, term)).join(" + ") }, lacks: [] };
}

function statesOf(element: Element): (readonly [number, string])[] {
  if (element.name === "BooleanParameterType") {
    const name = (attribute: string, otherwise: string) => element.attributes.get(attribute) ?? otherwise;
    return [
      [0, name("zeroStringValue", "False")],
      [1, name("oneStringValue", "True")],
    ];
  }
  return childrenOf(childAt(element, "EnumerationList"), "Enumeration").flatMap(({ attributes }) => {
    const value = Number(attributes.get("value"));
    return Number.isSafeInteger(value) && !attributes.has("maxValue")
      ? [[value, attributes.get("label") ?? ""] as const]
      : [];
  });
}

function limitsOf(range: Element | undefined): Limits | undefined {
  if (range === undefined) return undefined;
  const number = (...names: string[]) => {
    const text = names.map((name) => range.attributes.get(name)).find((each) => each !== undefined);
    return text === undefined || !Number.isFinite(Number(text)) ? undefined : Number(text);
  };
  const [from, to] = [number("minInclusive", "minExclusive"), number("maxInclusive", "maxExclusive")];
  if (from === undefined && to === undefined) return undefined;
  return { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
}
