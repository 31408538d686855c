/**
 * Arranges fields that have fixed places into structs. Fields of one struct do not overlap and have one byte order; several structs are
 * members of a union.
 */

import type { DefinedField } from "../definition.ts";

export type Order = DefinedField["order"];

export interface PlacedField {
  readonly field: DefinedField;
  /** First bit in the layer's numbering. */
  readonly bit: number;
  readonly bits: number;
}

export interface Layer {
  readonly order: Order;
  /** By position. */
  readonly fields: readonly PlacedField[];
}

interface Building {
  readonly order: Order;
  readonly key: string;
  readonly fields: PlacedField[];
  readonly used: Set<number>;
}

/** @returns the layers, that of the fields which each message has last; none for no fields */
export function layersOf(fields: readonly DefinedField[]): readonly Layer[] {
  const main = mainOrder(fields);
  const layers: Building[] = [];
  const sorted = [...fields].sort((a, b) => firstByte(a) - firstByte(b) || a.bit - b.bit);
  for (const field of sorted) {
    const key = JSON.stringify(field.present ?? []);
    const places = placesOf(field, main);
    const found = layers.flatMap((layer) => {
      const place = places.find(({ order }) => order === layer.order);
      if (layer.key !== key || place === undefined || place.used.some((bit) => layer.used.has(bit))) return [];
      return [{ layer, place }];
    })[0];
    const place = found?.place ?? places[0]!;
    const layer = found?.layer ?? { order: place.order, key, fields: [], used: new Set<number>() };
    if (found === undefined) layers.push(layer);
    layer.fields.push({ field, bit: place.bit, bits: place.bits });
    for (const bit of place.used) layer.used.add(bit);
  }
  const isOptional = ({ key }: Building) => key !== "[]";
  // A member that each message has comes last: the compiler then keeps all of them at their places.
  return [...layers.filter(isOptional), ...layers.filter((layer) => !isOptional(layer)).reverse()].map(
    ({ order, fields: placed }) => ({ order, fields: [...placed].sort((a, b) => a.bit - b.bit) }),
  );
}

interface Place {
  readonly order: Order;
  readonly bit: number;
  readonly bits: number;
  /** The bits it occupies, numbered from each byte's least significant one. */
  readonly used: readonly number[];
}

/** A field within one byte has a place in both orders. */
function placesOf(field: DefinedField, main: Order): Place[] {
  const { order, bit } = field;
  const bits = field.width * (field.count ?? 1);
  const used = Array.from({ length: bits }, (_, index) => (order === "little" ? bit + index : turned(bit + index)));
  const own = { order, bit, bits, used };
  if (!isWithinByte(field)) return [own];
  const first = field.width === 8 && bit % 8 === 0 ? bit : turned(bit + bits - 1);
  const other: Place = { order: order === "little" ? "big" : "little", bit: first, bits, used };
  return [own, other].sort((a, b) => Number(b.order === main) - Number(a.order === main));
}

function isWithinByte({ bit, width, count = 1 }: DefinedField): boolean {
  // Whole bytes have no order.
  if (width === 8 && bit % 8 === 0) return true;
  return count === 1 && Math.floor(bit / 8) === Math.floor((bit + width - 1) / 8);
}

/** The bit's number from the other end of its byte. */
function turned(bit: number): number {
  return bit - (bit % 8) + 7 - (bit % 8);
}

function firstByte({ bit }: DefinedField): number {
  return Math.floor(bit / 8);
}

/** The order of most fields that have one. */
function mainOrder(fields: readonly DefinedField[]): Order {
  const votes = fields.filter((field) => !isWithinByte(field)).map(({ order }) => (order === "big" ? 1 : -1));
  return votes.reduce<number>((sum, vote) => sum + vote, 0) > 0 ? "big" : "little";
}
