/** Interfaces of a struct's records: raw, as decoded, and stored, after the rules. */

import { type InterfaceDeclarationStructure, StructureKind } from "ts-morph";
import type { LayoutNode, RecordNode } from "../layout/struct-layout.ts";
import { TUPLE_LIMIT } from "./access.ts";
import { columnDoc, declarationDoc, fieldDoc, place, recordDoc, structDoc } from "./documentation.ts";
import { createScope, pascalCase, propertyKey } from "./names.ts";
import type { Leaf, StructModel } from "./struct-model.ts";
import { commentText, stringLiteral } from "./text.ts";

/** `CapRRaw` and an interface for each nested record: structs are objects, arrays tuples. */
export function rawInterfaces(model: StructModel): InterfaceDeclarationStructure[] {
  const interfaces: InterfaceDeclarationStructure[] = [];
  const scope = createScope(reservedTypeNames(model));
  const declare = (name: string, members: readonly LayoutNode[], doc: string): void => {
    interfaces.push({
      kind: StructureKind.Interface,
      name,
      isExported: true,
      docs: [doc],
      properties: members.map((node) => ({
        name: propertyKey(node.name),
        type: rawType(node, nested),
        docs: [memberDoc(node, model)],
      })),
    });
  };
  const nested = (node: RecordNode): string => {
    const name = scope.declare(`${model.typeName}Raw${pascalCase(node.path.replace(/\[\d+\]/g, ""))}`);
    declare(name, node.members, recordDoc(node));
    return name;
  };
  declare(`${model.typeName}Raw`, model.struct.layout.members, structDoc(model));
  // The struct's own interface is complete last, but is read first.
  return [...interfaces.slice(-1), ...interfaces.slice(0, -1)];
}

/** `CapRStored`: stored name → value, flat. */
export function storedInterface(model: StructModel): InterfaceDeclarationStructure {
  return {
    kind: StructureKind.Interface,
    name: `${model.typeName}Stored`,
    isExported: true,
    docs: ["The same with the header's rules applied: flat, by stored name."],
    properties: model.leaves.map((leaf) => ({
      name: propertyKey(leaf.field.column),
      type: storedType(leaf),
      docs: [columnDoc(leaf)],
    })),
  };
}

/** `CapRInput`: what `untransform` takes, where it differs from a part of what is stored. */
export function inputInterface(model: StructModel): InterfaceDeclarationStructure | undefined {
  const asked = model.leaves.filter((leaf) => leaf.rawKey !== undefined);
  if (asked.length === 0) return undefined;
  const stored = asked.map((leaf) => stringLiteral(leaf.field.column)).join(" | ");
  return {
    kind: StructureKind.Interface,
    name: inputTypeName(model),
    isExported: true,
    docs: ["Stored values for `untransform`; raw ones where a rule cannot be inverted."],
    extends: [`Omit<PartialRecord<${model.typeName}Stored>, ${stored}>`],
    properties: asked.map((leaf) => ({
      name: propertyKey(leaf.rawKey ?? ""),
      isReadonly: true,
      hasQuestionToken: true,
      type: `${leafType(leaf.node)} | undefined`,
      docs: [`Raw value of \`${commentText(leaf.node.path)}\`, ${place(leaf.node.span)}`],
    })),
  };
}

/** `CapRInput`, or what is generally taken. */
export function inputTypeName(model: StructModel): string {
  const differs = model.leaves.some((leaf) => leaf.rawKey !== undefined);
  return differs ? `${model.typeName}Input` : `PartialRecord<${model.typeName}Stored>`;
}

function memberDoc(node: LayoutNode, model: StructModel): string {
  const leaf = model.leafByPath.get(node.path);
  return leaf === undefined ? declarationDoc(node) : fieldDoc(leaf);
}

function rawType(node: LayoutNode, nested: (record: RecordNode) => string): string {
  switch (node.kind) {
    case "scalar":
    case "text":
      return leafType(node);
    case "record":
      return nested(node);
    case "array": {
      const [first] = node.elements;
      const element = first === undefined ? "never" : rawType(first, nested);
      return node.elements.length > TUPLE_LIMIT ? `${element}[]` : `[${node.elements.map(() => element).join(", ")}]`;
    }
  }
}

/** Types that the file imports or declares besides those of nested records. */
function reservedTypeNames({ typeName }: StructModel): string[] {
  const own = ["Raw", "Stored", "Input"].map((suffix) => `${typeName}${suffix}`);
  return [...own, "Column", "ColumnValues", "FieldInfo", "PartialRecord", "StructCodec"];
}

function leafType(node: Leaf["node"]): string {
  if (node.kind === "text") return "string";
  if (node.scalar === "bool") return "boolean";
  return node.scalar === "uint64" || node.scalar === "int64" ? "bigint" : "number";
}

function storedType({ field, node }: Leaf): string {
  return field.expression === undefined ? leafType(node) : "number";
}
