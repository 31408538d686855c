/** Checks whether a message's layout depends on the language, if neither a flag nor a file's name sets it. */

import { LAYOUT } from "../diagnostics/codes/layout.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { report } from "../diagnostics/report.ts";
import type { ChannelPlan } from "../plan/channel-plan.ts";
import { compilerFlags } from "../targets/flags.ts";
import type { RecordDeclaration } from "../types/declarations.ts";
import { recordOf } from "../types/placed-record.ts";
import { placeOf } from "./other-targets.ts";
import { leaves, type StructLayout } from "./struct-layout.ts";

/** A channel that was read as C. */
export interface ReadAsC {
  readonly layouts: readonly StructLayout[];
  /** One for each header. */
  readonly texts: readonly string[];
  /** Reads the headers again as C++, or only what some names need; undefined if they have errors then. */
  readonly inCpp: (plan: ChannelPlan, names?: ReadonlySet<string>) => readonly StructLayout[] | undefined;
}

/** Reports the first struct that is another one in C++: firmware whose headers are all called `.h` may be either. */
export function checkAssumedLanguage({ layouts, texts, inCpp }: ReadAsC, plan: ChannelPlan): Diagnostic[] {
  if (compilerFlags(plan).language !== undefined || !mayDiffer(layouts, texts)) return [];
  const asCpp = { ...plan, cflags: [...(plan.cflags ?? []), "-xc++"] };
  // Most headers declare much that no message needs. If these parts alone look different, all is read.
  if (differences(layouts, inCpp(asCpp, namesFor(layouts, plan)))?.length === 0) return [];
  const found = differences(layouts, inCpp(asCpp)) ?? [];
  const [first] = found;
  if (first === undefined) return [];
  return [report(LAYOUT, "W212", first.span, { ...first, channel: plan.name, more: found.length - 1 })];
}

/** Reading twice costs time, so only headers that can differ are read again. */
function mayDiffer(layouts: readonly StructLayout[], texts: ReadAsC["texts"]): boolean {
  return (
    layouts.some(({ message }) => hasEmpty(message.record)) ||
    texts.some((text) => text.includes("__cplusplus") && hasBranch(text))
  );
}

/** An empty struct has no bytes in GNU C, and one in C++. */
function hasEmpty(record: RecordDeclaration): boolean {
  return record.members.some((member) => {
    const inner = recordOf(member);
    return inner !== undefined && (inner.members.length === 0 || hasEmpty(inner));
  });
}

const BRANCH = /^[ \t]*#[ \t]*if[^\n]*__cplusplus[^\n]*\n([\s\S]*?)^[ \t]*#[ \t]*endif/gm;
const COMMENT = /\/\*[\s\S]*?\*\/|\/\/.*/g;
/** What moves no field: `extern "C" {`, its brace, macros for these, and directives without a text. */
const HARMLESS =
  /^[ \t]*#[ \t]*(?:else|elif|undef|include|pragma|define[ \t]+\w+[ \t]*(?:extern[ \t]*"C"[ \t]*\{?|\}|)[ \t]*$).*|extern[ \t]*"C"|[{};]/gm;

/** True if a branch for one of the languages declares something. */
function hasBranch(text: string): boolean {
  return [...text.matchAll(BRANCH)].some(
    ([, inside = ""]) => inside.replaceAll(COMMENT, "").replaceAll(HARMLESS, "").trim() !== "",
  );
}

/** Undefined if the headers have errors. */
function differences(layouts: readonly StructLayout[], others: readonly StructLayout[] | undefined) {
  if (others === undefined) return undefined;
  const byName = new Map(others.map((other) => [other.message.name, other]));
  return layouts.flatMap((layout) => differenceTo(layout, byName.get(layout.message.name)) ?? []);
}

/** The messages' names, and everything that the configuration may name: constants for IDs, sizes. */
function namesFor(layouts: readonly StructLayout[], plan: ChannelPlan): ReadonlySet<string> {
  const ofMessages = layouts.flatMap(({ message: { name, record } }) => [name, record.name ?? name]);
  const said = JSON.stringify([ofMessages, plan], (_, value) => (typeof value === "bigint" ? `${value}` : value));
  return new Set(said.match(/[\p{ID_Start}_$][\p{ID_Continue}$]*/gu));
}

function differenceTo(layout: StructLayout, other: StructLayout | undefined) {
  const { name, span } = layout.message;
  if (other === undefined) return { struct: name, field: undefined, is: "a message", has: "none", span };
  const theirs = leaves(other.members);
  for (const [index, field] of leaves(layout.members).entries()) {
    const [is, has] = [field, theirs[index]].map((leaf) => leaf && `${leaf.path}: ${placeOf(leaf)}`);
    if (is !== has)
      return { struct: name, field: field.path, is: placeOf(field), has: theirsOf(theirs[index]), span: field.span };
  }
  if (layout.size === other.size) return undefined;
  return { struct: name, field: undefined, is: `${layout.size} bytes`, has: `${other.size} bytes`, span };
}

function theirsOf(leaf: ReturnType<typeof leaves>[number] | undefined): string {
  return leaf === undefined ? "no place" : placeOf(leaf);
}
