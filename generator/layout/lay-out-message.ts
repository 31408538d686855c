/** Lays out a message struct: chooses the packing [D5], builds the tree of fields, and checks the header's comments [D6]. */

import { type FrameFormat, PLAIN_FORMAT } from "../../runtime/frames/frame-format.ts";
import { type Locator, locatorEnd, locatorText } from "../../runtime/frames/locator.ts";
import { LAYOUT } from "../diagnostics/codes/layout.ts";
import { MESSAGES } from "../diagnostics/codes/messages.ts";
import { SYNTAX } from "../diagnostics/codes/syntax.ts";
import type { Diagnostic, Outcome } from "../diagnostics/diagnostic.ts";
import { report } from "../diagnostics/report.ts";
import type { MessageDeclaration } from "../messages/message.ts";
import type { ChannelPlan } from "../plan/channel-plan.ts";
import { targetOf } from "../targets/flags.ts";
import { TypeSizes } from "../types/type-sizes.ts";
import { buildNodes, fieldCount } from "./build-nodes.ts";
import { checkTypes, type OpenEnd } from "./check-types.ts";
import { choosePacking } from "./choose-packing.ts";
import { endOfAll, LARGEST_DATAGRAM } from "./extent.ts";
import { checkOffsetComments } from "./offset-comments.ts";
import { type LayoutNode, leaves, type ScalarNode, type StructLayout, type TextNode } from "./struct-layout.ts";

/** Maximum number of fields, counting each array element. Codecs with more take too long to generate and load. */
const MOST_FIELDS = 20_000;

/** `value` is undefined if the struct cannot be laid out, or has no ID [D8]. */
export function layOutMessage(message: MessageDeclaration, plan: ChannelPlan): Outcome<StructLayout | undefined> {
  const known = message.named?.id ?? initialNumber(message, "ID");
  if (known === undefined && !message.idByPlace) return { value: undefined, diagnostics: [] };
  const target = targetOf(plan);
  const natural = new TypeSizes(target, "as declared");
  const open = plan.frames?.long === "ignore" ? "left out" : "refused";
  const problems = typeProblems(message, natural, open);
  if (problems.length > 0) return { value: undefined, diagnostics: problems };
  let packed: Candidate | undefined;
  const candidates = {
    natural: candidate(message, natural, plan),
    // Computed on demand: most headers state their packing.
    get packed() {
      packed ??= candidate(message, new TypeSizes(target, "packed"), plan);
      return packed;
    },
  };
  const tooLarge = sizeProblems(message, candidates.natural.wireSize);
  if (tooLarge.length > 0) return { value: undefined, diagnostics: tooLarge };
  const declared = initialNumber(message, "length");
  const choice = choosePacking(message, candidates, { declared, layout: plan.layout, byteOrder: plan.byteOrder });
  const guessed = choice.packing === "packed" && plan.layout === undefined;
  if (guessed && message.measured === true) {
    const on = "sizes of structs, which packed layout changes";
    const hint = "say 'layout = packed' in the channel's section";
    return { value: undefined, diagnostics: [report(SYNTAX, "E152", message.span, { on, hint })] };
  }
  const chosen = candidates[choice.packing];
  const { frames = PLAIN_FORMAT } = plan;
  const id = message.idByPlace ? idByPlace(chosen.members, frames) : known;
  // A struct with an initialiser but without an ID is probably not a message.
  if (id === undefined) return { value: undefined, diagnostics: [] };
  const outside = idOutside(message, chosen.wireSize, frames);
  if (outside !== undefined) return { value: undefined, diagnostics: [outside] };
  const length = declared ?? expectedLength(message, chosen);
  const value: StructLayout = {
    message,
    // The length is one byte.
    length: plan.frames === undefined ? length % 256 : length,
    id,
    ...chosen,
    packing: isPacked(message) ? "packed" : choice.packing,
    byteOrder: plan.byteOrder,
  };
  return { value, diagnostics: [...choice.diagnostics, ...noted(value, plan)] };
}

/** Without an initial value, the struct's size is the expected length. */
function expectedLength({ lengthIsSize }: MessageDeclaration, { size, sizeOf = size, wireSize }: Candidate): number {
  return lengthIsSize ? sizeOf : wireSize;
}

/** Contradictions between the layout and the comments or the configuration. */
function noted({ message, members }: StructLayout, { byteOrder, frames = PLAIN_FORMAT }: ChannelPlan): Diagnostic[] {
  return [...placesInside(message, members, frames), ...checkOffsetComments(members, byteOrder)];
}

/** The initial value of the field at the ID's position, if it has the ID's width [D37]. */
function idByPlace(members: readonly LayoutNode[], { id, payloadOffset }: FrameFormat): number | undefined {
  const field = leaves(members).find((leaf) => id !== undefined && payloadOffset + leaf.byteOffset === id.byteOffset);
  if (field === undefined || id === undefined || typeof field.initial === "string") return undefined;
  const bits = field.kind === "text" ? 8 * field.length : field.bitWidth;
  if (bits !== 8 * id.byteLength || field.initial === undefined) return undefined;
  return Number(BigInt.asUintN(32, BigInt(field.initial)) & BigInt(id.mask)) / 2 ** id.shift;
}

function idOutside(
  message: MessageDeclaration,
  wireSize: number,
  { id, payloadOffset, trailer, short }: FrameFormat,
): Diagnostic | undefined {
  const bytes = payloadOffset + wireSize + trailer;
  if (id === undefined || locatorEnd(id) <= bytes || short === "zero") return undefined;
  const span = message.named?.span ?? message.span;
  return report(MESSAGES, "E419", span, { name: message.name, place: locatorText(id), bytes });
}

/** An ID or a length inside another value is probably a mistake in the configuration. */
function placesInside(message: MessageDeclaration, members: readonly LayoutNode[], frames: FrameFormat): Diagnostic[] {
  if (message.named === undefined) return [];
  return (["id", "length"] as const).flatMap((key) => {
    const locator = frames[key];
    if (locator === undefined || locator.byteOffset < frames.payloadOffset) return [];
    const from = locator.byteOffset - frames.payloadOffset;
    const field = leaves(members).find((leaf) => {
      const { start, end } = bytesOf(leaf);
      return start <= from && from < end;
    });
    if (field === undefined || canHold(field, from, locator)) return [];
    const details = { key, place: locatorText(locator), name: message.name, field: field.path, ctype: field.ctype };
    return [report(MESSAGES, "W421", message.named?.span ?? message.span, details)];
  });
}

function bytesOf(leaf: ScalarNode | TextNode): { readonly start: number; readonly end: number } {
  const start = leaf.byteOffset + (leaf.kind === "text" ? 0 : Math.floor(leaf.bitOffset / 8));
  const bits = leaf.kind === "text" ? 8 * leaf.length : (leaf.bitOffset % 8) + leaf.bitWidth;
  return { start, end: start + Math.ceil(bits / 8) };
}

/** A mask can select a bit-field; a text can contain an ID; an array of bytes can contain anything. */
function canHold(leaf: ScalarNode | TextNode, from: number, { byteLength, type }: Locator): boolean {
  if (leaf.kind === "text") return true;
  if (leaf.bitField) return true;
  const { start, end } = bytesOf(leaf);
  if (leaf.scalar.startsWith("float") || leaf.scalar === "bool") return false;
  return (start === from && end - start === byteLength) || (end - start === 1 && (byteLength > 1 || type === "text"));
}

/** The struct laid out with one packing. */
interface Candidate {
  readonly wireSize: number;
  readonly size: number;
  readonly sizeOf?: number;
  readonly alignment: number;
  readonly members: readonly LayoutNode[];
}

function candidate(message: MessageDeclaration, sizes: TypeSizes, { byteOrder }: ChannelPlan): Candidate {
  const { size, alignment } = sizes.placed(message.record);
  // SDCC allocates bits from the least significant one for big-endian processors, too. [SDCC 4.2.0, stm8]
  const turnsBits = sizes.abi.bitFields === "sdcc" && byteOrder === "big";
  const members = buildNodes(message.record, sizes, initials(message, size), {
    order: message.named?.order,
    bitOrder: turnsBits ? "little" : undefined,
  });
  const wireSize = endOfAll(members);
  // `sizeof` does not include an array without a declared length.
  return { wireSize, size: Math.max(size, wireSize), ...(wireSize > size && { sizeOf: size }), alignment, members };
}

/** The value of `uint8_t length = sizeof(struct_x);` is known only after layout. */
function initials(message: MessageDeclaration, size: number): MessageDeclaration["initials"] {
  return message.lengthIsSize ? new Map([...message.initials, ["length", BigInt(size)]]) : message.initials;
}

function typeProblems(message: MessageDeclaration, sizes: TypeSizes, open: OpenEnd): Diagnostic[] {
  const problems = checkTypes(message.record, sizes, open);
  if (problems.length > 0) return problems;
  const large = sizeProblems(message, sizes.placed(message.record).size);
  if (large.length > 0) return large;
  // Nodes for hundreds of thousands of elements would take seconds: count first.
  const count = fieldCount(message.record, sizes);
  if (count <= MOST_FIELDS) return [];
  return [report(LAYOUT, "E209", message.span, { struct: message.name, count, limit: MOST_FIELDS })];
}

/** @param size `sizeof`, or where the last field ends: only a tag gives the length of an open array */
function sizeProblems(message: MessageDeclaration, size: number): Diagnostic[] {
  if (size <= LARGEST_DATAGRAM) return [];
  return [report(LAYOUT, "E205", message.span, { struct: message.name, size, limit: LARGEST_DATAGRAM })];
}

function isPacked(message: MessageDeclaration): boolean {
  return message.record.attributes.packed || message.record.pack === 1;
}

/** The initial value of `length` or `ID` [D8]. */
function initialNumber(message: MessageDeclaration, member: "length" | "ID"): number | undefined {
  const initial = message.initials.get(member);
  return typeof initial === "string" ? undefined : initial === undefined ? undefined : Number(initial);
}
