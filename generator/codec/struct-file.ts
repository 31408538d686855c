/** `<channel>/<struct>.ts`: types, functions and codec of one message struct. */

import { codecObject, fieldsTable } from "./codec-object.ts";
import { decodeFunction, decodeIntoFunction, rawMaker, wholeReader } from "./decode-function.ts";
import { encodeFunction, wholeWriter } from "./encode-function.ts";
import type { EnumNames } from "./enum-file.ts";
import { fromStoredFunction } from "./from-stored-function.ts";
import type { StructModel } from "./model.ts";
import { type FilePart, typeImports } from "./part.ts";
import { privateFunctions } from "./private-functions.ts";
import { inputInterface, rawInterfaces, storedInterface } from "./record-types.ts";
import { storedValuesFunction, wholeStored } from "./stored-values-function.ts";
import { storedMaker, toStoredFunction } from "./to-stored-function.ts";
import { extentParts } from "./variable-functions.ts";

const CONTRACT_TYPES = ["ColumnValues", "FieldEntry", "PartialRecord", "StructCodec", "Writable"];

/**
 * The file's parts.
 * @param contract import path of the contract's types
 */
export function structParts(model: StructModel, enums: EnumNames, contract: string): FilePart[] {
  return [
    typeImports([
      [contract, CONTRACT_TYPES],
      ["./enums.js", enumTypes(model, enums)],
    ]),
    ...rawInterfaces(model, enums),
    storedInterface(model, enums),
    ...inputInterface(model, enums),
    decodeFunction(model, enums),
    decodeIntoFunction(model, enums),
    encodeFunction(model),
    toStoredFunction(model),
    fromStoredFunction(model),
    storedValuesFunction(model),
    ...extentParts(model),
    fieldsTable(model),
    codecObject(model),
    ...rawMaker(model, enums),
    ...storedMaker(model),
    ...wholeReader(model, enums),
    ...wholeWriter(model),
    ...wholeStored(model),
    ...privateFunctions(model),
  ];
}

function enumTypes({ fields }: StructModel, enums: EnumNames): string[] {
  return [...new Set(fields.flatMap((field) => enums.typeOf(field) ?? []))].sort();
}
