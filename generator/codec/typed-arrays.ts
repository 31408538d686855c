/** Long numeric arrays as typed arrays, if the records' shape asks for them. */

import type { ArrayNode } from "../layout/struct-layout.ts";
import { TUPLE_LIMIT } from "./access.ts";
import type { StructModel } from "./model.ts";
import { type FilePart, functionPart } from "./part.ts";
import { at, DATA_VIEW_TYPE, orderArgument } from "./read-fields.ts";

interface TypedArray {
  /** `Uint16Array` */
  readonly type: string;
  /** The expression that creates it from the view's bytes. */
  readonly read: string;
}

/** Undefined if the array stays a plain array. */
export function typedArrayOf(node: ArrayNode, { shape, byteOrder, fieldByPath }: StructModel): TypedArray | undefined {
  const [first] = node.elements;
  if (!shape.typedArrays || first?.kind !== "scalar" || node.elements.length < TUPLE_LIMIT) return undefined;
  const { int64 = "bigint", enumeration } = fieldByPath.get(first.path) ?? {};
  if (first.scalar === "bool" || first.bitField || enumeration !== undefined || int64 !== "bigint") return undefined;
  const type = DATA_VIEW_TYPE[first.scalar];
  const order = orderArgument(first.scalar, first.byteOrder ?? byteOrder);
  return { type: `${type}Array`, read: `read${type}s(view, ${at(first.byteOffset)}, ${node.elements.length}${order})` };
}

/** The functions that `read` expressions call. */
export function arrayReaders(model: StructModel): FilePart[] {
  const types = new Set<string>();
  const look = (node: StructModel["struct"]["layout"]["members"][number]): void => {
    if (node.kind === "record") node.members.forEach(look);
    if (node.kind !== "array") return;
    const typed = typedArrayOf(node, model);
    if (typed === undefined) node.elements.forEach(look);
    else types.add(typed.type.replace(/Array$/, ""));
  };
  model.struct.layout.members.forEach(look);
  return [...types].sort().map(readerPart);
}

function readerPart(type: string): FilePart {
  const bytes = Number(/\d+$/.exec(type)?.[0]) / 8;
  const order = bytes === 1 ? "" : ", littleEndian";
  return functionPart({
    name: `read${type}s`,
    exported: false,
    doc: [],
    parameters: [
      { name: "view", type: "DataView" },
      { name: "byteOffset", type: "number" },
      { name: "length", type: "number" },
      ...(bytes === 1 ? [] : [{ name: "littleEndian", type: "boolean" }]),
    ],
    returns: `${type}Array`,
    body: [
      `const values = new ${type}Array(length);`,
      `for (let i = 0; i < length; i++) values[i] = view.get${type}(byteOffset + ${bytes} * i${order});`,
      "return values;",
    ],
  });
}
