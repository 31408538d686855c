/** `<channel>/enums.ts`: the header's enums as constants with a union type of their values. */

import type { CompiledChannel } from "../channel-plan.ts";
import type { ScalarNode } from "../layout/struct-layout.ts";
import { commentAbove, commentBehind } from "../source/comment-above.ts";
import type { Enumerator } from "../types/declarations.ts";
import { place } from "./documentation.ts";
import { createScope, pascalCase, propertyKey } from "./names.ts";
import { docText, type Part } from "./part.ts";
import type { Leaf, StructModel } from "./struct-model.ts";
import { commentParagraphs, commentText, numberLiteral } from "./text.ts";

type EnumDeclaration = CompiledChannel["declarations"]["enums"][number];

interface NamedEnum {
  readonly declaration: EnumDeclaration;
  /** `Mode` */
  readonly name: string;
  /** Its fields are 64 bits wide, so its values are bigints. */
  readonly wide: boolean;
}

/** The types of a channel's enums. */
export interface EnumNames {
  readonly all: readonly NamedEnum[];
  /** Undefined for a field of no enum, and for one whose bits cannot hold each of the enum's values. */
  typeOf(node: Leaf["node"]): string | undefined;
}

/** Names for the enums that fields have. */
export function enumNames({ declarations }: CompiledChannel, models: readonly StructModel[]): EnumNames {
  const declared = new Map<string, EnumDeclaration | "ambiguous">();
  for (const found of declarations.enums) declared.set(found.name, declared.has(found.name) ? "ambiguous" : found);
  const scope = createScope(["ColumnValues", "FieldEntry", "PartialRecord", "StructCodec", "Writable", "Omit"]);
  const byName = new Map<string, NamedEnum>();
  for (const { node } of models.flatMap(({ leaves }) => leaves)) {
    if (node.kind === "text" || node.enumName === undefined || byName.has(node.enumName)) continue;
    const declaration = declared.get(node.enumName);
    if (declaration === undefined || declaration === "ambiguous" || declaration.enumerators.length === 0) continue;
    byName.set(node.enumName, {
      declaration,
      name: scope.declare(freeName(pascalCase(node.enumName), models)),
      wide: isWide(node),
    });
  }
  return {
    all: [...byName.values()],
    typeOf(node) {
      if (node.kind === "text" || node.enumName === undefined) return undefined;
      const found = byName.get(node.enumName);
      const fits = found?.wide === isWide(node) && found.declaration.enumerators.every((value) => holds(node, value));
      return fits ? found?.name : undefined;
    },
  };
}

/** Types of the structs' files begin with the structs' names. */
function freeName(name: string, models: readonly StructModel[]): string {
  const taken = models.some(({ typeName }) =>
    ["Raw", "Stored", "Input"].some((suffix) => name.startsWith(`${typeName}${suffix}`)),
  );
  return taken ? `Enum${name}` : name;
}

function isWide({ scalar }: ScalarNode): boolean {
  return scalar === "uint64" || scalar === "int64";
}

function holds({ scalar, bitWidth }: ScalarNode, { value }: Enumerator): boolean {
  if (scalar === "bool" || scalar.startsWith("float")) return false;
  return (scalar.startsWith("u") ? BigInt.asUintN(bitWidth, value) : BigInt.asIntN(bitWidth, value)) === value;
}

/** A constant and a type for each enum. */
export function enumParts({ all }: EnumNames, texts: ReadonlyMap<string, readonly string[]>): Part[] {
  return all.map(({ declaration, name, wide }) => {
    const { span, enumerators } = declaration;
    const lines = texts.get(span.file) ?? [];
    const doc = docText([
      ...commentParagraphs(commentAbove(lines, span.start.line)),
      `\`enum ${commentText(declaration.name)}\`, ${place(span)}. A field may hold other values than these.`,
    ]);
    const entries = enumerators.map((enumerator) => {
      const comment = commentParagraphs(commentOf(enumerator.name, lines, span.start.line));
      const value = wide ? `${enumerator.value}n` : numberLiteral(Number(enumerator.value));
      return { doc: docText(comment, "  "), key: propertyKey(enumerator.name), value };
    });
    const values = entries.map(({ doc: about, key, value }) => `${about}  ${key}: ${value},\n`).join("");
    const types = entries.map(({ doc: about, key, value }) => `${about}  readonly ${key}: ${value};\n`).join("");
    const type = `export type ${name} = (typeof ${name})[keyof typeof ${name}];`;
    return {
      source: `${doc}export const ${name} = {\n${values}} as const;\n${type}`,
      js: `${doc}export const ${name} = {\n${values}};`,
      declarations: `${doc}export declare const ${name}: {\n${types}};\n${type}`,
    };
  });
}

/** The comment behind an enumerator that has a line of the enum to itself. */
function commentOf(name: string, lines: readonly string[], from: number): string | undefined {
  for (let line = from; line <= lines.length; line++) {
    const text = lines[line - 1] ?? "";
    if (new RegExp(`^[\\s{]*${name}\\b[^,]*,?\\s*/[/*]`).test(text)) return commentBehind(text);
    if (text.includes("}")) return undefined;
  }
  return undefined;
}
