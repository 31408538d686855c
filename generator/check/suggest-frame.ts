/** Proposes `id =` and `length =` from the fields that all structs of a header begin with [D37]. */

import type { ByteOrder } from "../plan/channel-plan.ts";
import { scalarSize, type Target } from "../targets/target.ts";
import type { CType, RecordDeclaration } from "../types/declarations.ts";
import { enumScalar } from "../types/enum-scalar.ts";
import { TypeSizes } from "../types/type-sizes.ts";

export interface SuggestedPlace {
  /** Value for the configuration: `u8@6`, `none`. */
  readonly text: string;
  /** The reason, as text for the user. */
  readonly reason: string;
}

export interface SuggestedFrame {
  readonly id: SuggestedPlace;
  readonly length: SuggestedPlace;
}

interface HeadField {
  readonly name: string;
  readonly offset: number;
  readonly size: number;
  readonly order: ByteOrder;
  readonly isInteger: boolean;
}

/** Names of ID fields, the most specific first. The patterns match all words of a name. */
const ID_NAMES = [
  /^(?:id|(?:msg|message|packet|pkt|frame|struct|cmd|command|report) ?id)$/,
  /^(?:type|(?:msg|message|packet|pkt|frame|struct|report) ?type)$/,
  /^(?:cmd|command|opcode|kind|tag)$/,
];
const LENGTH_NAME = /^(?:(?:msg|message|packet|pkt|frame|total) ?)?(?:len|length|size)$/;
/** A length with one of these names does not include the head. */
const PAYLOAD_LENGTH_NAME = /^(?:payload|data|body) ?(?:len|length|size)$/;

export function isIdName(name: string): boolean {
  return ID_NAMES.some((pattern) => pattern.test(wordsOf(name)));
}

/**
 * @param records the messages
 * @returns undefined if they share no first fields, or the ID is ambiguous
 */
export function suggestFrame(
  records: readonly RecordDeclaration[],
  target: Target,
  byteOrder: ByteOrder,
): SuggestedFrame | undefined {
  const head = commonHead(records, target, byteOrder).filter(({ isInteger }) => isInteger);
  const id = ID_NAMES.map((names) => head.filter(({ name, size }) => names.test(wordsOf(name)) && size <= 4)).find(
    (found) => found.length > 0,
  );
  const [field] = id ?? [];
  const isAlone = records.length === 1;
  if (isAlone && field === undefined) return alone(head);
  if (field === undefined || id?.length !== 1) return undefined;
  return { id: { text: locatorOf(field), reason: `field '${field.name}'` }, length: lengthOf(head, field, isAlone) };
}

/** A single message needs no ID, and nothing would show what its length counts. */
function alone(head: readonly HeadField[]): SuggestedFrame {
  const id = { text: "none", reason: "there is one message, and it has no field for it" };
  const field = head.find(({ name }) => LENGTH_NAME.test(wordsOf(name)) || PAYLOAD_LENGTH_NAME.test(wordsOf(name)));
  return { id, length: field === undefined ? NO_LENGTH : unclearLength(field) };
}

const NO_LENGTH: SuggestedPlace = { text: "none", reason: "no field of the head says it" };

function unclearLength({ name }: HeadField): SuggestedPlace {
  return { text: "none", reason: `field '${name}' may say it, but nothing shows what it counts` };
}

/** @param isAlone there is one message: all its fields are the head, and do not show where its payload begins */
function lengthOf(head: readonly HeadField[], id: HeadField, isAlone: boolean): SuggestedPlace {
  const whole = head.filter((field) => field !== id && LENGTH_NAME.test(wordsOf(field.name)));
  const payload = head.filter(({ name }) => PAYLOAD_LENGTH_NAME.test(wordsOf(name)));
  const [field] = [...whole, ...payload];
  if (field === undefined || whole.length + payload.length > 1 || field.size > 4) return NO_LENGTH;
  if (whole.length > 0) return { text: locatorOf(field), reason: `field '${field.name}'` };
  if (isAlone) return unclearLength(field);
  const last = head.at(-1)!;
  const headBytes = last.offset + last.size;
  const reason = `field '${field.name}', and the head of ${headBytes} bytes`;
  return { text: `${locatorOf(field)}+${headBytes}`, reason };
}

function locatorOf({ size, order, offset }: HeadField): string {
  return size === 1 ? `u8@${offset}` : `u${8 * size}${order === "big" ? "be" : "le"}@${offset}`;
}

/** The first fields that all records share, with equal names, offsets and types. */
function commonHead(records: readonly RecordDeclaration[], target: Target, byteOrder: ByteOrder): HeadField[] {
  const sizes = new TypeSizes(target, "as declared");
  const [first = [], ...others] = records.map((record) => fieldsOf(record, 0, byteOrder, sizes));
  const differs = first.findIndex((field, index) =>
    others.some((fields) => JSON.stringify(fields[index]) !== JSON.stringify(field)),
  );
  return differs < 0 ? first : first.slice(0, differs);
}

/** Fields before the first bit-field; bit-fields are not considered as IDs. */
function fieldsOf(record: RecordDeclaration, at: number, byteOrder: ByteOrder, sizes: TypeSizes): HeadField[] {
  const fields: HeadField[] = [];
  const order = record.order ?? byteOrder;
  for (const { member, bitPosition } of sizes.placed(record).members) {
    if (member.kind === "bit-field") break;
    const offset = at + bitPosition / 8;
    if (member.kind === "anonymous") fields.push(...fieldsOf(member.record, offset, order, sizes));
    else if (member.type.kind === "record") fields.push(...fieldsOf(member.type.record, offset, order, sizes));
    else {
      const { name, type } = member;
      const { size } = sizes.sizeOf(type);
      fields.push({ name, offset, size, order: type.order ?? order, isInteger: isInteger(type, sizes) });
    }
  }
  return fields;
}

function isInteger(type: CType, { abi }: TypeSizes): boolean {
  if (type.kind === "enum") return scalarSize(enumScalar(type, abi) ?? "int64") <= 4;
  return type.kind === "arithmetic" && /^u?int/.test(abi.arithmetic[type.type].scalar);
}

/** `m_packetId` → `packet id`, `MSG_ID` → `msg id` */
function wordsOf(name: string): string {
  return name
    .replace(/^m_/, "")
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "")
    .join(" ");
}
