/** What `structline/codec` gives: the contract of generated codecs, and what computes from it. */

export { type EncodeOptions, encodeChecked, FieldValueError } from "./encode-checked.ts";
export { columnsOf, fieldsOf, storedFieldsOf } from "./fields.ts";
export type * from "./struct-codec.ts";
