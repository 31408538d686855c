/** Orders of a COSMOS file's commands, in our terms and in OpenC3's. */

import type { DefinedField } from "../../../generator/definitions/definition.ts";
import { fieldsOf } from "../../../runtime/codec/fields.ts";
import type { FieldInfo, StructCodec } from "../../../runtime/codec/struct-codec.ts";
import type { FieldInput } from "../../../runtime/model/command.ts";
import { Random } from "../layout/random.ts";
import type { DefinedChannel } from "./defined.ts";

export interface CommandOrder {
  readonly codec: StructCodec;
  readonly name: string;
  /** OpenC3's parameters. */
  readonly given: Readonly<Record<string, unknown>>;
  /** Ours. */
  readonly fields: Readonly<Record<string, FieldInput>>;
}

/** The first order of each command has only what it must have. */
export function ordersOf({ definition, codecs, frames, notes }: DefinedChannel, perCommand: number): CommandOrder[] {
  const random = new Random(12);
  return definition.messages.flatMap(({ id, name, command, fields }) => {
    const codec = codecs.find((each) => each.id === id)!;
    if (command === undefined) return [];
    const isId = (own: readonly FieldInfo[]) =>
      frames?.id !== undefined && own.some((field) => holdsId(field, frames.id!));
    const isFixed = ({ name: field }: DefinedField) =>
      field === "END" ||
      notes.some((note) => note.startsWith(`${name}.${field} (`) && /COSMOS takes only|is a polynomial/.test(note));
    const parts = fields
      .map((field) => ({ field, own: ownOf(codec, field) }))
      .filter(({ field, own }) => !isId(own) && !isFixed(field));
    return Array.from({ length: perCommand }, (_, round) => {
      const wanted = parts.filter(
        ({ own }) => own.some(({ initial }) => initial === undefined) || (round > 0 && random.integer(0, 1) === 1),
      );
      const given: Record<string, unknown> = {};
      const ours: Record<string, FieldInput> = {};
      for (const { field, own } of wanted) {
        const values = own.map((each) => anyValue(field, each, random));
        given[field.name.toUpperCase()] = givenOf(field, values, own);
        own.forEach((each, index) => {
          ours[each.rawKey ?? each.column] = values[index]!;
        });
      }
      return { codec, name, given, fields: ours };
    });
  });
}

function holdsId(
  { byteOffset }: FieldInfo,
  { byteOffset: first, byteLength }: { byteOffset: number; byteLength: number },
) {
  return byteOffset >= first && byteOffset < first + byteLength;
}

function ownOf(codec: StructCodec, { name }: DefinedField): FieldInfo[] {
  return fieldsOf(codec).filter(({ path }) => path.replace(/\[.*/, "").replace(/_$/, "") === name.replace(/_$/, ""));
}

function anyValue({ states = [] }: DefinedField, field: FieldInfo, random: Random): FieldInput {
  const { scalar, bitWidth, limits: { alarm } = {}, states: named } = field;
  if (scalar === "text") return "abcdefgh".slice(0, random.integer(0, Math.min(8, bitWidth / 8)));
  if (states.length > 0 && named !== undefined) {
    const [value] = states[random.integer(0, states.length - 1)]!;
    return value;
  }
  const isFloat = scalar.startsWith("float");
  const [floor, ceiling] = isFloat
    ? [-1000, 1000]
    : scalar.startsWith("int")
      ? [-(2 ** Math.min(30, bitWidth - 1)), 2 ** Math.min(30, bitWidth - 1) - 1]
      : [0, 2 ** Math.min(30, bitWidth) - 1];
  const from = Math.ceil(Math.max(floor, alarm?.min ?? floor));
  const to = Math.floor(Math.max(from, Math.min(ceiling, alarm?.max ?? ceiling)));
  const value = random.integer(from, to);
  return isFloat && value < to ? value + 0.25 : value;
}

function givenOf({ type, count }: DefinedField, values: readonly FieldInput[], own: readonly FieldInfo[]): unknown {
  if (type === "bytes") return { bytes: Buffer.from(values.map(Number)).toString("hex") };
  return count !== undefined || own.length > 1 ? values : values[0];
}
