/** Natural or packed: the packing that a header forgot to write down. [D5] */

import { LAYOUT } from "../diagnostics/codes/layout.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { report } from "../diagnostics/report.ts";
import type { MessageDeclaration } from "../messages/message.ts";
import type { ByteOrder } from "../plan/channel-plan.ts";
import type { Span } from "../source/span.ts";
import { wrongOffsets } from "./offset-comments.ts";
import type { LayoutNode } from "./struct-layout.ts";

export type Packing = "natural" | "packed";

/** The struct under one packing. */
export interface Extent {
  readonly wireSize: number;
  readonly size: number;
  readonly members: readonly LayoutNode[];
}

export interface PackingFacts {
  /** The declared length, bytes. */
  readonly declared: number | undefined;
  /** What the channel's section says. */
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
  const span = lengthSpan(message);
  const struct = message.name;
  if (layout !== undefined) {
    const details = { struct, declared, layout, extent: describe(extents[layout]) };
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
  };
  return { packing: "natural", diagnostics: [report(LAYOUT, "W201", span, details)] };
}

/** More than 255 bytes leave only what a byte holds of them. */
function fits({ wireSize, size }: Extent, declared: number): boolean {
  return [wireSize, size].some((bytes) => bytes === declared || (bytes > 255 && bytes % 256 === declared));
}

/** A header that packs, or a struct without padding. */
function isSame({ natural, packed }: Readonly<Record<Packing, Extent>>): boolean {
  return natural.wireSize === packed.wireSize && natural.size === packed.size;
}

function describe({ wireSize, size }: Extent): string {
  return wireSize === size ? `${size}` : `${wireSize} (sizeof ${size})`;
}

function lengthSpan(message: MessageDeclaration): Span {
  const first = message.record.members[0];
  const initial = first?.kind === "field" ? message.initialSpans.get(first.name) : undefined;
  return initial ?? message.span;
}
