/** Types on their way to `CType`: those a message cannot hold say so only when a message does. */

import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import type { Span } from "../../source/span.ts";
import type { ArithmeticType, CType, RecordDeclaration } from "../declarations.ts";

/** A type that cannot be part of a message; harmless until a message struct uses it. */
export interface Unusable {
  readonly kind: "unusable";
  /** The tag of a struct that may be completed later: `typedef struct s s_t; struct s {…};` */
  readonly forward?: string;
  readonly diagnose: (member: string, span: Span) => Diagnostic;
}

export type Resolved = CType | Unusable;

/** What a typedef or a type name stands for. */
export interface NamedType {
  readonly type: Resolved;
  /** `typedef … aligned(n)`, bytes. */
  readonly aligned: number | "max" | undefined;
}

export function isUsable(type: Resolved): type is CType {
  return type.kind !== "unusable";
}

export function arrayOf(element: Resolved, dimensions: readonly number[]): Resolved {
  return dimensions.reduceRight<Resolved>(
    (inner, length) => (isUsable(inner) ? { kind: "array", element: inner, length } : inner),
    element,
  );
}

const ONE_BYTE: ReadonlySet<ArithmeticType> = new Set([
  "uint8_t",
  "int8_t",
  "char",
  "signed char",
  "unsigned char",
  "bool",
]);

export function isOneByte(type: CType): boolean {
  if (type.kind === "enum") return type.underlying !== undefined && ONE_BYTE.has(type.underlying);
  return type.kind === "arithmetic" && ONE_BYTE.has(type.type);
}

/** `char[n]`, which is text [D3]. */
export function isText(type: CType): type is CType & { kind: "array" } {
  return type.kind === "array" && type.element.kind === "arithmetic" && type.element.type === "char";
}

/** The record that a member of this type holds, in an array or not. */
export function recordIn(type: CType): RecordDeclaration | undefined {
  let current = type;
  while (current.kind === "array") current = current.element;
  return current.kind === "record" ? current.record : undefined;
}
