/** What the configuration says of records in TypeScript. */

/** How records have what TypeScript could have in several ways. */
export interface RecordShape {
  readonly int64: "bigint" | "number" | "string";
  /** Arrays of 16 numbers and more: `Uint16Array` and its like. */
  readonly typedArrays: boolean;
}

export const PLAIN_RECORDS: RecordShape = { int64: "bigint", typedArrays: false };
