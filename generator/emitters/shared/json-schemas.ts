/** JSON Schemas of raw and stored records, as the service publishes them. [JSON Schema 2020-12] */

import {
  type ChannelModel,
  type Field,
  flatWords,
  isFloat,
  isSigned,
  type Member,
  type Message,
} from "../../codec/model.ts";
import { Names, PLAIN } from "../../codec/namer.ts";
import { lineText } from "../../codec/text.ts";
import { isOptional, partAt } from "../../codec/variable.ts";

/** A value that both `jsonText` and `yamlText` can write. */
export type Schema = { readonly [key: string]: SchemaValue };
type SchemaValue = string | number | boolean | undefined | readonly SchemaValue[] | Schema;

export interface SchemaNames {
  readonly event: string;
  readonly raw: string;
  readonly stored: string;
}

/** `<Type>`, `<Type>Raw` and `<Type>Stored` for each message, made unique, since another message may be called `<Type>Raw`. */
export function schemaNames({ messages }: ChannelModel): ReadonlyMap<Message, SchemaNames> {
  const scope = new Names(
    PLAIN,
    messages.map(({ className }) => className),
  );
  return new Map(
    messages.map((message) => {
      const { className } = message;
      const [raw, stored] = [scope.declare(`${className}Raw`), scope.declare(`${className}Stored`)];
      return [message, { event: className, raw, stored }];
    }),
  );
}

/**
 * The schemas of each message.
 * @param at prefix of references
 */
export function definitions(channel: ChannelModel, at: string): Schema {
  return Object.fromEntries(
    [...schemaNames(channel)].flatMap(([message, names]): [string, Schema][] => [
      [names.event, publication(message, { raw: at + names.raw, stored: at + names.stored })],
      [names.raw, rawRecord(message)],
      [names.stored, storedRecord(message)],
    ]),
  );
}

/** The arguments and keyword arguments of a WAMP event. [D17] */
function publication(message: Message, references: { raw: string; stored: string }): Schema {
  return {
    title: lineText(message.name),
    description: lineText(
      [`${message.name}, ${message.source}: ID ${message.id}, ${message.wireSize} bytes`, ...message.words].join(". "),
    ),
    type: "object",
    properties: {
      args: {
        type: "array",
        items: { $ref: references.raw },
        minItems: 1,
        maxItems: 1,
      },
      kwargs: {
        type: "object",
        properties: {
          name: { const: message.name },
          id: { const: message.id },
          measurement: { const: message.measurement },
          time: { type: "string", format: "date-time" },
          hex: { type: "string", pattern: "^(?:[0-9a-f]{2})+$" },
          values: { $ref: references.stored },
        },
        required: ["name", "id", "measurement", "time", "hex", "values"],
      },
    },
    required: ["args", "kwargs"],
  };
}

function rawRecord(message: Message): Schema {
  const { name, members } = message;
  return { description: lineText(`Field values of ${name} as they were sent`), ...recordSchema(members, message) };
}

function recordSchema(members: readonly Member[], message: Message): Schema {
  // Validators ignore `__proto__`.
  const known = members.filter(
    (member) => member.name !== "__proto__" && (member.kind !== "array" || member.elements.length > 0),
  );
  return {
    type: "object",
    properties: Object.fromEntries(known.map((member) => [member.name, memberSchema(member, message)])),
    required: known.filter(({ path }) => partAt(path, message)?.kind !== "if").map(({ name }) => name),
    additionalProperties: known.length < members.length ? undefined : false,
  };
}

function memberSchema(member: Member, message: Message): Schema {
  switch (member.kind) {
    case "field":
      return fieldSchema(member);
    case "record":
      return recordSchema(member.members, message);
    case "array": {
      const [first] = member.elements;
      const count = member.elements.length;
      const items = first === undefined ? {} : memberSchema(first, message);
      return {
        type: "array",
        items,
        minItems: partAt(member.path, message) === undefined ? count : 0,
        maxItems: count,
      };
    }
  }
}

function fieldSchema(field: Field): Schema {
  const { enumeration, unit, rule } = field;
  const names = enumeration?.values.map(({ name, value }) => `${name} = ${value}`).join(", ");
  const parts = [
    ...flatWords(field),
    field.ctype,
    rule === undefined && unit !== undefined ? `in ${unit}` : "",
    names ?? "",
  ];
  const description = lineText(parts.filter((part) => part !== "").join("; "));
  if (field.type === "text") return { description, type: "string" };
  if (field.type === "bool") return { description, type: "boolean" };
  // JSON writes infinities and NaN as null.
  if (isFloat(field)) return { description, type: ["number", "null"] };
  return { description, type: "integer", ...bounds(field) };
}

/** Absent if a JSON number would lose digits. */
function bounds(field: Field): Schema {
  if (field.bitWidth > 53) return {};
  return isSigned(field)
    ? { minimum: -(2 ** (field.bitWidth - 1)), maximum: 2 ** (field.bitWidth - 1) - 1 }
    : { minimum: 0, maximum: 2 ** field.bitWidth - 1 };
}

function storedRecord(message: Message): Schema {
  const { name, measurement, fields } = message;
  const known = fields.filter(({ column }) => column !== "__proto__");
  return {
    description: lineText(`A row of ${measurement}: ${name} with the header's rules applied`),
    type: "object",
    properties: Object.fromEntries(known.map((field) => [field.column, columnSchema(field)])),
    required: known.filter(({ excluded, path }) => !excluded && !isOptional(path, message)).map(({ column }) => column),
    additionalProperties: known.length < fields.length ? undefined : false,
  };
}

function columnSchema(field: Field): Schema {
  if (field.rule === undefined) return fieldSchema(field);
  const unit = field.unit === undefined ? "" : ` in ${field.unit}`;
  return { description: lineText(`${field.rule.text}${unit}, from ${field.path}`), type: ["number", "null"] };
}
