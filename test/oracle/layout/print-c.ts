/** Declarations as C text. */

import type { MessageDeclaration } from "../../../generator/messages/message.ts";
import type {
  BitFieldMember,
  CType,
  FieldMember,
  LayoutAttributes,
  Member,
  RecordDeclaration,
} from "../../../generator/types/declarations.ts";

/** A header with the message and everything it needs, without includes. */
export function printMessage(message: MessageDeclaration): string {
  const declarations: string[] = [];
  declareTypes(message.record, declarations);
  const { length, ID } = Object.fromEntries(message.initials);
  const text = recordText(message.record);
  declarations.push(packed(message.record, `${text} ${message.name}_instance = {${length}, ${ID}};`));
  return `${declarations.join("\n")}\n`;
}

/** All enums, typedefs and named records that the record's members use, in dependency order. */
function declareTypes(record: RecordDeclaration, declarations: string[]): void {
  for (const member of record.members) {
    if (member.kind === "anonymous") declareTypes(member.record, declarations);
    else declareType(member.type, declarations);
  }
}

function declareType(type: CType, declarations: string[]): void {
  switch (type.kind) {
    case "array":
      declareType(type.element, declarations);
      return;
    case "enum": {
      const enumerators = type.enumerators.map(({ name, value }) => `${name} = ${value}`).join(", ");
      const underlying = type.underlying === undefined ? "" : ` : ${type.underlying}`;
      const attribute = type.packed ? "__attribute__((packed)) " : "";
      declarations.push(`enum ${attribute}${type.name}${underlying} { ${enumerators} };`);
      return;
    }
    case "record":
      declareTypes(type.record, declarations);
      declarations.push(packed(type.record, `${recordText(type.record)};`));
      return;
    case "arithmetic":
      if (type.aligned !== undefined) {
        const alias = alignedName(type);
        const text = `typedef ${type.type} ${alias} __attribute__((aligned(${type.aligned})));`;
        if (!declarations.includes(text)) declarations.push(text);
      }
  }
}

function packed(record: RecordDeclaration, text: string): string {
  return record.pack === undefined ? text : `#pragma pack(push, ${record.pack})\n${text}\n#pragma pack(pop)`;
}

function recordText(record: RecordDeclaration): string {
  const members = record.members.map((member) => `  ${memberText(member)}`).join("\n");
  const name = record.name === undefined ? "" : ` ${record.name}`;
  return `${record.kind}${attributesText(record.attributes)}${name} {\n${members}\n}`;
}

function memberText(member: Member): string {
  switch (member.kind) {
    case "anonymous":
      return `${recordText(member.record)};`;
    case "bit-field":
      return `${bitFieldText(member)};`;
    case "field":
      return `${fieldText(member)};`;
  }
}

function bitFieldText({ name, type, width, attributes }: BitFieldMember): string {
  return `${typeName(type)} ${name ?? ""} : ${width}${attributesText(attributes)}`;
}

function fieldText({ name, type, attributes }: FieldMember): string {
  let element = type;
  let dimensions = "";
  for (; element.kind === "array"; element = element.element) dimensions += `[${element.length}]`;
  return `${typeName(element)} ${name}${dimensions}${attributesText(attributes)}`;
}

function typeName(type: CType): string {
  switch (type.kind) {
    case "arithmetic":
      return type.aligned === undefined ? type.type : alignedName(type);
    case "enum":
      return `enum ${type.name}`;
    case "record":
      return `${type.record.kind} ${type.record.name}`;
    case "array":
      throw new Error("an array has no name of its own");
  }
}

function alignedName(type: Extract<CType, { kind: "arithmetic" }>): string {
  return `${type.type.replaceAll(" ", "_")}_aligned_${type.aligned}`;
}

function attributesText({ packed, aligned, storageOrder }: LayoutAttributes): string {
  const alignment = aligned === "max" ? " __attribute__((aligned))" : ` __attribute__((aligned(${aligned})))`;
  const order = storageOrder === undefined ? "" : ` __attribute__((scalar_storage_order("${storageOrder}-endian")))`;
  return `${packed ? " __attribute__((packed))" : ""}${aligned === undefined ? "" : alignment}${order}`;
}
