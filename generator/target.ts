/** What headers are compiled for. */

export { ABI_NAMES, type AbiName } from "../runtime/config/abi-names.ts";
export type ByteOrder = "little" | "big";
