/** Numbers of commands' parameters: plain ones, and names of a type's ends. [OpenC3 COSMOS 7, configuration] */

import { DefinitionError } from "../definition.ts";

/** A whole number of 64 bits keeps its digits. */
export type CosmosNumber = number | bigint;

const WHOLE = /^[-+]?(?:0[xX][0-9a-fA-F]+|\d+)$/;
const NAMED = /^(MIN|MAX)(?:_(U?INT|FLOAT)(\d+))?$/i;
const LARGEST_FLOAT: ReadonlyMap<number, number> = new Map([
  [32, 3.402823e38],
  [64, Number.MAX_VALUE],
]);

interface NumberKind {
  readonly type: string;
  readonly bits: number;
}

export function isNumberType(type: string): boolean {
  return /^(?:U?INT|FLOAT)$/.test(type);
}

/** Undefined for a text that only a program converts, and for NIL. @throws DefinitionError if it is missing */
export function numberOf(text: string | undefined, own: NumberKind, line: number): CosmosNumber | undefined {
  if (text === undefined)
    throw new DefinitionError("a parameter needs its least, its largest and its usual value", line);
  const named = NAMED.exec(text);
  if (named !== null) {
    const [, end = "", type = own.type, bits = own.bits] = named;
    return endOf(end.toUpperCase(), { type: type.toUpperCase(), bits: Number(bits) });
  }
  if (/^(?:POS|NEG)_INFINITY$/i.test(text)) return /^P/i.test(text) ? Infinity : -Infinity;
  if (WHOLE.test(text)) return wholeOf(text);
  return text === "" || Number.isNaN(Number(text)) ? undefined : Number(text);
}

function wholeOf(text: string): CosmosNumber {
  const sign = text.startsWith("-") ? -1n : 1n;
  const value = sign * BigInt(text.replace(/^[-+]/, ""));
  return Number.isSafeInteger(Number(value)) ? Number(value) : value;
}

function endOf(end: string, { type, bits }: NumberKind): CosmosNumber {
  if (type === "FLOAT") {
    const largest = LARGEST_FLOAT.get(bits) ?? Number.MAX_VALUE;
    return end === "MIN" ? -largest : largest;
  }
  // A wider one is refused where it is placed.
  const all = 1n << BigInt(Math.min(Math.max(bits, 0), 64));
  const [least, largest] = type === "INT" ? [-all / 2n, all / 2n - 1n] : [0n, all - 1n];
  const value = end === "MIN" ? least : largest;
  return Number.isSafeInteger(Number(value)) ? Number(value) : value;
}
