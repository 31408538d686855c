/** What headers are compiled for. */

export type AbiName = "x86-64" | "arm-eabi" | "avr";
export type ByteOrder = "little" | "big";
