/** `<channel>/enums.ts`: the header's enums as constants, a type for their values, and a function that returns a value's name. */

import { commentBehind } from "../source/comment-above.ts";
import type { HeaderLines } from "../source/header-lines.ts";
import type { Enumerator } from "../types/declarations.ts";
import { place } from "./documentation.ts";
import type { Enumeration, Field, StructModel } from "./model.ts";
import { JAVASCRIPT, Names } from "./namer.ts";
import { pascalCase, propertyKey } from "./names.ts";
import { docText, type FilePart, functionPart, typeOnly } from "./part.ts";
import { commentParagraphs, commentText, jsDocText, numberLiteral } from "./text.ts";

interface NamedEnum {
  readonly enumeration: Enumeration;
  /** `Mode` */
  readonly name: string;
  /** `nameOfMode` */
  readonly nameOf: string;
  /** Set if its fields have 64 bits, so that its values are bigints. */
  readonly wide: boolean;
}

/** The types of a channel's enums. */
export interface EnumNames {
  readonly all: readonly NamedEnum[];
  /** Undefined for a field without an enum, and for one that is too narrow for some of the enum's values. */
  typeOf(field: Field): string | undefined;
}

/** Names of the enums that fields use. */
export function enumNames(models: readonly StructModel[]): EnumNames {
  const scope = new Names(JAVASCRIPT, [
    "ColumnValues",
    "FieldEntry",
    "PartialRecord",
    "StructCodec",
    "Writable",
    "Omit",
  ]);
  const named = new Map<Enumeration, NamedEnum>();
  for (const field of models.flatMap(({ fields }) => fields)) {
    const { enumeration } = field;
    if (enumeration === undefined || enumeration.values.length === 0 || named.has(enumeration)) continue;
    const name = scope.declare(freeName(pascalCase(enumeration.declared), models));
    named.set(enumeration, { enumeration, name, nameOf: scope.declare(`nameOf${name}`), wide: isWide(field) });
  }
  return {
    all: [...named.values()],
    typeOf(field) {
      const found = field.enumeration && named.get(field.enumeration);
      const fits = found?.wide === isWide(field) && found.enumeration.values.every((value) => holds(field, value));
      return fits ? found?.name : undefined;
    },
  };
}

/** Type names in the structs' files begin with the structs' names, so avoid these. */
function freeName(name: string, models: readonly StructModel[]): string {
  const taken = models.some(({ typeName }) =>
    ["Raw", "Stored", "Input"].some((suffix) => name.startsWith(`${typeName}${suffix}`)),
  );
  return taken ? `Enum${name}` : name;
}

function isWide({ int64 }: Field): boolean {
  return int64 === "bigint";
}

function holds({ type, bitWidth, int64 }: Field, { value }: Enumerator): boolean {
  if (type === "bool" || type === "text" || type.startsWith("float") || int64 === "string") return false;
  if (int64 === "number" && !Number.isSafeInteger(Number(value))) return false;
  return (type.startsWith("u") ? BigInt.asUintN(bitWidth, value) : BigInt.asIntN(bitWidth, value)) === value;
}

/** A constant and a type for each enum. */
export function enumParts({ all }: EnumNames, texts: HeaderLines): FilePart[] {
  return all.map(({ enumeration, name, nameOf, wide }) => {
    const { declared, span, values: enumerators } = enumeration;
    const lines = texts.get(span.file) ?? [];
    const doc = docText([
      ...enumeration.words.map(jsDocText),
      `\`enum ${commentText(declared)}\`, ${place(span)}. A field may hold other values than these.`,
    ]);
    const entries = enumerators.map((enumerator) => {
      const comment = commentParagraphs(commentOf(enumerator.name, lines, span.start.line)).map(jsDocText);
      const value = wide ? `${enumerator.value}n` : numberLiteral(Number(enumerator.value));
      return { doc: docText(comment, "  "), key: propertyKey(enumerator.name), value };
    });
    const values = entries.map(({ doc: about, key, value }) => `${about}  ${key}: ${value},\n`).join("");
    const types = entries.map(({ doc: about, key, value }) => `${about}  readonly ${key}: ${value};\n`).join("");
    // A field may hold any number, so a switch over the names alone is not exhaustive.
    const type = `export type ${name} = (typeof ${name})[keyof typeof ${name}] | (${wide ? "bigint" : "number"} & {});`;
    const lookup = functionPart({
      name: nameOf,
      doc: [`The name of a value, or \`undefined\` if it has none; \`${name}[name]\` is the value of a name.`],
      exported: true,
      parameters: [{ name: "value", type: name }],
      returns: `keyof typeof ${name} | undefined`,
      body: [
        `const names = Object.keys(${name})${typeOnly(` as (keyof typeof ${name})[]`)};`,
        `return names.find((name) => ${name}[name] === value);`,
      ],
    });
    return {
      source: `${doc}export const ${name} = {\n${values}} as const;\n${type}\n\n${lookup.source}`,
      js: `${doc}export const ${name} = {\n${values}};\n\n${lookup.js}`,
      declarations: `${doc}export declare const ${name}: {\n${types}};\n${type}\n\n${lookup.declarations}`,
    };
  });
}

/** The comment behind an enumerator that is alone on its line. */
function commentOf(name: string, lines: readonly string[], from: number): string | undefined {
  for (let line = from; line <= lines.length; line++) {
    const text = lines[line - 1] ?? "";
    if (new RegExp(`^[\\s{]*${name}\\b[^,]*,?\\s*/[/*]`).test(text)) return commentBehind(text);
    if (text.includes("}")) return undefined;
  }
  return undefined;
}
