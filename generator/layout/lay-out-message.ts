/** One message struct: natural or packed [D5], its tree of fields, and what its comments say about it [D6]. */

import type { ChannelPlan } from "../channel-plan.ts";
import { LAYOUT } from "../diagnostics/codes/layout.ts";
import type { Diagnostic, Outcome } from "../diagnostics/diagnostic.ts";
import { report } from "../diagnostics/report.ts";
import type { MessageDeclaration } from "../syntax/declarations.ts";
import { ABIS } from "./abis/abis.ts";
import { buildNodes } from "./build-nodes.ts";
import { checkTypes } from "./check-types.ts";
import { choosePacking } from "./choose-packing.ts";
import { endOfAll } from "./extent.ts";
import { checkOffsetComments } from "./offset-comments.ts";
import type { LayoutNode, StructLayout } from "./struct-layout.ts";
import { TypeSizes } from "./type-sizes.ts";

/** The largest UDP payload over IPv4, bytes. [RFC 768, RFC 791] */
const LARGEST_DATAGRAM = 65_507;

/** `value` is undefined when the struct cannot be laid out, or has no ID to dispatch it by [D8]. */
export function layOutMessage(message: MessageDeclaration, plan: ChannelPlan): Outcome<StructLayout | undefined> {
  const id = initialNumber(message, 1);
  if (id === undefined) return { value: undefined, diagnostics: [] };
  const natural = new TypeSizes(ABIS[plan.abi], "as declared");
  const problems = typeProblems(message, natural);
  if (problems.length > 0) return { value: undefined, diagnostics: problems };
  const candidates = {
    natural: candidate(message, natural),
    packed: candidate(message, new TypeSizes(ABIS[plan.abi], "packed")),
  };
  const declared = initialNumber(message, 0);
  const choice = choosePacking(message, candidates, { declared, layout: plan.layout, byteOrder: plan.byteOrder });
  const chosen = candidates[choice.packing];
  const value: StructLayout = {
    message,
    // Without an initial value there is nothing to compare the datagrams' first byte with but the struct itself.
    length: declared ?? chosen.wireSize,
    id,
    ...chosen,
    packing: isPacked(message) ? "packed" : choice.packing,
    byteOrder: plan.byteOrder,
  };
  return { value, diagnostics: [...choice.diagnostics, ...checkOffsetComments(chosen.members, plan.byteOrder)] };
}

/** One way to lay the struct out. */
interface Candidate {
  readonly wireSize: number;
  readonly size: number;
  readonly alignment: number;
  readonly members: readonly LayoutNode[];
}

function candidate(message: MessageDeclaration, sizes: TypeSizes): Candidate {
  const { size, alignment } = sizes.placed(message.record);
  const members = buildNodes(message.record, sizes, message.initials);
  return { wireSize: endOfAll(members), size, alignment, members };
}

function typeProblems(message: MessageDeclaration, sizes: TypeSizes): Diagnostic[] {
  const problems = checkTypes(message.record, sizes);
  if (problems.length > 0) return problems;
  const { size } = sizes.placed(message.record);
  if (size <= LARGEST_DATAGRAM) return [];
  return [report(LAYOUT, "E205", message.span, { struct: message.name, size, limit: LARGEST_DATAGRAM })];
}

/** The header itself asks for no padding. */
function isPacked(message: MessageDeclaration): boolean {
  return message.record.attributes.packed || message.record.pack === 1;
}

/** The initial value of the message's `length` (member 0) or `ID` (member 1). */
function initialNumber(message: MessageDeclaration, index: 0 | 1): number | undefined {
  const member = message.record.members[index];
  if (member?.kind !== "field") return undefined;
  const initial = message.initials.get(member.name);
  return typeof initial === "bigint" || typeof initial === "number" ? Number(initial) : undefined;
}
