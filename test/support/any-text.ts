/**
 * Any text. fast-check's own `unit: "binary"` first makes a table of all 1.1 million characters, which takes a process more than a second.
 */

import fc from "fast-check";

export const anyCharacter = fc
  .oneof(fc.nat(0x7f), fc.nat(0xd7ff), fc.integer({ min: 0xe000, max: 0x10ffff }))
  .map((code) => String.fromCodePoint(code));
const NAMES_OF_OBJECTS = ["__proto__", "constructor", "toString", "hasOwnProperty", "length", "name"];

export function anyText({ maxLength }: { readonly maxLength?: number } = {}): fc.Arbitrary<string> {
  const text = fc.string({ unit: anyCharacter, ...(maxLength !== undefined && { maxLength }) });
  return fc.oneof({ arbitrary: text, weight: 20 }, fc.constantFrom(...NAMES_OF_OBJECTS));
}
