/** An object literal in the shape of the struct: all keys in declaration order, nested structs and arrays in place. */

import type { ArrayNode, LayoutNode } from "../layout/struct-layout.ts";
import { elementByIndex } from "./loops.ts";
import type { Field, StructModel } from "./model.ts";
import { propertyKey } from "./names.ts";
import { partAt } from "./variable.ts";

/** `given`: of each object only the keys that have a value, by the private function of that name. */
export type Keys = "all" | "given";

/** The literal with each leaf's expression from `rawOf`. */
export function recordLiteral(model: StructModel, rawOf: (leaf: Field) => string, keys: Keys = "all"): string {
  const members = recordMembers(model, rawOf, keys, undefined).map(([key, value]) => `${propertyKey(key)}: ${value}`);
  const literal = block("{", members, "}");
  return keys === "given" ? `given(${literal})` : literal;
}

/** Its keys and values. */
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
  // Of given values there are as many elements as have one.
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

/** The leaf at a path of this struct; the phases before have checked paths that come from expressions. */
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
