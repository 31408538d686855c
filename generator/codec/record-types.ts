/** Interfaces of a struct's records: raw (decoded) and stored (after rules). */

import type { LayoutNode, RecordNode } from "../layout/struct-layout.ts";
import { TUPLE_LIMIT } from "./access.ts";
import { columnDoc, declarationDoc, fieldDoc, place, recordDoc, structDoc } from "./documentation.ts";
import type { EnumNames } from "./enum-file.ts";
import type { Field, StructModel } from "./model.ts";
import { JAVASCRIPT, Names } from "./namer.ts";
import { pascalCase, propertyKey } from "./names.ts";
import { type FilePart, interfacePart } from "./part.ts";
import { leafAt } from "./record-literal.ts";
import { commentText, stringLiteral } from "./text.ts";
import { typedArrayOf } from "./typed-arrays.ts";
import { isOptional, partAt } from "./variable.ts";

/** `CapRRaw`, and an interface for each nested record. Structs become objects, arrays tuples. */
export function rawInterfaces(model: StructModel, enums: EnumNames): FilePart[] {
  const interfaces: FilePart[] = [];
  const scope = new Names(JAVASCRIPT, reservedTypeNames(model));
  const declare = (name: string, members: readonly LayoutNode[], doc: readonly string[]): void => {
    const properties = members.map((node) => ({
      key: propertyKey(node.name),
      type: rawType(node, model, nested, (path) => fieldType(leafAt(model, path), enums)),
      doc: memberDoc(node, model),
      ...(partAt(node.path, model)?.kind === "if" && { optional: true as const }),
    }));
    interfaces.push(interfacePart(name, doc, properties));
  };
  const nested = (node: RecordNode): string => {
    const name = scope.declare(`${model.typeName}Raw${pascalCase(node.path.replace(/\[\d+\]/g, ""))}`);
    declare(name, node.members, recordDoc(node, model));
    return name;
  };
  declare(`${model.typeName}Raw`, model.struct.layout.members, structDoc(model));
  // The struct's own interface is finished last but printed first.
  return [...interfaces.slice(-1), ...interfaces.slice(0, -1)];
}

/** `CapRStored`: stored name → value, flat. */
export function storedInterface(model: StructModel, enums: EnumNames): FilePart {
  const properties = model.fields.map((leaf) => {
    const type = leaf.compiled.expression === undefined ? fieldType(leaf, enums) : "number";
    const common = { key: propertyKey(leaf.compiled.column), doc: columnDoc(leaf, model) };
    if (!isOptional(leaf.path, model)) return { ...common, type };
    return { ...common, type: `${type} | undefined`, optional: true as const };
  });
  return interfacePart(
    `${model.typeName}Stored`,
    ["Stored values, with the header's rules applied: flat, by stored name."],
    properties,
  );
}

/** `CapRInput`: the input of `fromStored`, if it is not just a part of the stored record. */
export function inputInterface(model: StructModel, enums: EnumNames): FilePart[] {
  const rawLeaves = model.fields.filter((leaf) => leaf.rawKey !== undefined);
  if (rawLeaves.length === 0) return [];
  const stored = rawLeaves.map((leaf) => stringLiteral(leaf.compiled.column)).join(" | ");
  const properties = rawLeaves.map((leaf) => ({
    key: propertyKey(leaf.rawKey ?? ""),
    type: `${fieldType(leaf, enums)} | undefined`,
    doc: [`Raw value of \`${commentText(leaf.node.path)}\`, ${place(leaf.node.span)}`],
    optional: true as const,
  }));
  return [
    interfacePart(
      inputTypeName(model),
      ["Stored values for `fromStored`; raw values for rules that cannot be inverted."],
      properties,
      `Omit<PartialRecord<${model.typeName}Stored>, ${stored}>`,
    ),
  ];
}

/** `CapRInput`, or the default input type. */
export function inputTypeName(model: StructModel): string {
  const differs = model.fields.some((leaf) => leaf.rawKey !== undefined);
  return differs ? `${model.typeName}Input` : `PartialRecord<${model.typeName}Stored>`;
}

function memberDoc(node: LayoutNode, model: StructModel): string[] {
  const leaf = model.fieldByPath.get(node.path);
  return leaf === undefined ? declarationDoc(node, model) : fieldDoc(leaf, model);
}

function rawType(
  node: LayoutNode,
  model: StructModel,
  nested: (record: RecordNode) => string,
  leafType: (path: string) => string,
): string {
  switch (node.kind) {
    case "scalar":
    case "text":
      return leafType(node.path);
    case "record":
      return nested(node);
    case "array": {
      const typed = typedArrayOf(node, model);
      if (typed !== undefined) return typed.type;
      const [first] = node.elements;
      const element = first === undefined ? "never" : rawType(first, model, nested, leafType);
      return node.elements.length > TUPLE_LIMIT || partAt(node.path, model) !== undefined
        ? `readonly ${element.startsWith("readonly ") ? `(${element})` : element}[]`
        : `readonly [${node.elements.map(() => element).join(", ")}]`;
    }
  }
}

/** Types that the file imports or declares, besides nested records. */
function reservedTypeNames({ typeName }: StructModel): string[] {
  const own = ["Raw", "Stored", "Input"].map((suffix) => `${typeName}${suffix}`);
  return [...own, "ColumnValues", "FieldEntry", "PartialRecord", "StructCodec", "Writable", "Omit"];
}

function fieldType(field: Field, enums: EnumNames): string {
  if (field.type === "text") return "string";
  if (field.type === "bool") return "boolean";
  return enums.typeOf(field) ?? field.int64 ?? "number";
}
