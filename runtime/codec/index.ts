/** The exports of `structline/codec`: the contract of generated codecs and the functions that use it. */

export {
  type CheckedCodec,
  type EncodeOptions,
  encodeChecked,
  FieldValueError,
  type RecordOf,
} from "./encode-checked.ts";
export { columnsOf, fieldsOf, storedFieldsOf } from "./fields.ts";
export { fromJson, type JsonOptions, type JsonRecord, type JsonValue, toJson } from "./json.ts";
export { patched } from "./patched.ts";
export type * from "./struct-codec.ts";
