/** Handmade layouts and rules for tests of the rules phase. */

import type { LayoutNode, ScalarNode, StructLayout, TextNode } from "../../../generator/layout/struct-layout.ts";
import type { ChannelPlan } from "../../../generator/plan/channel-plan.ts";
import type { Span } from "../../../generator/source/span.ts";
import type { FieldComment } from "../../../generator/types/declarations.ts";
import type { ScalarType } from "../../../runtime/codec/struct-codec.ts";

const WIDTHS: Readonly<Record<ScalarType, number>> = {
  uint8: 8,
  int8: 8,
  uint16: 16,
  int16: 16,
  uint32: 32,
  int32: 32,
  uint64: 64,
  int64: 64,
  float32: 32,
  float64: 64,
  bool: 8,
};

export const PLAN: ChannelPlan = {
  name: "tank",
  udpPort: 0,
  wampTopic: "lab.tank",
  includePath: "/headers",
  headerFiles: ["tank.h"],
  abi: "x86-64",
  byteOrder: "little",
  layout: undefined,
  defines: new Map(),
  storeExclude: [],
};

export function spanAt(line: number, column: number, length = 1): Span {
  return { file: "tank.h", start: { line, column }, end: { line, column: column + length } };
}

/** A comment whose text begins at the given position. */
export function comment(text: string, line = 1, column = 20): FieldComment {
  return { text, span: spanAt(line, column, text.length) };
}

export function scalar(name: string, scalarType: ScalarType = "uint16", rule = "", line = 1): ScalarNode {
  return {
    kind: "scalar",
    name,
    path: name,
    ctype: `${scalarType}_t`,
    scalar: scalarType,
    byteOffset: 0,
    bitOffset: 0,
    bitWidth: WIDTHS[scalarType],
    bitField: false,
    comments: rule === "" ? [] : [comment(rule, line)],
    span: spanAt(line, 5, name.length),
  };
}

export function text(name: string, rule = ""): TextNode {
  return {
    kind: "text",
    name,
    path: name,
    ctype: "char[8]",
    byteOffset: 0,
    length: 8,
    comments: rule === "" ? [] : [comment(rule)],
    span: spanAt(1, 5, name.length),
  };
}

export function array(name: string, elements: readonly LayoutNode[], rule = ""): LayoutNode {
  const comments = rule === "" ? [] : [comment(rule)];
  const placed = elements.map((element, index) => under(`${name}[${index}]`, { ...element, name: String(index) }));
  return { kind: "array", name, path: name, ctype: "", elements: placed, comments, span: spanAt(1, 5, name.length) };
}

export function record(name: string, members: readonly LayoutNode[], rule = ""): LayoutNode {
  const comments = rule === "" ? [] : [comment(rule)];
  const placed = members.map((member) => under(`${name}.${member.path}`, member));
  const span = spanAt(1, 5, name.length);
  return { kind: "record", record: "struct", name, path: name, ctype: name, members: placed, comments, span };
}

/** The node and its descendants with another path. */
function under(path: string, node: LayoutNode): LayoutNode {
  const moved = (child: LayoutNode): LayoutNode => under(path + child.path.slice(node.path.length), child);
  switch (node.kind) {
    case "scalar":
    case "text":
      return { ...node, path };
    case "array":
      return { ...node, path, elements: node.elements.map(moved) };
    case "record":
      return { ...node, path, members: node.members.map(moved) };
  }
}

export function struct(members: readonly LayoutNode[], name = "struct_tank", id = 2): StructLayout {
  return {
    message: {
      record: {
        kind: "struct",
        name,
        members: [],
        attributes: { packed: false, aligned: undefined },
        pack: undefined,
        language: "c",
        span: spanAt(1, 1),
      },
      name,
      initials: new Map(),
      initialSpans: new Map(),
      span: spanAt(1, 8, name.length),
    },
    length: 2,
    id,
    wireSize: 2,
    size: 2,
    alignment: 1,
    packing: "natural",
    byteOrder: "little",
    members,
  };
}
