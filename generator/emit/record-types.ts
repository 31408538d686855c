/** Interfaces of a struct's records: raw, as decoded, and stored, after the rules. */

import { type InterfaceDeclarationStructure, StructureKind } from "ts-morph";
import type { LayoutNode } from "../layout/struct-layout.ts";
import { TUPLE_LIMIT } from "./access.ts";
import { columnDoc, declarationDoc, fieldDoc, structDoc } from "./documentation.ts";
import { propertyKey } from "./names.ts";
import type { Leaf, StructModel } from "./struct-model.ts";

/** `CapRRaw`: nested structs as objects, arrays as tuples. */
export function rawInterface(model: StructModel): InterfaceDeclarationStructure {
  return {
    kind: StructureKind.Interface,
    name: `${model.typeName}Raw`,
    isExported: true,
    docs: [structDoc(model)],
    properties: model.struct.layout.members.map((node) => ({
      name: propertyKey(node.name),
      type: rawType(node, model),
      docs: [memberDoc(node, model)],
    })),
  };
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
  const stored = asked.map((leaf) => JSON.stringify(leaf.field.column)).join(" | ");
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
      docs: [`Raw value of ${fieldDoc(leaf)}`],
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

function rawType(node: LayoutNode, model: StructModel): string {
  switch (node.kind) {
    case "scalar":
    case "text":
      return leafType(node);
    case "array":
      return arrayType(node.elements.map((element) => rawType(element, model)));
    case "record":
      return recordType(node.members, model);
  }
}

function recordType(members: readonly LayoutNode[], model: StructModel): string {
  const properties = members.map((member) => {
    const type = rawType(member, model).replaceAll("\n", "\n  ");
    return `  /** ${memberDoc(member, model)} */\n  ${propertyKey(member.name)}: ${type};\n`;
  });
  return `{\n${properties.join("")}}`;
}

function arrayType(elements: readonly string[]): string {
  const [element = "never"] = elements;
  if (elements.length > TUPLE_LIMIT) return element.includes("\n") ? `Array<${element}>` : `${element}[]`;
  // The first element's documentation speaks for all; offsets of the others are in `fields`.
  return `[${elements.map(() => element).join(", ")}]`;
}

function leafType(node: Leaf["node"]): string {
  if (node.kind === "text") return "string";
  if (node.scalar === "bool") return "boolean";
  return node.scalar === "uint64" || node.scalar === "int64" ? "bigint" : "number";
}

function storedType({ field, node }: Leaf): string {
  return field.expression === undefined ? leafType(node) : "number";
}
