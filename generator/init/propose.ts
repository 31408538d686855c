/** Proposes a channel's settings that the headers lack: target, messages, frames, each with its evidence. */

import { ABI_NAMES, type AbiName } from "../../runtime/channels/abi-names.ts";
import { initialByte } from "../check/initial-values.ts";
import { type SuggestedFrame, suggestFrame } from "../check/suggest-frame.ts";
import { SURE_SCORE, type Suggestion, type Suggestions, suggestMessages } from "../check/suggest-messages.ts";
import { suggestTarget, type TargetProposal } from "../check/suggest-target.ts";
import { compileOpened, type OpenedChannel, openChannel } from "../compile.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { hasErrors } from "../diagnostics/order.ts";
import { layOutChannel } from "../layout/lay-out-channel.ts";
import { layOutMessage } from "../layout/lay-out-message.ts";
import { targetsByLayout } from "../layout/other-targets.ts";
import { leaves, type StructLayout } from "../layout/struct-layout.ts";
import type { ChannelDeclarations, MessageDeclaration } from "../messages/message.ts";
import { messagesIn } from "../messages/parse-channel.ts";
import type { ChannelPlan, PlannedMessage } from "../plan/channel-plan.ts";
import type { HeaderReader } from "../source/header-reader.ts";
import { targetOf } from "../targets/flags.ts";
import { TypeSizes } from "../types/type-sizes.ts";
import type { Shape } from "./discover.ts";
import { ownErrors } from "./own-errors.ts";

export interface ProposedMessage extends Suggestion {
  readonly id: string;
  /** The headers do not give the ID; it was numbered in order. */
  readonly isGuess: boolean;
}

export interface Proposal {
  readonly target: TargetProposal;
  /** Undefined if the headers or the configuration give the messages. */
  readonly messages: readonly ProposedMessage[] | undefined;
  readonly frame: SuggestedFrame | undefined;
  /** `messages` names the structs, and nothing in them says where frames have the ID. */
  readonly isUnplaced: boolean;
  readonly unusable: Suggestions["unusable"];
  /** Included headers that were not found. */
  readonly missing?: readonly string[];
}

export type Proposed =
  | { readonly kind: "proposal"; readonly proposal: Proposal }
  /** The headers are unreadable, or have no struct that could be a message. */
  | {
      readonly kind: "nothing";
      readonly diagnostics: readonly Diagnostic[];
      readonly unusable: Suggestions["unusable"];
    };

/** Decisions of the user, and facts from a recording. */
export interface Settled {
  readonly abi?: AbiName;
  /** Why it is this target. */
  readonly abiReason?: string;
  /** IDs of recorded frames, with the sizes of their payloads. */
  readonly seen?: ReadonlyMap<number, { readonly frames: number; readonly sizes: ReadonlySet<number> }>;
  /** Called before each step that may take long. */
  readonly progress?: (step: string) => void;
  /** True if a struct's size must equal the recorded size; false if frames may be shorter or longer. */
  readonly isWhole?: boolean;
}

/** @param reader also keeps the texts that it read, by shown path */
export function propose(
  plan: ChannelPlan,
  reader: HeaderReader,
  texts: ReadonlyMap<string, string>,
  given: Settled,
): Proposed {
  const opened = openChannel({ plan, reader });
  const declared = messagesIn(opened.read, plan);
  const { value } = declared;
  if (value.messages.some((message) => hasId(message, plan))) return said(plan, value, texts, given);
  const target = targetOf(plan);
  const suggested = suggestMessages(value, target, texts);
  const channels = given.seen === undefined ? suggested.messages : byRecording(suggested.messages, given.seen);
  const { own, included } = ofListedHeaders(channels, plan.headerFiles);
  const numbered = own.map((each, index): ProposedMessage => {
    return { ...each, id: each.id ?? String(index + 1), isGuess: each.id === undefined };
  });
  const refused: { name: string; reason: string }[] = [...leftOut(included)];
  given.progress?.(`compiling ${numbered.length} structs`);
  const compiled = compiling(numbered, opened, plan, refused);
  const named = { ...plan, messages: compiled.map(planned) };
  const proposed = targetFor(named, messagesIn(opened.read, named).value, texts, given);
  // Another target's compiler may reject what this one accepts.
  const there = { ...plan, abi: proposed.abi };
  const isOther = there.abi !== plan.abi;
  const taken = isOther ? compiling(compiled, openChannel({ plan: there, reader }), there, refused) : compiled;
  const sizes = new TypeSizes(targetOf(there), "as declared");
  const messages = taken.map((each) => ({ ...each, size: sizes.placed(each.record).size }));
  const unusable = [...suggested.unusable, ...refused];
  if (messages.length === 0) return { kind: "nothing", diagnostics: declared.diagnostics, unusable };
  const records = messages.map(({ record }) => record);
  const frame = suggestFrame(records, target, plan.byteOrder);
  const sure = unusable.length === 0 ? withoutDoubt(messages, frame) : messages;
  return {
    kind: "proposal",
    proposal: { target: proposed, messages: sure, frame, isUnplaced: frame === undefined, unusable },
  };
}

/** Names alone (`struct_…`) make no message: without an ID it would be left out (W406). Nor do initial values elsewhere. */
function hasId(message: MessageDeclaration, plan: ChannelPlan): boolean {
  if (message.idByPlace === true) return layOutMessage(message, plan).value !== undefined;
  return message.named !== undefined || initialByte(message, "ID") !== undefined;
}

/** A struct alone, in frames without an ID, needs none: any number does. */
function withoutDoubt(
  messages: readonly ProposedMessage[],
  frame: SuggestedFrame | undefined,
): readonly ProposedMessage[] {
  const [only, ...more] = messages;
  return only !== undefined && more.length === 0 && frame?.id.text === "none"
    ? [{ ...only, isGuess: false, score: 1, evidence: "it is alone in its frames" }]
    : messages;
}

/**
 * Structs of included headers are probably parts of others, or belong to other programs. They count if their IDs are sure, or if the
 * listed headers have no better ones.
 */
function ofListedHeaders(all: readonly Suggestion[], headerFiles: readonly string[]) {
  const isSure = ({ score }: Suggestion) => score >= SURE_SCORE;
  const isListed = ({ record }: Suggestion) =>
    headerFiles.some((name) => `/${record.span.file}`.endsWith(`/${name.replace(/^\.\//, "")}`));
  const isOpen = all.every(({ id }) => id === undefined);
  const hasOwn = all.some((each) => isListed(each) && (isOpen || isSure(each)));
  const isIn = (each: Suggestion) => !hasOwn || isListed(each) || isSure(each);
  return { own: all.filter(isIn), included: all.filter((each) => !isIn(each)) };
}

/** One line for each included header. */
function leftOut(included: readonly Suggestion[]): { name: string; reason: string }[] {
  const files = new Set(included.map(({ record }) => record.span.file));
  return [...files].map((file) => {
    const [first, ...more] = included.filter(({ record }) => record.span.file === file);
    const name = more.length === 0 ? first!.name : `${first!.name} and ${more.length} more`;
    return { name, reason: `'${file}' is only included; name its structs in 'messages'` };
  });
}

/** The structs that frames can contain, with their sizes. */
export function shapesIn(plan: ChannelPlan, reader: HeaderReader, texts: ReadonlyMap<string, string>): Shape[] {
  const { value } = messagesIn(openChannel({ plan, reader }).read, plan);
  const target = targetOf(plan);
  const sizes = new TypeSizes(target, "as declared");
  const packed = new TypeSizes(target, "packed");
  const constants = value.facts?.constants();
  const named =
    value.messages.length > 0
      ? value.messages.map(({ record, name, named, initials }) => ({
          record,
          name,
          id: named?.id ?? initials.get("ID"),
        }))
      : suggestMessages(value, target, texts).messages.map(({ record, name, id = "" }) => {
          return { record, name, id: constants?.get(id) ?? (/^\d+$/.test(id) ? Number(id) : undefined) };
        });
  return named.map(({ record, name, id }) => {
    const size = sizes.placed(record).size;
    return { name, id: id === undefined ? undefined : Number(id), size, packedSize: packed.placed(record).size };
  });
}

/** If a struct's size matches only one recorded ID, the struct gets this ID. If the recording gives any ID, structs without one are dropped. */
function byRecording(messages: readonly Suggestion[], seen: NonNullable<Settled["seen"]>): readonly Suggestion[] {
  const named = messages.map((message) => {
    if (message.id !== undefined) return message;
    const fitting = [...seen].filter(([, { sizes }]) => sizes.size === 1 && sizes.has(message.size));
    const rivals = messages.filter(({ id, size }) => id === undefined && size === message.size);
    const [one] = fitting;
    if (one === undefined || fitting.length > 1 || rivals.length > 1) return message;
    const [id, { frames }] = one;
    const evidence = `${frames} recorded frames have its size, and no other struct has`;
    return { ...message, id: String(id), evidence, score: 0.9 };
  });
  const found = named.filter(({ id }) => id !== undefined);
  return found.length > 0 ? found : named;
}

/** The proposal for a channel with known messages. */
function said(
  plan: ChannelPlan,
  declarations: ChannelDeclarations,
  texts: ReadonlyMap<string, string>,
  given: Settled,
): Proposed {
  const named = declarations.messages.filter((message) => message.named !== undefined).map(({ record }) => record);
  const frame = named.length === 0 ? undefined : suggestFrame(named, targetOf(plan), plan.byteOrder);
  const proposal = {
    target: targetFor(plan, declarations, texts, given),
    messages: undefined,
    frame,
    isUnplaced: named.length > 0 && frame === undefined,
    unusable: [],
  };
  return { kind: "proposal", proposal };
}

function targetFor(
  plan: ChannelPlan,
  declarations: ChannelDeclarations,
  texts: ReadonlyMap<string, string>,
  { abi, abiReason = "", seen, isWhole, progress }: Settled,
): TargetProposal {
  if (abi !== undefined) return { abi, candidates: [abi], isSettled: true, reason: abiReason };
  progress?.("comparing how other processors' compilers lay them out");
  const records = declarations.messages.map(({ record }) => record);
  const targets = targetsByLayout(records, ABI_NAMES, plan);
  const layouts = new Map<AbiName, string | undefined>();
  const isCompiled = (path: string, offset: number) => declarations.facts?.isCompiled(path, offset) ?? true;
  return suggestTarget(texts, isCompiled, (abi) => {
    const same = targets.get(abi)!;
    if (!layouts.has(same)) layouts.set(same, layoutOn(same));
    return layouts.get(same);
  });

  function layoutOn(abi: AbiName): string | undefined {
    const { abiAssumed: _, ...named } = plan;
    const { value, diagnostics } = layOutChannel(declarations, { ...named, abi });
    if (value.length === 0 || diagnostics.some(({ code }) => code === "W201" || code === "W203")) return undefined;
    if (seen !== undefined && isWhole === true && value.some((layout) => contradicts(layout, seen))) return undefined;
    return JSON.stringify(value.map(({ members }) => leaves(members).map(placeOf)));
  }
}

/** True if recorded frames with the struct's ID have another size. */
function contradicts({ id, wireSize, size }: StructLayout, seen: NonNullable<Settled["seen"]>): boolean {
  const sizes = [...(seen.get(id)?.sizes ?? [])];
  return sizes.length > 0 && sizes.every((recorded) => recorded < wireSize || recorded > size);
}

function placeOf(leaf: ReturnType<typeof leaves>[number]): unknown[] {
  return leaf.kind === "text"
    ? [leaf.byteOffset, leaf.length]
    : [leaf.byteOffset, leaf.bitOffset, leaf.bitWidth, leaf.scalar];
}

/** The messages that compile. Leaves out those with errors in their own texts; after an error elsewhere, tries each half separately. */
function compiling(
  messages: readonly ProposedMessage[],
  opened: OpenedChannel,
  plan: ChannelPlan,
  refused: { name: string; reason: string }[],
): readonly ProposedMessage[] {
  if (messages.length === 0) return [];
  // The target is chosen later.
  const { abiAssumed: _, ...settled } = plan;
  const { value, diagnostics } = compileOpened(opened, { ...settled, messages: messages.map(planned) });
  // E417 and E419 concern the position of the ID in frames, which is not set yet.
  const isOfFrames = (code: string) => plan.frames?.id === undefined && (code === "E417" || code === "E419");
  const errors = diagnostics.filter(({ severity, code }) => severity === "error" && !isOfFrames(code));
  if (errors.length === 0 && (value.structs.length === messages.length || hasErrors(diagnostics))) return messages;
  if (messages.length === 1) {
    refused.push({ name: messages[0]!.name, reason: errors[0]?.message ?? "it cannot be laid out" });
    return [];
  }
  const blamed = ownErrors(messages, errors, opened);
  if (blamed.size > 0) {
    refused.push(...Array.from(blamed, ([{ name }, { message }]) => ({ name, reason: message })));
    return compiling(
      messages.filter((each) => !blamed.has(each)),
      opened,
      plan,
      refused,
    );
  }
  const half = Math.ceil(messages.length / 2);
  const halves = [messages.slice(0, half), messages.slice(half)].flatMap((part) =>
    compiling(part, opened, plan, refused),
  );
  return halves;
}

function planned({ id, name, extra }: ProposedMessage): PlannedMessage {
  const number = /^(?:0[xX][0-9a-fA-F]+|\d+)$/.test(id) ? Number(id) : undefined;
  const start = { line: 1, column: 1 };
  return {
    id: number,
    idText: id,
    struct: name,
    checkExtra: undefined,
    ...(extra !== undefined && { extraName: extra }),
    span: { file: "channels.ini", start, end: start },
  };
}

/** The proposal as lines of the section. */
export function proposalLines(
  { target, messages, frame }: Proposal,
  has: (key: "abi" | "id" | "length" | "messages") => boolean,
): string[] {
  const abi = has("abi") ? [] : [`abi = ${target.abi}${target.reason === "" ? "" : `  ; ${oneLine(target.reason)}`}`];
  const isPlain = frame === undefined || (frame.id.text === "u8@1" && frame.length.text === "u8@0");
  const places = isPlain
    ? []
    : (["id", "length"] as const)
        .filter((key) => !has(key))
        .map((key) => `${key} = ${frame[key].text}  ; guessed: ${oneLine(frame[key].reason)}`);
  return [...abi, ...places, ...(messages === undefined || has("messages") ? [] : messageLines(messages))];
}

function messageLines(messages: readonly ProposedMessage[]): string[] {
  const names = messages.map(({ id, name, extra }) => `${id} ${name}${extra === undefined ? "" : ` extra=${extra}`}`);
  const widest = Math.max(...names.map(({ length }) => length));
  return messages.map(({ size, isGuess, score }, index) => {
    const note = isGuess ? ", ID guessed" : score < SURE_SCORE ? `, ID near by name (${score.toFixed(2)})` : "";
    return `${index === 0 ? "messages = " : "           "}${names[index]!.padEnd(widest)}  ; ${size} byte${size === 1 ? "" : "s"}${note}`;
  });
}

/** Reasons contain file names, which may contain any character. */
function oneLine(text: string): string {
  return text
    .replace(/;/g, ",")
    .replace(/[\r\n]/g, " ")
    .replaceAll("${", "$ {");
}

const MOST_SHOWN = 20;

/** The proposal as text for the user. */
export function proposalText({ target, messages = [], frame, unusable, missing = [] }: Proposal): string[] {
  const shown = messages.slice(0, MOST_SHOWN);
  const widest = Math.max(0, ...shown.map(({ id, name }) => id.length + name.length));
  return [
    ...(target.reason === "" ? [] : [`abi = ${target.abi}: ${target.reason}`]),
    ...shown.map(({ id, name, evidence, score, size }) => {
      const blanks = " ".repeat(widest - id.length - name.length);
      return `  ${id} ${name}${blanks}  ${size} bytes; ${evidence}${score > 0 ? ` (${score.toFixed(2)})` : ""}`;
    }),
    ...(messages.length > shown.length ? [`  … and ${messages.length - shown.length} more`] : []),
    ...(frame === undefined
      ? []
      : [`id = ${frame.id.text}: ${frame.id.reason}; length = ${frame.length.text}: ${frame.length.reason}`]),
    ...unusable.slice(0, MOST_SHOWN).map(({ name, reason }) => `not usable: ${name}: ${reason}`),
    ...(unusable.length > MOST_SHOWN ? [`not usable: ${unusable.length - MOST_SHOWN} more`] : []),
    ...(unusable.some(({ reason }) => UNKNOWN.test(reason)) ? missingLines(missing) : []),
  ];
}

const UNKNOWN = /\bunknown type\b|\bnot defined\b/;

/** A type or macro that is not known is often in a header that is not there. */
export function missingLines(missing: readonly string[]): string[] {
  if (missing.length === 0) return [];
  const names = missing.slice(0, 8).map((name) => `'${name}'`);
  const shown = names.join(", ") + (missing.length > 8 ? ` and ${missing.length - 8} more` : "");
  return [`not found: ${shown}: put them beside the header, or in the folder that its includes begin from`];
}
