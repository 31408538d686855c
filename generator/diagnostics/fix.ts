/**
 * Edits that a hint names, as data. An editor applies them to the text that it has, which may differ from the disk: what an edit needs
 * and does not find there makes the fix void.
 */

import type { Span } from "../source/span.ts";

export interface Fix {
  /** What the edits do, as an editor's menu shows it. */
  readonly title: string;
  readonly edits: readonly Edit[];
}

export type Edit =
  /** Replaces the text. */
  | { readonly kind: "text"; readonly span: Span; readonly text: string }
  /** Replaces a word within the text. */
  | { readonly kind: "word"; readonly span: Span; readonly word: string; readonly text: string }
  /** Replaces the number at the beginning of the text, and keeps its notation. */
  | { readonly kind: "number"; readonly span: Span; readonly value: number }
  /** Inserts text between the empty brackets behind the name. */
  | { readonly kind: "brackets"; readonly span: Span; readonly text: string }
  /** Replaces a sign or a type before the name. */
  | { readonly kind: "before"; readonly span: Span; readonly word: string; readonly text: string }
  /** Replaces the line; without a text, removes it. */
  | { readonly kind: "line"; readonly span: Span; readonly text?: string }
  | { readonly kind: "line end"; readonly span: Span; readonly text: string }
  | { readonly kind: "file end"; readonly file: string; readonly text: string }
  /** Packs the struct that is declared there. */
  | { readonly kind: "pack"; readonly span: Span }
  /** Defines an instance behind the struct's closing brace. */
  | { readonly kind: "instance"; readonly span: Span; readonly text: string }
  /** Moves the attribute behind the closing brace before it, or removes it. */
  | { readonly kind: "attribute"; readonly span: Span; readonly to: "brace" | "nowhere" }
  /** Sets a part of the rule of the field. */
  | { readonly kind: "rule"; readonly span: Span; readonly part: "name" | "unit"; readonly value: string }
  /** Moves the rule to the next field. */
  | { readonly kind: "move rule"; readonly span: Span }
  /** Removes a tag behind the field. */
  | { readonly kind: "tag"; readonly span: Span; readonly tag: string }
  | KeyEdit
  /** Replaces an item in the values of the channel's section. */
  | { readonly kind: "item"; readonly channel: string; readonly item: string; readonly text: string };

export interface KeyEdit {
  readonly kind: "key";
  /** Undefined: each channel that reads the file. */
  readonly channel: string | undefined;
  readonly key: string;
  readonly value: string;
  /** `added`: to the key's list; `appended`: behind a blank. */
  readonly how: "set" | "added" | "appended";
}

/** `(did you mean …?)` */
export function nearestFix(span: Span | undefined, word: string, text: string | undefined): Fix[] {
  if (span === undefined || text === undefined) return [];
  return [{ title: `Write '${text}'`, edits: [{ kind: "word", span, word, text }] }];
}

/** As `nearestFix`, from a message: `… 'x' … (did you mean 'y'?)`. */
export function meantFix(span: Span | undefined, message: string): Fix[] {
  const [, word, text] = /.*'([^']+)'[^']*\(did you mean '([^']+)'\?\)/.exec(message) ?? [];
  return word === undefined ? [] : nearestFix(span, word, text);
}

/** `(did you mean …?)` of something in the channel's section. */
export function nearestItem(channel: string, item: string, text: string | undefined): Fix[] {
  return text === undefined ? [] : [{ title: `Write '${text}'`, edits: [{ kind: "item", channel, item, text }] }];
}

export function textFix(title: string, span: Span | undefined, text: string): Fix[] {
  return span === undefined ? [] : [{ title, edits: [{ kind: "text", span, text }] }];
}

/** Inserts text before or behind the span. */
export function insertFix(title: string, span: Span | undefined, text: string, where: "before" | "behind"): Fix[] {
  if (span === undefined) return [];
  const at = where === "before" ? span.start : span.end;
  return textFix(title, { file: span.file, start: at, end: at }, text);
}

/** @param title by default says the key and its section */
export function keyFix(
  channel: string | undefined,
  key: string,
  value: string,
  how: KeyEdit["how"] = "set",
  title = "",
): Fix {
  const verb = how === "set" ? `Set ${key} = ${value}` : `Add ${value} to ${key}`;
  const section = channel === undefined ? "" : ` in [lab-${channel}]`;
  return { title: title === "" ? `${verb}${section}` : title, edits: [{ kind: "key", channel, key, value, how }] };
}

export function packFix(span: Span | undefined): Fix[] {
  return span === undefined
    ? []
    : [{ title: "Pack the struct: #pragma pack(push, 1)", edits: [{ kind: "pack", span }] }];
}

export function ruleFix(title: string, span: Span | undefined, part: "name" | "unit", value: string): Fix[] {
  return span === undefined ? [] : [{ title, edits: [{ kind: "rule", span, part, value }] }];
}

export function idFix(span: Span | undefined, free: number | undefined): Fix[] {
  if (span === undefined || free === undefined) return [];
  return [{ title: `Use ID ${free}, which is free`, edits: [{ kind: "number", span, value: free }] }];
}
