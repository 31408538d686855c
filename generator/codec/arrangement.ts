/**
 * Where each optional part of a message begins, how many elements it has, and which parts contain a field. Emitters of readers print
 * it in their language; the positions follow `placeTail` of the codecs. [variable-functions.ts]
 */

import { partsAround } from "../rules/compile-presence.ts";
import type { Expression, VariablePart } from "../rules/compiled-rule.ts";
import { type FieldText, type Notation, writeExpression } from "../rules/print-expression.ts";
import type { Field, StructModel } from "./model.ts";
import { isJoined } from "./variable.ts";

type Model = Pick<StructModel, "struct">;
type PartModel = Pick<StructModel, "struct" | "fieldByPath">;

export interface ArrangedPart extends VariablePart {
  readonly index: number;
  /** `kept`: at its fixed offset. At the end of a message, `next`: after the part before it; `same`: where that part begins. */
  readonly place: "kept" | "next" | "same";
}

export interface Arrangement {
  /** Size of the shortest message, where the first part at the end begins. */
  readonly least: number;
  /** A message of `whole` to `size` bytes is the complete struct: all parts at their fixed offsets. */
  readonly whole: number;
  readonly size: number;
  readonly parts: readonly ArrangedPart[];
}

/** Undefined if each message contains the whole struct. */
export function arrangementOf({ struct: { variable, layout } }: Model): Arrangement | undefined {
  if (variable === undefined) return undefined;
  const parts = variable.parts.map((part, index) => {
    const place = !part.inTail ? "kept" : isJoined(part, variable) ? "same" : "next";
    return { ...part, index, place } as const;
  });
  return { least: variable.leastSize, whole: layout.wireSize, size: layout.size, parts };
}

/** The parts around a field: it is present if each has more elements than `element`. */
export interface FieldPresence {
  readonly guards: readonly { readonly part: ArrangedPart; readonly element: number }[];
  /** The part at the message's end that the field moves with. */
  readonly moves: ArrangedPart | undefined;
  /** The part whose count is the length of this text. */
  readonly length: ArrangedPart | undefined;
}

const ALWAYS: FieldPresence = { guards: [], moves: undefined, length: undefined };

/** The parts that contain the member, outermost first. */
export function guardsOf(path: string, found: Arrangement): FieldPresence["guards"] {
  return partsAround(path, found).map(({ index, element }) => ({ part: found.parts[index]!, element }));
}

export function presenceIn(
  { path, node }: Pick<Field, "path" | "node">,
  found: Arrangement | undefined,
): FieldPresence {
  if (found === undefined) return ALWAYS;
  const guards = guardsOf(path, found);
  const own = found.parts.find((part) => part.path === path);
  const length = own?.kind === "count" && node.kind === "text" ? own : undefined;
  const around = [...guards.map(({ part }) => part), ...(length === undefined ? [] : [length])];
  return { guards, moves: around.find(({ place }) => place !== "kept"), length };
}

/** What a format can say of optional parts. */
export interface Following {
  /** Writes counts and conditions. */
  readonly notation: Notation;
  /** What the format lacks for the place of this part. */
  readonly lacks?: (part: ArrangedPart, model: PartModel) => string | undefined;
}

/** The parts if the format can express all of them. */
export function followedParts(model: PartModel, following: Following): Arrangement | undefined {
  const found = arrangementOf(model);
  return found?.parts.every((part) => lackingFor(part, model, following) === undefined) ? found : undefined;
}

/** What the format lacks for a part: an operation of its count or condition, or a place. */
export function lackingFor(part: ArrangedPart, model: PartModel, { notation, lacks }: Following): string | undefined {
  if (part.expression !== "rest") {
    const written = writeExpression(part.expression, notation, (path) => path);
    if ("missing" in written) return `'${written.missing}'`;
  }
  return lacks?.(part, model);
}

/** The part's number of elements, 0 or 1 for a condition; 0 where a part around it is absent. `rest` has no text. */
export function countText(
  { kind, expression, within }: ArrangedPart,
  { parts }: Arrangement,
  printed: {
    readonly notation: Notation;
    readonly field: FieldText;
    /** `there[2] > 1` */
    readonly present: (index: number, element: number) => string;
    /** `first if conditions else 0` */
    readonly unless: (conditions: readonly string[], value: string) => string;
  },
): string | undefined {
  if (expression === "rest") return undefined;
  const counted: Expression =
    kind === "count" ? expression : { kind: "operation", operator: "conditional", operands: [expression, ONE, ZERO] };
  const written = writeExpression(counted, printed.notation, printed.field);
  if ("missing" in written) throw new Error(`the notation lacks ${written.missing}`);
  const around = within.map(({ path, element }) =>
    printed.present(
      parts.findIndex((part) => part.path === path),
      element,
    ),
  );
  return around.length === 0 ? written.text : printed.unless(around, written.text);
}

const ONE: Expression = { kind: "number", value: 1 };
const ZERO: Expression = { kind: "number", value: 0 };
