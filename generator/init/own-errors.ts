/** Finds which structs have errors of their own, so that thousands need not be compiled one after the other to learn it. */

import { groupBy } from "../../runtime/lib/group-by.ts";
import type { OpenedChannel } from "../compile.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { type Around, commentsAround } from "../rules/compile-rules.ts";
import { StrayComments } from "../rules/stray-comments.ts";
import type { Span } from "../source/span.ts";
import type { RecordDeclaration } from "../types/declarations.ts";
import { recordsWithin } from "../types/records-within.ts";

interface Named {
  readonly name: string;
  readonly record: RecordDeclaration;
}

/** The first error of each struct that is at its name, at its members or in their comments, and is about no other struct. */
export function ownErrors<Struct extends Named>(
  structs: readonly Struct[],
  errors: readonly Diagnostic[],
  { read, texts }: OpenedChannel,
): ReadonlyMap<Struct, Diagnostic> {
  const around = { texts, stray: new StrayComments(read.strayComments) };
  const places = new Map<RecordDeclaration, readonly Span[]>();
  const byLine = groupBy(structs.flatMap(placesOf), ({ line }) => line);
  const found = new Map<Struct, Diagnostic>();
  for (const error of errors) {
    const others = (error.related ?? []).map(({ span }) => structsAt(span));
    for (const struct of structsAt(error.span))
      if (!found.has(struct) && others.every((each) => each.has(struct))) found.set(struct, error);
  }
  return found;

  function structsAt(span: Span | undefined): ReadonlySet<Struct> {
    const near = span === undefined ? [] : (byLine.get(lineOf(span, span.start.line)) ?? []);
    return new Set(near.filter(({ place }) => contains(place, span!)).map(({ struct }) => struct));
  }

  function placesOf(struct: Struct) {
    return [...recordsWithin([struct.record])].flatMap((record) => {
      if (!places.has(record)) places.set(record, spansOf(record, around));
      return places.get(record)!.flatMap((place) => {
        const { start, end } = place;
        const lines = Array.from({ length: end.line - start.line + 1 }, (_, index) =>
          lineOf(place, start.line + index),
        );
        return lines.map((line) => ({ line, place, struct }));
      });
    });
  }
}

/** Where a record's name, members and comments are. */
function spansOf(record: RecordDeclaration, around: Around): Span[] {
  const { members, name = "", span } = record;
  const comments = [
    ...members.flatMap((member) => (member.kind === "anonymous" ? [] : member.comments)),
    ...commentsAround({ message: { name, record }, members }, around).map(({ comment }) => comment),
  ];
  return [span, ...members.map((member) => member.span), ...comments.map((comment) => comment.span)];
}

function lineOf({ file }: Span, line: number): string {
  return `${file}:${line}`;
}

function contains({ start, end }: Span, { start: place }: Span): boolean {
  const isBehind = place.line > start.line || place.column >= start.column;
  return isBehind && (place.line < end.line || place.column <= end.column);
}
