/** What parameters of XTCE look like in a packet. [OMG XTCE 1.2] */

import type { DefinedField, Limits } from "../definition.ts";
import { childAt, childrenOf, type Element } from "../shared/xml.ts";

export interface ParameterType {
  /** The members of an aggregate or an array, one after the other. */
  readonly members: readonly { readonly name: string; readonly ref: string }[];
  /** The type of an array's elements. */
  readonly elements?: string | undefined;
  /** In bits; undefined if it is not fixed. */
  readonly width: number | undefined;
  readonly field: Pick<DefinedField, "type" | "order" | "line" | "expression" | "unit" | "states" | "warn" | "alarm">;
  /** What the field does not have, in sentences. */
  readonly lacks: readonly string[];
  /** Why no field can be of this type. */
  readonly problem: string | undefined;
}

const ENCODINGS = ["IntegerDataEncoding", "FloatDataEncoding", "StringDataEncoding", "BinaryDataEncoding"];

/** The element with the attributes and elements of its base type that it does not have itself. */
export function withBase(element: Element, base: Element): Element {
  const isEncoding = ({ name }: Element) => ENCODINGS.includes(name);
  const own = new Set(element.children.map(({ name }) => name));
  const hasEncoding = element.children.some(isEncoding);
  return {
    ...element,
    attributes: new Map([...base.attributes, ...element.attributes]),
    children: [
      ...element.children.map((child) => {
        const inherited = childAt(base, child.name);
        const isMerged = inherited !== undefined && (isEncoding(child) || child.name === "Encoding");
        return isMerged ? withBase(child, inherited) : child;
      }),
      ...base.children.filter((child) => !own.has(child.name) && !(hasEncoding && isEncoding(child))),
    ],
  };
}

export function parameterType(element: Element): ParameterType {
  const around = childAt(element, "Encoding");
  const encoding = [element, around]
    .flatMap((place) => place?.children ?? [])
    .find((each) => ENCODINGS.includes(each.name));
  const made = encodingOf(encoding);
  const calibrated = calibrationOf(encoding, around);
  const unit = childrenOf(childAt(element, "UnitSet"), "Unit")
    .map(({ text }) => text.trim())
    .join(" ");
  const isNumber = made.type !== "text" && made.type !== "bytes";
  const named = statesOf(element);
  const ranges = childAt(element, "DefaultAlarm", "StaticAlarmRanges");
  const warn = limitsOf(childAt(ranges, "WarningRange"));
  const alarm = limitsOf(childAt(ranges, "CriticalRange"));
  return {
    members: membersOf(element),
    elements: element.attributes.get("arrayTypeRef"),
    width: made.width,
    problem: made.problem,
    lacks: [...made.lacks, ...calibrated.lacks, ...named.lacks],
    field: {
      type: made.type,
      order: made.order,
      ...calibrated.rule,
      unit: unit === "" ? (around?.attributes.get("units") ?? "") : unit,
      ...(isNumber && named.states.length > 0 && { states: named.states }),
      ...(isNumber && warn && { warn }),
      ...(isNumber && alarm && { alarm }),
    },
  };
}

/** An array of fixed size has a member for each element. */
const MOST_ELEMENTS = 4096;

function membersOf(element: Element): ParameterType["members"] {
  const ref = element.attributes.get("arrayTypeRef");
  if (ref === undefined)
    return childrenOf(childAt(element, "MemberList"), "Member").map(({ attributes }) => ({
      name: attributes.get("name") ?? "",
      ref: attributes.get("typeRef") ?? "",
    }));
  return elementNames(element).map((name) => ({ name, ref }));
}

/** By the dimensions of the type, or of the entry where it stands; none if they are not fixed. */
export function elementNames(element: Element): string[] {
  const dimensions = childrenOf(childAt(element, "DimensionList"), "Dimension").map((dimension) => {
    const [from, to] = ["StartingIndex", "EndingIndex"].map((name) =>
      Number(childAt(dimension, name, "FixedValue")?.text.trim() || Number.NaN),
    );
    return to! - from! + 1;
  });
  const count = dimensions.reduce((product, size) => product * size, dimensions.length === 0 ? Number.NaN : 1);
  if (!dimensions.every((size) => size > 0) || !(count <= MOST_ELEMENTS)) return [];
  // The last index counts first.
  return dimensions.reduce<string[]>(
    (all, size) =>
      all.flatMap((name) =>
        Array.from({ length: size }, (_, index) => (name === "" ? `${index}` : `${name}.${index}`)),
      ),
    [""],
  );
}

interface Encoding {
  readonly type: DefinedField["type"];
  readonly order: DefinedField["order"];
  readonly width: number | undefined;
  readonly problem: string | undefined;
  readonly lacks: readonly string[];
}

const NO_ENCODING: Encoding = {
  type: "unsigned",
  order: "big",
  width: undefined,
  problem: "it has no encoding: it is not in the packet",
  lacks: [],
};

function encodingOf(encoding: Element | undefined): Encoding {
  if (encoding === undefined) return NO_ENCODING;
  const { name } = encoding;
  if (name === "StringDataEncoding") return textEncoding(encoding);
  if (name === "BinaryDataEncoding") {
    const width = fixedSize(encoding);
    const problem = width === undefined ? "its size is not fixed" : undefined;
    return { type: "bytes", order: "big", width, problem, lacks: [] };
  }
  const order = byteOrder(encoding);
  const bitOrder = encoding.attributes.get("bitOrder") ?? "mostSignificantBitFirst";
  const reversed = bitOrder === "mostSignificantBitFirst" ? undefined : "its bits are in reverse order";
  const problem = reversed ?? (order === undefined ? "its bytes are in an order of their own" : undefined);
  const made = name === "IntegerDataEncoding" ? integerEncoding(encoding, problem) : floatEncoding(encoding, problem);
  return { order: order ?? "big", lacks: [], ...made };
}

/** Undefined for neither of both. */
function byteOrder(encoding: Element): Encoding["order"] | undefined {
  const bytes = childrenOf(childAt(encoding, "ByteOrderList"), "Byte").map(({ attributes }) =>
    Number(attributes.get("byteSignificance")),
  );
  if (bytes.length > 1) {
    const isEach = (step: number) => bytes.every((byte, index) => index === 0 || byte === bytes[index - 1]! + step);
    return isEach(-1) ? "big" : isEach(1) ? "little" : undefined;
  }
  const said = encoding.attributes.get("byteOrder") ?? "mostSignificantByteFirst";
  if (said === "mostSignificantByteFirst") return "big";
  return said === "leastSignificantByteFirst" ? "little" : undefined;
}

function integerEncoding({ attributes }: Element, wrong: string | undefined): Omit<Encoding, "order" | "lacks"> {
  const width = Number(attributes.get("sizeInBits") ?? 8);
  const kind = attributes.get("encoding") ?? "unsigned";
  const isSigned = kind === "twosComplement" || kind === "twosCompliment";
  const type = isSigned ? "signed" : "unsigned";
  if (!isSigned && kind !== "unsigned") return { type, width, problem: `its encoding is ${kind}` };
  return { type, width, problem: width > 64 ? `it has ${width} bits` : wrong };
}

function floatEncoding({ attributes }: Element, wrong: string | undefined): Omit<Encoding, "order" | "lacks"> {
  const width = Number(attributes.get("sizeInBits") ?? 32);
  const kind = attributes.get("encoding") ?? "IEEE754_1985";
  const isKnown = /^IEEE-?754(?:_1985)?$/.test(kind) && (width === 32 || width === 64);
  return { type: "float", width, problem: isKnown ? wrong : `its encoding is ${kind}, ${width} bits` };
}

function textEncoding(encoding: Element): Encoding {
  const width = fixedSize(encoding);
  const size = childAt(encoding, "SizeInBits");
  const end = childAt(size, "TerminationChar")?.text.trim() ?? "00";
  const characters = encoding.attributes.get("encoding") ?? "UTF-8";
  const isLatin = /^(?:ISO-8859-1|Windows-1252)$/i.test(characters);
  const isKnown = isLatin || /^(?:UTF-8|US-ASCII)$/i.test(characters);
  const problem =
    width === undefined
      ? "its size is not fixed"
      : childAt(size, "LeadingSize") !== undefined
        ? "its size stands in front of it"
        : /^(?:0x)?00$/i.test(end)
          ? isKnown
            ? undefined
            : `its characters are in ${characters}`
          : `it ends with the byte ${end}`;
  const lacks = isLatin ? [`letters of ${characters} that ASCII does not have are left out`] : [];
  return { type: "text", order: "big", width, problem, lacks };
}

function fixedSize(encoding: Element): number | undefined {
  const size = childAt(encoding, "SizeInBits");
  const text = (childAt(size, "Fixed", "FixedValue") ?? childAt(size, "FixedValue"))?.text.trim() ?? "";
  return /^\d+$/.test(text) ? Number(text) : undefined;
}

const RAW = "is left out: the raw value is stored";

/** @param around an element for times, which may scale the encoded number */
function calibrationOf(
  encoding: Element | undefined,
  around: Element | undefined,
): {
  readonly rule: Pick<DefinedField, "line" | "expression">;
  readonly lacks: readonly string[];
} {
  const calibrator = childAt(encoding, "DefaultCalibrator");
  const [scale, offset] = ["scale", "offset"].map((name) => around?.attributes.get(name));
  const isScaled = scale !== undefined || offset !== undefined;
  if (childAt(encoding, "ContextCalibratorList") !== undefined)
    return { rule: {}, lacks: [`its calibration by context ${RAW}`] };
  if (isScaled && calibrator !== undefined) return { rule: {}, lacks: [`its calibrator within a scale ${RAW}`] };
  if (isScaled) {
    const line = { slope: Number(scale ?? 1), offset: Number(offset ?? 0) };
    const isLine = Number.isFinite(line.slope) && Number.isFinite(line.offset);
    return isLine ? { rule: { line }, lacks: [] } : { rule: {}, lacks: [`its scale ${RAW}`] };
  }
  if (calibrator === undefined) return { rule: {}, lacks: [] };
  const terms = childrenOf(childAt(calibrator, "PolynomialCalibrator"), "Term").map(({ attributes }) => ({
    factor: Number(attributes.get("coefficient")),
    power: Number(attributes.get("exponent")),
  }));
  const isPlain = terms.every(
    ({ factor, power }) => Number.isFinite(factor) && Number.isInteger(power) && power >= 0 && power < 20,
  );
  if (terms.length === 0 || !isPlain) return { rule: {}, lacks: [`its calibrator ${RAW}`] };
  const sum = (wanted: number) =>
    terms.filter(({ power }) => power === wanted).reduce((all, { factor }) => all + factor, 0);
  if (terms.every(({ power }) => power < 2)) return { rule: { line: { slope: sum(1), offset: sum(0) } }, lacks: [] };
  const termText = (name: string, { factor, power }: (typeof terms)[number]) => {
    const product = Array.from({ length: power }, () => name).join(" * ");
    return power === 0 ? `(${factor})` : `(${factor}) * (${product})`;
  };
  return { rule: { expression: (name) => terms.map((term) => termText(name, term)).join(" + ") }, lacks: [] };
}

/** Names of a range of values are those of each value in it. */
const MOST_IN_RANGE = 256;

function statesOf(element: Element): { states: (readonly [number, string])[]; lacks: string[] } {
  if (element.name === "BooleanParameterType") {
    const name = (attribute: string, otherwise: string) => element.attributes.get(attribute) ?? otherwise;
    return {
      states: [
        [0, name("zeroStringValue", "False")],
        [1, name("oneStringValue", "True")],
      ],
      lacks: [],
    };
  }
  const lacks: string[] = [];
  const states = childrenOf(childAt(element, "EnumerationList"), "Enumeration").flatMap(({ attributes }) => {
    const label = attributes.get("label") ?? "";
    const value = Number(attributes.get("value"));
    const count = Number(attributes.get("maxValue") ?? value) - value + 1;
    if (Number.isSafeInteger(value) && count >= 1 && count <= MOST_IN_RANGE)
      return Array.from({ length: count }, (_, index) => [value + index, label] as const);
    lacks.push(`the name '${label}' is left out`);
    return [];
  });
  return { states, lacks };
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
