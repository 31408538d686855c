/** Chooses natural or packed layout for a header that does not say which. [D5] */

import { LAYOUT } from "../diagnostics/codes/layout.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { report } from "../diagnostics/report.ts";
import type { MessageDeclaration } from "../messages/message.ts";
import type { ByteOrder } from "../plan/channel-plan.ts";
import type { Span } from "../source/span.ts";
import { wrongOffsets } from "./offset-comments.ts";
import type { LayoutNode } from "./struct-layout.ts";

export type Packing = "natural" | "packed";

/** Size and members of the struct with one packing. */
export interface Extent {
  readonly wireSize: number;
  readonly size: number;
  readonly members: readonly LayoutNode[];
}

export interface PackingFacts {
  /** The declared length in bytes. */
  readonly declared: number | undefined;
  /** The setting in the channel's section. */
  readonly layout: Packing | undefined;
  readonly byteOrder: ByteOrder;
}

export function choosePacking(
  message: MessageDeclaration,
  extents: Readonly<Record<Packing, Extent>>,
  facts: PackingFacts,
): { readonly packing: Packing; readonly diagnostics: readonly Diagnostic[] } {
  const { declared, layout } = facts;
  const settled = layout ?? "natural";
  if (declared === undefined || fits(extents[settled], declared)) return { packing: settled, diagnostics: [] };
  const { span, right } = lengthAt(message, extents[settled]);
  const struct = message.name;
  if (layout !== undefined) {
    const details = { struct, declared, layout, extent: describe(extents[layout]), right };
    return { packing: layout, diagnostics: [report(LAYOUT, "W203", span, details)] };
  }
  if (fits(extents.packed, declared)) {
    const details = { struct, declared, natural: describe(extents.natural) };
    return { packing: "packed", diagnostics: [report(LAYOUT, "N202", span, details)] };
  }
  const details = {
    struct,
    declared,
    natural: describe(extents.natural),
    packed: isSame(extents) ? undefined : describe(extents.packed),
    wrong: wrongOffsets(extents.natural.members, facts.byteOrder)[0],
    right,
  };
  return { packing: "natural", diagnostics: [report(LAYOUT, "W201", span, details)] };
}

/** Sizes above 255 are compared modulo 256, because the length is one byte. */
function fits({ wireSize, size }: Extent, declared: number): boolean {
  return [wireSize, size].some((bytes) => bytes === declared || (bytes > 255 && bytes % 256 === declared));
}

/** True if packing makes no difference: the header packs already, or there is no padding. */
function isSame({ natural, packed }: Readonly<Record<Packing, Extent>>): boolean {
  return natural.wireSize === packed.wireSize && natural.size === packed.size;
}

function describe({ wireSize, size }: Extent): string {
  return wireSize === size ? `${size}` : `${wireSize} (sizeof ${size})`;
}

/** Where the header gives the length, and the number that would be right there. */
function lengthAt(
  message: MessageDeclaration,
  { size }: Extent,
): { readonly span: Span; readonly right: number | undefined } {
  const first = message.record.members[0];
  const initial = first?.kind === "field" ? message.initialSpans.get(first.name) : undefined;
  return { span: initial ?? message.span, right: initial !== undefined && size <= 255 ? size : undefined };
}
