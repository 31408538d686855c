/** Offsets and padding beside the fields. */

import { type InlayHint, InlayHintKind } from "vscode-languageserver";
import type { Position } from "../source/span.ts";
import type { FieldIndex, FoundMember } from "./field-index.ts";
import { bytesOf, counted, paddingBefore } from "./layout-text.ts";
import { editorPosition } from "./places.ts";

/** @param lines first and last line of the visible part, from 1 */
export function inlayHints(index: FieldIndex, file: string, lines: { from: number; to: number }): InlayHint[] {
  const hints = new Map<string, InlayHint | undefined>();
  for (let line = lines.from; line <= lines.to; line++) {
    for (const found of index.membersOn(file, line)) {
      if (found.channel.channel.plan.versionOf !== undefined || found.fields.length === 0) continue;
      const { start, end } = found.member.span;
      const key = `${start.line}:${start.column}`;
      const label = labelOf(found);
      // A type in several messages has another offset in each: then none is right.
      const isSame = !hints.has(key) || hints.get(key)?.label === label;
      hints.set(key, isSame ? hintAt(end, label) : undefined);
    }
  }
  return [...hints.values()].filter((hint) => hint !== undefined);
}

function labelOf({ message, member, fields: [first] }: FoundMember): string {
  if (first === undefined) return "";
  const { from } = bytesOf(first);
  const padding = paddingBefore(message, from);
  const bit = first.bitField && member.kind === "field" ? `.${first.bitOffset % 8}` : "";
  return `@${from}${bit}${padding > 0 ? ` (${counted(padding, "byte")} of padding before)` : ""}`;
}

function hintAt(end: Position, label: string): InlayHint {
  return { position: editorPosition(end), label, kind: InlayHintKind.Type, paddingLeft: true };
}
