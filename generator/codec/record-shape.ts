/** Settings for records in TypeScript. */

/** Representation of values that TypeScript can represent in several ways. */
export interface RecordShape {
  readonly int64: "bigint" | "number" | "string";
  /** Numeric arrays of 16 or more elements become `Uint16Array` and so on. */
  readonly typedArrays: boolean;
}

export const PLAIN_RECORDS: RecordShape = { int64: "bigint", typedArrays: false };
