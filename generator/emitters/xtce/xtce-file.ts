/**
 * `<channel>.xtce.xml`: the messages for ground systems. [XTCE 1.2, OMG formal/18-10-04] Entries are in sequence from the
 * most
 * significant bit, with padding as parameters, because not every reader supports positions.
 */

import { generatedBy, type Limits, perChannel, type Tool } from "../../codec/emitter.ts";
import { type ChannelModel, type Field, flatWords, isFloat, isSigned, type Message } from "../../codec/model.ts";
import { Names, PLAIN } from "../../codec/namer.ts";
import { flatName } from "../../codec/names.ts";
import { commentText, heldBy, lineText } from "../../codec/text.ts";
import type { Emitter } from "../shared/emitter.ts";
import { bytePieces, locatedBits } from "../shared/places.ts";
import { type BitPart, wholeAlgorithm } from "./xtce-whole.ts";

const xtce = perChannel(
  ({ stem }) => `${stem}.xtce.xml`,
  (channel, { tool, limits }) => documentText(channel, tool, limits),
);

const XTCE = "http://www.omg.org/spec/XTCE/20180204";

function documentText(channel: ChannelModel, tool: Tool, limits: Limits): string {
  const system = new SpaceSystem(channel, limits);
  for (const message of channel.messages) system.add(message);
  const containers = system.containers();
  return `<!-- ${generatedBy(tool)} -->
<SpaceSystem xmlns="${XTCE}" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="${XTCE} https://www.omg.org/spec/XTCE/20180204/SpaceSystem.xsd" name=${attribute(channel.identifier)} shortDescription=${attribute(`Channel ${channel.name}`)}>
  <TelemetryMetaData>
    <ParameterTypeSet>
${system.types.join("\n")}
    </ParameterTypeSet>
    <ParameterSet>
${system.parameters.join("\n")}
    </ParameterSet>
    <ContainerSet>
${containers.join("\n")}
    </ContainerSet>${algorithmSet(system.algorithms)}
  </TelemetryMetaData>
</SpaceSystem>
`;
}

function algorithmSet(algorithms: readonly string[]): string {
  return algorithms.length === 0 ? "" : `\n    <AlgorithmSet>\n${algorithms.join("\n")}\n    </AlgorithmSet>`;
}

/** A run of bits from the most significant one, as XTCE entries need it. */
interface Piece {
  readonly from: number;
  readonly width: number;
  readonly field: Field;
  /** For a field in several pieces: the first bit's position in its value. */
  readonly part: number | undefined;
}

class SpaceSystem {
  readonly types: string[] = [];
  readonly parameters: string[] = [];
  readonly algorithms: string[] = [];
  readonly #containers: string[] = [];
  readonly #channel: ChannelModel;
  readonly #limits: Limits;
  /** Number of bits of a frame that the abstract container reads. */
  readonly #head: number;
  readonly #paddings = new Set<number>();
  /** Names of all parameters. Messages share one set. */
  readonly #names = new Names(PLAIN, [
    "frame_id",
    "frame_length",
    ...Array.from({ length: 32 }, (_, index) => `padding_${index + 1}`),
  ]);
  readonly #containerNames = new Names(PLAIN, ["frame"]);

  constructor(channel: ChannelModel, limits: Limits) {
    this.#channel = channel;
    this.#limits = limits;
    const { id } = channel.frames;
    this.#head = id === undefined ? 0 : (id.byteOffset + id.byteLength) * 8;
    if (id === undefined) return;
    const { width } = idBits(id);
    const order = id.byteOrder === "little" && width > 8 ? LITTLE : "";
    this.types.push(integerType("frame_id_type", width, { order }));
    this.parameters.push('      <Parameter parameterTypeRef="frame_id_type" name="frame_id"/>');
  }

  containers(): string[] {
    const { id } = this.#channel.frames;
    if (id === undefined) return this.#containers;
    const { before, after } = idBits(id);
    const head = before === 0 ? this.#lengthByte(id.byteOffset) : this.#padding(id.byteOffset * 8 + before);
    const entries = [...head, entry("frame_id"), ...this.#padding(after)];
    return [container("frame", 'abstract="true"', entries, ""), ...this.#containers];
  }

  /** Entries before the ID: the plain frame's length, else skipped bytes. */
  #lengthByte(bytes: number): string[] {
    const { length } = this.#channel.frames;
    if (bytes !== 1 || length?.byteOffset !== 0) return this.#padding(bytes * 8);
    this.types.push(integerType("frame_length_type", 8, {}));
    this.parameters.push('      <Parameter parameterTypeRef="frame_length_type" name="frame_length"/>');
    return [entry("frame_length")];
  }

  add(message: Message): void {
    const { frames } = this.#channel;
    const start = frames.payloadOffset * 8;
    const nameOf = new Map(
      message.fields.map((field) => {
        const preferred = `${message.identifier}_${flatName(field.path)}`;
        return [field, this.#names.declare(preferred, this.#limits.renamed(field))];
      }),
    );
    const entries: string[] = [];
    const parts = new Map<Field, BitPart[]>();
    let cursor = this.#head;
    for (const piece of this.#pieces(message)) {
      const from = piece.from + start;
      const name = nameOf.get(piece.field) ?? "";
      if (from < cursor) {
        entries.push(`          <!-- ${this.#overlapped(piece, message, from)} -->`);
        continue;
      }
      entries.push(...this.#padding(from - cursor));
      entries.push(entry(this.#read(piece, name, message, parts)));
      cursor = from + piece.width;
    }
    for (const [field, found] of parts) this.#whole(field, nameOf.get(field) ?? "", message, found);
    entries.push(...this.#padding(start + message.wireSize * 8 - cursor));
    const name = this.#containerNames.declare(message.identifier, this.#limits.renamed(message));
    const doc = `shortDescription=${attribute(`${message.name}, ${message.source}: ID ${message.id}, ${message.wireSize} bytes`)}`;
    const base = frames.id === undefined ? "" : restriction(message, frames.id);
    this.#containers.push(container(name, doc, entries, base, longDescription(message.words, 8)));
  }

  #pieces(message: Message): Piece[] {
    return message.fields
      .flatMap((field) => piecesOf(field))
      .map((piece, index) => ({ piece, index }))
      .sort((a, b) => a.piece.from - b.piece.from || a.index - b.index)
      .map(({ piece }) => piece);
  }

  /** The abstract container already reads the ID and the bytes before it. */
  #overlapped({ field, width }: Piece, message: Message, from: number): string {
    const { id, length } = this.#channel.frames;
    const text = `${message.name}.${field.path}`;
    if (id !== undefined && from === id.byteOffset * 8 && width === idBits(id).width) {
      return `${comment(text)} is frame_id`;
    }
    if (id?.byteOffset === 1 && length?.byteOffset === 0 && from === 0 && width === 8) {
      return `${comment(text)} is frame_length`;
    }
    const what =
      from < this.#head
        ? "stands before the struct ID, which the abstract container reads"
        : "shares bits with a member before it, and entries follow each other";
    return comment(`${text} ${this.#limits.say(field, what)}`);
  }

  /** @returns the parameter's name @param parts gets the parameters of fields whose bits are apart */
  #read(piece: Piece, name: string, message: Message, parts: Map<Field, BitPart[]>): string {
    const { field, part, width } = piece;
    if (part === undefined) {
      this.types.push(typeText(`${name}_type`, field, this.#calibrator(field)));
      this.#tellLimits(name, field);
      this.#parameter(name, field, message, { described: field.ctype, long: longDescription(flatWords(field), 8) });
      return name;
    }
    const own = `${name}__bit${part}`;
    this.types.push(integerType(`${own}_type`, width, {}));
    this.#parameter(own, field, message, { described: `bits from ${part} of ${field.ctype} ${field.path}` });
    parts.set(field, [...(parts.get(field) ?? []), { parameter: own, from: part, width }]);
    return own;
  }

  /** The value of a field whose bits are apart. */
  #whole(field: Field, name: string, message: Message, found: readonly BitPart[]): void {
    // In a union, another member may have read some of the bits.
    const isWhole = found.reduce((sum, { width }) => sum + width, 0) === field.bitWidth;
    const apart = "its bits are not contiguous from the most significant one: they are separate parameters";
    this.#limits.say(field, isWhole ? `${apart}, and an algorithm computes the value` : apart);
    if (!isWhole) return;
    this.types.push(derivedType(`${name}_type`, field, this.#calibrator(field)));
    this.#tellLimits(name, field);
    const properties = `\n        <ParameterProperties dataSource="derived"/>`;
    this.#parameter(name, field, message, {
      described: field.ctype,
      long: longDescription(flatWords(field), 8),
      properties,
    });
    this.algorithms.push(wholeAlgorithm(name, field, found));
  }

  /** Says what the type of a parameter leaves out. */
  #tellLimits(name: string, field: Field): void {
    if (field.enumeration !== undefined && field.rule === undefined && !hasLabels(field)) {
      const what = `an enum of more than ${LABELLED_BITS} bits becomes a number: readers drop a packet with an unlabelled value`;
      this.types.push(`      <!-- ${comment(`${name}: ${this.#limits.say(field, what)}`)} -->`);
    }
    if (field.limits?.holdMs !== undefined) {
      const place = { path: `limits of ${field.path}`, span: field.span };
      const what = this.#limits.say(place, "alarms count samples, not time: hold is left out");
      this.types.push(`      <!-- ${comment(`${name}: ${what}`)} -->`);
    }
  }

  #parameter(
    name: string,
    field: Field,
    message: Message,
    { described, long = "", properties = "" }: { described: string; long?: string; properties?: string },
  ): void {
    const alias = (space: string, text: string) => `<Alias nameSpace=${attribute(space)} alias=${attribute(text)}/>`;
    this.parameters.push(
      `      <Parameter parameterTypeRef="${name}_type" name="${name}" shortDescription=${attribute(described)}>${long}
        <AliasSet>${alias("field", `${message.name}.${field.path}`)}${alias("column", field.column)}</AliasSet>${properties}
      </Parameter>`,
    );
  }

  #calibrator({ rule, ...field }: Field): string {
    if (rule === undefined) return "";
    if (rule.line === undefined) {
      return `\n          <!-- ${comment(this.#limits.say(field, `the rule '${rule.text}' is not a polynomial: the raw value stands here${field.limits === undefined ? "" : ", without limits"}`))} -->`;
    }
    const { slope, offset } = rule.line;
    return `
          <DefaultCalibrator>
            <PolynomialCalibrator>
              <Term coefficient="${offset}" exponent="0"/>
              <Term coefficient="${slope}" exponent="1"/>
            </PolynomialCalibrator>
          </DefaultCalibrator>`;
  }

  /** Entries that skip bits, in integers of up to 32 bits because readers support no more. */
  #padding(bits: number): string[] {
    const entries: string[] = [];
    for (let left = bits; left > 0; left -= 32) entries.push(this.#pad(Math.min(left, 32)));
    return entries;
  }

  #pad(bits: number): string {
    const name = `padding_${bits}`;
    if (!this.#paddings.has(bits)) {
      this.#paddings.add(bits);
      this.types.push(integerType(`${name}_type`, bits, {}));
      this.parameters.push(`      <Parameter parameterTypeRef="${name}_type" name="${name}"/>`);
    }
    return entry(name);
  }
}

const LITTLE = ' byteOrder="leastSignificantByteFirst"';

/** One run if the field's bits are contiguous, or if it has whole bytes in either order. */
function piecesOf(field: Field): Piece[] {
  const { byteOrder } = field;
  const pieces = bytePieces(field, byteOrder);
  const start = (piece: (typeof pieces)[number]) => piece.byte * 8 + 8 - piece.shift - piece.width;
  const wholeBytes = field.bitOffset % 8 === 0 && field.bitWidth % 8 === 0;
  const [first] = pieces;
  if (wholeBytes || byteOrder === "big" || pieces.length === 1 || first === undefined) {
    const from = Math.min(...pieces.map(start));
    return [{ from, width: field.bitWidth, field, part: undefined }];
  }
  return pieces.map((piece) => ({ from: start(piece), width: piece.width, field, part: piece.fieldShift }));
}

type IdLocator = NonNullable<ChannelModel["frames"]["id"]>;

/** Bits counted from the most significant one. A little-endian number of several bytes is read as a whole. */
function idBits(id: IdLocator): { before: number; width: number; after: number } {
  const all = 8 * id.byteLength;
  const bits = locatedBits(id);
  if (bits === undefined || (id.byteOrder === "little" && id.byteLength > 1))
    return { before: 0, width: all, after: 0 };
  return { before: all - bits.shift - bits.width, width: bits.width, after: bits.shift };
}

function restriction({ id }: Message, locator: IdLocator): string {
  // A masked number that is read as a whole equals the ID only if no other bit is set.
  const value = idBits(locator).width === 8 * locator.byteLength ? id * 2 ** locator.shift : id;
  return `
        <BaseContainer containerRef="frame">
          <RestrictionCriteria>
            <Comparison parameterRef="frame_id" value="${value}" useCalibratedValue="false"/>
          </RestrictionCriteria>
        </BaseContainer>`;
}

function typeText(name: string, field: Field, calibrator: string): string {
  const { byteOrder, bitWidth, type, unit, rule } = field;
  const order = byteOrder === "little" && bitWidth > 8 && bitWidth % 8 === 0 ? LITTLE : "";
  const units =
    unit === undefined || (rule !== undefined && rule.line === undefined)
      ? "<UnitSet/>"
      : `<UnitSet><Unit description=${attribute(unit)}>${escaped(lineText(unit))}</Unit></UnitSet>`;
  if (type === "text") {
    return `      <StringParameterType name="${name}">
        ${units}
        <StringDataEncoding encoding="UTF-8">
          <SizeInBits><Fixed><FixedValue>${bitWidth}</FixedValue></Fixed><TerminationChar>00</TerminationChar></SizeInBits>
        </StringDataEncoding>
      </StringParameterType>`;
  }
  const encoding = isFloat(field)
    ? `<FloatDataEncoding sizeInBits="${bitWidth}" encoding="IEEE754_1985"${order}>${calibrator}</FloatDataEncoding>`
    : `<IntegerDataEncoding sizeInBits="${bitWidth}" encoding="${isSigned(field) ? "twosComplement" : "unsigned"}"${order}>${calibrator}</IntegerDataEncoding>`;
  const alarm = rule !== undefined && rule.line === undefined ? "" : alarmText(field);
  if (isFloat(field) || rule?.line !== undefined) {
    return `      <FloatParameterType name="${name}" sizeInBits="64">\n        ${units}\n        ${encoding}${alarm}\n      </FloatParameterType>`;
  }
  if (type === "bool") {
    return `      <BooleanParameterType name="${name}">\n        ${units}\n        ${encoding}\n      </BooleanParameterType>`;
  }
  if (hasLabels(field)) {
    return `      <EnumeratedParameterType name="${name}">\n        ${units}\n        ${encoding}\n        <EnumerationList>${enumerationText(field)}</EnumerationList>\n      </EnumeratedParameterType>`;
  }
  return `      <IntegerParameterType name="${name}" signed="${isSigned(field)}" sizeInBits="${bitWidth}">\n        ${units}\n        ${encoding}${alarm}\n      </IntegerParameterType>`;
}

/** The type of a number that an algorithm computes by the field's rule. Algorithms compute no labels. */
function derivedType(name: string, field: Field, calibrator: string): string {
  const type = field.type === "bool" ? "uint8" : field.type;
  return typeText(name, { ...field, type, enumeration: undefined }, field.rule?.line === undefined ? calibrator : "");
}

function integerType(name: string, bits: number, { order = "" }: { order?: string }): string {
  return `      <IntegerParameterType name="${name}" signed="false" sizeInBits="${bits}">
        <UnitSet/>
        <IntegerDataEncoding sizeInBits="${bits}" encoding="unsigned"${order}/>
      </IntegerParameterType>`;
}

/** Readers drop a packet if a value has no label. Fields of up to eight bits get a label for each value; wider ones are numbers. */
function hasLabels({ enumeration, bitWidth }: Field): boolean {
  return enumeration !== undefined && enumeration.values.length > 0 && bitWidth <= LABELLED_BITS;
}

const LABELLED_BITS = 8;

/** Each value has one label. A value without a name is labelled with its number. */
function enumerationText(field: Field): string {
  const least = isSigned(field) ? -(2 ** (field.bitWidth - 1)) : 0;
  const byValue = new Map<bigint, string>();
  for (const { name, value } of field.enumeration?.values ?? []) if (!byValue.has(value)) byValue.set(value, name);
  for (let index = 0; index < 2 ** field.bitWidth; index++) {
    const value = BigInt(least + index);
    if (!byValue.has(value)) byValue.set(value, String(value));
  }
  return [...byValue].map(([value, name]) => `<Enumeration value="${value}" label=${attribute(name)}/>`).join("");
}

/** Values outside of `warn` give a warning, values outside of `alarm` are critical. */
function alarmText({ limits }: Field): string {
  if (limits?.warn === undefined && limits?.alarm === undefined) return "";
  const range = (element: string, given: { readonly min?: number; readonly max?: number } | undefined) => {
    if (given === undefined) return "";
    const min = given.min === undefined ? "" : ` minInclusive="${given.min}"`;
    const max = given.max === undefined ? "" : ` maxInclusive="${given.max}"`;
    return `<${element}${min}${max}/>`;
  };
  return `\n        <DefaultAlarm><StaticAlarmRanges>${range("WarningRange", limits.warn)}${range("CriticalRange", limits.alarm)}</StaticAlarmRanges></DefaultAlarm>`;
}

function longDescription(words: readonly string[], indent: number): string {
  if (words.length === 0) return "";
  return `\n${" ".repeat(indent)}<LongDescription>${escaped(words.map(lineText).join("\n"))}</LongDescription>`;
}

function container(name: string, attributes: string, entries: readonly string[], base: string, long = ""): string {
  return `      <SequenceContainer name="${name}" ${attributes}>${long}
        <EntryList>
${entries.join("\n")}
        </EntryList>${base}
      </SequenceContainer>`;
}

function entry(name: string): string {
  return `          <ParameterRefEntry parameterRef="${name}"/>`;
}

function attribute(text: string): string {
  return `"${escaped(lineText(text))}"`;
}

function escaped(text: string): string {
  return heldBy("XML", text);
}

function comment(text: string): string {
  return heldBy("XML comment", commentText(text));
}

export const XTCE_EMITTER: Emitter = {
  name: "xtce",
  writes: "<channel>.xtce.xml: XTCE 1.2 for ground systems such as Yamcs",
  reading: "ids",
  presence: { whole: "conditions cannot compare a packet's size" },
  emit: xtce,
};
