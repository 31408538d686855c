/** An object literal in the struct's shape: all keys in declaration order, with nested structs and arrays. */

import type { ArrayNode, LayoutNode } from "../layout/struct-layout.ts";
import { elementByIndex } from "./loops.ts";
import type { Field, StructModel } from "./model.ts";
import { propertyKey } from "./names.ts";
import { partAt } from "./variable.ts";

/** `given`: the private function of that name drops keys without a value. */
export type Keys = "all" | "given";

/** The record, with `rawOf` giving each leaf's expression. */
export function recordLiteral(model: StructModel, rawOf: (leaf: Field) => string, keys: Keys = "all"): string {
  const members = recordMembers(model, rawOf, keys, undefined).map(([key, value]) => `${propertyKey(key)}: ${value}`);
  const literal = block("{", members, "}");
  return keys === "given" ? `given(${literal})` : literal;
}

/** Keys and values of the record. */
export function recordMembers(
  model: StructModel,
  rawOf: (leaf: Field) => string,
  keys: Keys = "all",
  wholeArray: (node: ArrayNode) => string | undefined = () => undefined,
): (readonly [key: string, value: string])[] {
  const record = (members: readonly LayoutNode[]): string => {
    const literal = block(
      "{",
      members.map((member) => `${propertyKey(member.name)}: ${value(member)}`),
      "}",
    );
    return keys === "given" ? `given(${literal})` : literal;
  };
  // In a partial record, a counted array has only the elements that have a value.
  const counted = ({ path }: ArrayNode, text: string) =>
    keys === "given" && partAt(path, model) !== undefined ? `leading(${text})` : text;
  const optional = ({ path }: LayoutNode, text: string) =>
    keys === "given" && partAt(path, model)?.kind === "if" ? `leading([${text}])[0]` : text;
  const value = (node: LayoutNode): string => {
    switch (node.kind) {
      case "record":
        return optional(node, record(node.members));
      case "array":
        return wholeArray(node) ?? counted(node, array(node.elements.map(value)));
      case "scalar":
      case "text":
        return rawOf(leafAt(model, node.path));
    }
  };
  return model.struct.layout.members.map((member) => [member.name, value(member)]);
}

/** The leaf at a path of this struct. Paths in expressions were checked by earlier phases. */
export function leafAt(model: StructModel, path: string): Field {
  const leaf = model.fieldByPath.get(path);
  if (leaf === undefined) throw new Error(`no field ${path} in ${model.struct.layout.message.name}`);
  return leaf;
}

function array(items: readonly string[]): string {
  const byIndex = elementByIndex(items);
  return byIndex === undefined
    ? block("[", items, "]")
    : `new Array(${items.length}).fill(0).map((_, i) => ${byIndex})`;
}

function block(open: string, items: readonly string[], close: string): string {
  return `${open}\n${items.map((item) => `  ${item.replaceAll("\n", "\n  ")},\n`).join("")}${close}`;
}
