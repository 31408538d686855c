/** Warns of words that look like a tag, since a misspelled one would have no effect. */

import { dictionary } from "../../runtime/lib/dictionary.ts";
import { nearest } from "../../runtime/lib/nearest.ts";
import { RULES } from "../diagnostics/codes/rules.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { report } from "../diagnostics/report.ts";
import type { ChannelDeclarations } from "../messages/message.ts";
import type { CType, FieldComment, Member, RecordDeclaration } from "../types/declarations.ts";
import { spanWithin } from "./comment-place.ts";

/** Those that `nearest` may find. `@version` is also a command of Doxygen. */
const TAGS = ["time", "samples", "check", "order", "every", "command", "count"];
/** Too short to compare: `@see` and `@set` are one letter from `@seq`, `@in` is one from `@if`. */
const OTHER_SPELLINGS: Readonly<Record<string, string>> = dictionary({
  sequ: "seq",
  seqs: "seq",
  sqe: "seq",
  esq: "seq",
  seqence: "seq",
  sequence: "seq",
  timestamp: "time",
  sample: "samples",
});
const ALL = ["seq", "if", "version", ...TAGS];
/** Not in an address of e-mail. */
const WORD = /(?<![\w@.])@(\w+)/g;

export function checkMisspelledTags({ messages, structs = [], strayComments }: ChannelDeclarations): Diagnostic[] {
  const comments = new Set(strayComments);
  // kernel-doc describes a member as `@timestamp: …`.
  const members = new Set(
    structs.flatMap((record) => record.members.flatMap((one) => ("name" in one ? one.name : []))),
  );
  const seen = new Set<RecordDeclaration>();
  for (const { record } of messages) collect(record, comments, seen);
  return [...comments].flatMap((comment) =>
    [...comment.text.matchAll(WORD)].flatMap((match) => {
      const [tag, word = ""] = match;
      const meant = meantBy(word);
      if (meant === undefined || members.has(word)) return [];
      return [report(RULES, "W342", spanWithin(comment, match.index, tag.length), { tag, nearest: `@${meant}` })];
    }),
  );
}

function meantBy(word: string): string | undefined {
  const plain = word.toLowerCase();
  if (ALL.includes(plain)) return word === plain ? undefined : plain;
  const other = OTHER_SPELLINGS[plain];
  if (other !== undefined) return other;
  const near = nearest(plain, TAGS);
  return near !== undefined && isOneLetterOff(plain, near) ? near : undefined;
}

/** Another letter makes another word (`@tile`), except in the longer tags. */
function isOneLetterOff(word: string, tag: string): boolean {
  if (word.length !== tag.length) return Math.abs(word.length - tag.length) === 1 && isWithin(word, tag);
  const apart = [...word].filter((letter, index) => letter !== tag[index]).length;
  return hasSameLetters(word, tag) || (tag.length >= 5 && apart === 1);
}

/** One is the other without one letter. */
function isWithin(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return [...long].some((_, index) => long.slice(0, index) + long.slice(index + 1) === short);
}

function hasSameLetters(one: string, other: string): boolean {
  return [...one].sort().join("") === [...other].sort().join("");
}

function collect(record: RecordDeclaration, comments: Set<FieldComment>, seen: Set<RecordDeclaration>): void {
  if (seen.has(record)) return;
  seen.add(record);
  for (const member of record.members) {
    if ("comments" in member) for (const comment of member.comments) comments.add(comment);
    const inner = recordOf(member);
    if (inner !== undefined) collect(inner, comments, seen);
  }
}

function recordOf(member: Member): RecordDeclaration | undefined {
  if (member.kind === "anonymous") return member.record;
  let type: CType = member.type;
  while (type.kind === "array") type = type.element;
  return type.kind === "record" ? type.record : undefined;
}
