/** Frame tags in a field's comment [D38]: `@check: crc16/modbus from=a to=b`, and `@order`, which the layout phase reads. */

import type { CheckInfo } from "../../runtime/codec/struct-codec.ts";
import { checksumNames, checksumOf } from "../../runtime/frames/checksum.ts";
import { nearest } from "../../runtime/lib/nearest.ts";
import { RULES } from "../diagnostics/codes/rules.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { report } from "../diagnostics/report.ts";
import { endOf } from "../layout/extent.ts";
import { orderTagOf } from "../layout/field-order.ts";
import { type LayoutNode, leaves, type ScalarNode, type StructLayout, type TextNode } from "../layout/struct-layout.ts";
import type { FieldComment } from "../types/declarations.ts";
import { spanWithin } from "./comment-place.ts";

const CHECK = /@check\b\s*:?\s*([^\s;,@]*)((?:[\s;,]+\w+\s*=\s*[\w.[\]]+)*)/;

/** The checksum in the leaf. Problems go to `diagnostics`. */
export function readCheck(
  leaf: ScalarNode | TextNode,
  layout: StructLayout,
  diagnostics: Diagnostic[],
): CheckInfo | undefined {
  for (const comment of leaf.comments) {
    const match = CHECK.exec(comment.text);
    if (match !== null) return checkOf(match, { leaf, layout, comment, diagnostics });
  }
  return undefined;
}

interface Tagged {
  readonly leaf: ScalarNode | TextNode;
  readonly layout: StructLayout;
  readonly comment: FieldComment;
  readonly diagnostics: Diagnostic[];
}

function checkOf(match: RegExpExecArray, tagged: Tagged): CheckInfo | undefined {
  const { leaf, layout, comment, diagnostics } = tagged;
  const [whole, name = "", options = ""] = match;
  const span = spanWithin(comment, match.index, whole.trimEnd().length);
  // The elements of an array share one comment.
  const field = leaf.path.replace(/\[\d+\]$/, "");
  const checksum = checksumOf(name);
  if (checksum === undefined) {
    diagnostics.push(report(RULES, "E330", span, { field, name, nearest: nearest(name, checksumNames()) }));
    return undefined;
  }
  const isInteger = leaf.kind === "scalar" && !leaf.bitField && /^u?int/.test(leaf.scalar);
  if (!isInteger || leaf.bitWidth !== 8 * checksum.byteLength || field !== leaf.path) {
    diagnostics.push(report(RULES, "E331", span, { field, name: checksum.name, bits: 8 * checksum.byteLength }));
    return undefined;
  }
  const places = new Map<string, LayoutNode>();
  for (const [, key = "", value = ""] of options.matchAll(/(\w+)\s*=\s*([\w.[\]]+)/g)) {
    const node = key === "from" || key === "to" ? find(layout.members, value) : undefined;
    if (node === undefined) diagnostics.push(report(RULES, "E332", span, { field, key, value }));
    else places.set(key, node);
  }
  const from = places.get("from");
  const to = places.get("to");
  return {
    algorithm: checksum.name,
    byteOrder: leaf.byteOrder ?? layout.byteOrder,
    ...(from && { from: Math.min(...leaves([from]).map(({ byteOffset }) => byteOffset)) }),
    to: to === undefined ? leaf.byteOffset : endOf(to),
  };
}

/** A field by its path. For members of the struct itself, the name is enough. */
function find(members: readonly LayoutNode[], path: string): LayoutNode | undefined {
  for (const member of members) {
    if (member.path === path) return member;
    const inside = member.kind === "record" ? member.members : member.kind === "array" ? member.elements : [];
    const found = path.startsWith(member.path) ? find(inside, path) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Problems of a member's `@order`. */
export function orderProblems(member: LayoutNode): Diagnostic[] {
  return member.comments.flatMap((comment) => {
    const tag = orderTagOf(comment.text);
    if (tag === undefined) return [];
    const span = spanWithin(comment, tag.offset, tag.length);
    if (tag.order === undefined) return [report(RULES, "E333", span, { field: member.path, text: tag.text })];
    const isBitField = member.kind === "scalar" && member.bitField;
    return isBitField ? [report(RULES, "E334", span, { field: member.path })] : [];
  });
}
