/** Groups changes that have one cause, such as an inserted field and the fields that it moves. */

import type { Change } from "./compare.ts";

export interface FoldedChange extends Omit<Change, "moved" | "resized"> {
  /** Other changes with the same cause, or of the same field. */
  readonly consequences?: readonly string[];
}

/** @param changes in field order within each struct */
export function folded(changes: readonly Change[]): FoldedChange[] {
  const structs = new Map<string, Change[]>();
  for (const change of changes) {
    const key = JSON.stringify([change.channel, change.struct]);
    structs.set(key, [...(structs.get(key) ?? []), change]);
  }
  return [...structs.values()].flatMap((each) => new StructChanges().of(each));
}

/** A change and its consequences so far. */
interface Cause {
  readonly change: Change;
  readonly said: Set<string>;
  /** Offset difference in bytes → number of fields that move by it. */
  readonly moves: Map<number, number>;
  /** Number of further array elements with the same change. */
  others: number;
}

class StructChanges {
  readonly #kept: Cause[] = [];
  readonly #firstToMove = new Map<number, Cause>();
  /** The change that moves the fields after it. */
  #cause: Cause | undefined;

  of(changes: readonly Change[]): FoldedChange[] {
    const size = changes.find(({ resized }) => resized);
    for (const change of changes) {
      if (change.moved !== undefined) this.#move(change, change.moved);
      else if (change !== size && !this.#belongsToLast(change)) this.#keep(change);
    }
    if (size !== undefined && this.#cause !== undefined) this.#cause.said.add(size.text);
    const all = this.#kept.map(foldedChange);
    return size === undefined || this.#cause !== undefined ? all : [withoutMarks(size), ...all];
  }

  #keep(change: Change): Cause {
    const cause = { change, said: new Set<string>(), moves: new Map<number, number>(), others: 0 };
    this.#kept.push(cause);
    if (change.kind === "wire" && change.field !== undefined && change.moved === undefined) this.#cause = cause;
    return cause;
  }

  #move(change: Change, bytes: number): void {
    const before = this.#cause ?? this.#firstToMove.get(bytes);
    if (before === undefined) this.#firstToMove.set(bytes, this.#keep(change));
    else before.moves.set(bytes, (before.moves.get(bytes) ?? 0) + 1);
  }

  /** True for another change of the same field, or the same change of another element of its array. */
  #belongsToLast({ field, kind, text }: Change): boolean {
    const last = this.#kept.at(-1);
    if (field === undefined || last?.change.field === undefined) return false;
    if (field === last.change.field) {
      last.said.add(text);
      return true;
    }
    if (!field.includes("[") || alike(field) !== alike(last.change.field)) return false;
    const isFirst = kind === last.change.kind && alike(text) === alike(last.change.text);
    if (isFirst) last.others++;
    return isFirst || [...last.said].some((each) => alike(each) === alike(text));
  }
}

/** Replaces numbers, so that texts that differ only in offsets and indices compare equal. */
function alike(text: string): string {
  return text.replace(/\d+/g, "#");
}

function foldedChange({ change, said, moves, others }: Cause): FoldedChange {
  const elements = others === 0 ? [] : [`the same of ${others} more ${others === 1 ? "element" : "elements"}`];
  const moved = [...moves].map(([bytes, count]) => {
    return `${count} other ${count === 1 ? "field moves" : "fields move"} by ${bytes > 0 ? "+" : ""}${bytes} bytes`;
  });
  const consequences = [...elements, ...said, ...moved];
  return { ...withoutMarks(change), ...(consequences.length > 0 && { consequences }) };
}

function withoutMarks({ moved: _moved, resized: _resized, ...change }: Change): FoldedChange {
  return change;
}
