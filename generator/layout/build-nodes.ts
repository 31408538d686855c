/** Turns a placed record into the tree of fields with absolute positions. */

import type { InitialValue } from "../messages/message.ts";
import type { ByteOrder } from "../plan/channel-plan.ts";
import { scalarSize } from "../targets/target.ts";
import type { BitFieldMember, CType, FieldComment, FieldMember, RecordDeclaration } from "../types/declarations.ts";
import { enumScalar } from "../types/enum-scalar.ts";
import type { PlacedMember } from "../types/placed-record.ts";
import type { TypeSizes } from "../types/type-sizes.ts";
import { openLength } from "./extent.ts";
import { orderOf } from "./field-order.ts";
import type { LayoutNode, ScalarNode } from "./struct-layout.ts";

interface Context {
  readonly sizes: TypeSizes;
  readonly initials: ReadonlyMap<string, InitialValue>;
  /** Byte order of all fields inside, if an enclosing field's comment sets it. */
  readonly order?: ByteOrder;
  /** Byte order of the record's own fields, if its attribute sets it. */
  readonly storageOrder?: ByteOrder;
  readonly bitOrder?: ByteOrder;
}

interface Orders {
  /** Byte order of all fields, if the configuration sets it. */
  readonly order?: ByteOrder | undefined;
  /** Byte order of bit-fields for which nothing sets another, if it is not the channel's. */
  readonly bitOrder?: ByteOrder | undefined;
}

/** A field or an array element that becomes a node. */
interface Site {
  readonly name: string;
  readonly path: string;
  readonly ctype: string;
  readonly type: CType;
  /** Bytes from the message's start. */
  readonly byteOffset: number;
  readonly comments: readonly FieldComment[];
  readonly span: FieldMember["span"];
}

/** The message's members; members of anonymous records take their place. */
export function buildNodes(
  record: RecordDeclaration,
  sizes: TypeSizes,
  initials: ReadonlyMap<string, InitialValue>,
  { order, bitOrder }: Orders = {},
): LayoutNode[] {
  const context = { sizes, initials, ...(order && { order }), ...(bitOrder && { bitOrder }) };
  return membersOf(record, 0, "", inside(record, context));
}

/** Number of scalars and texts that `buildNodes` gives. */
export function fieldCount({ members }: RecordDeclaration, sizes: TypeSizes): number {
  return members.reduce((sum, member) => {
    if (member.kind === "anonymous") return sum + fieldCount(member.record, sizes);
    if (member.kind === "bit-field") return sum + (member.name === undefined ? 0 : 1);
    return sum + countOf(member.type, member.comments, sizes);
  }, 0);
}

function countOf(type: CType, comments: readonly FieldComment[], sizes: TypeSizes): number {
  if (type.kind === "record") return fieldCount(type.record, sizes);
  if (type.kind !== "array") return 1;
  const length = openLength(type, comments) ?? type.length;
  if (isText(type) && length > 0) return 1;
  return sizes.sizeOf(type.element).size === 0 ? 0 : length * countOf(type.element, comments, sizes);
}

/** The context for the record's members. A field's own byte order takes precedence over its type's. */
function inside(
  { order, attributes: { storageOrder } }: RecordDeclaration,
  context: Context,
  own?: ByteOrder,
): Context {
  const { storageOrder: _, ...outer } = context;
  const said = own ?? order;
  const inner = said === undefined ? outer : { ...outer, order: said };
  return said === undefined && storageOrder !== undefined ? { ...inner, storageOrder } : inner;
}

function membersOf(record: RecordDeclaration, byteOffset: number, prefix: string, context: Context): LayoutNode[] {
  return context.sizes.placed(record).members.flatMap((placed) => memberNodes(placed, byteOffset, prefix, context));
}

function memberNodes(placed: PlacedMember, byteOffset: number, prefix: string, context: Context): LayoutNode[] {
  const { member, bitPosition } = placed;
  switch (member.kind) {
    case "anonymous":
      return membersOf(member.record, byteOffset + bitPosition / 8, prefix, inside(member.record, context));
    case "bit-field":
      return member.name === undefined
        ? []
        : [bitFieldNode(member, member.name, byteOffset * 8 + bitPosition, prefix, context)];
    case "field":
      return isLeftOut(member) ? [] : [fieldNode(member, byteOffset + bitPosition / 8, prefix, context)];
  }
}

/** What the records around a field say of its byte order. */
function orderWithin({ order, storageOrder }: Context): Pick<ScalarNode, "byteOrder" | "inMemory"> {
  if (storageOrder !== undefined) return { byteOrder: storageOrder, inMemory: true };
  return order === undefined ? {} : { byteOrder: order };
}

function orderOfBits(context: Context): Pick<ScalarNode, "byteOrder" | "inMemory"> {
  const said = orderWithin(context);
  if (said.byteOrder !== undefined || context.bitOrder === undefined) return said;
  return { byteOrder: context.bitOrder, inMemory: true };
}

/** An array without a size: not an error where frames may be longer than their message. */
function isLeftOut({ type, comments }: FieldMember): boolean {
  return type.kind === "array" && type.flexible === true && (openLength(type, comments) ?? type.length) === 0;
}

function bitFieldNode(
  member: BitFieldMember,
  name: string,
  bitPosition: number,
  prefix: string,
  context: Context,
): ScalarNode {
  const path = prefix + name;
  const scalar = scalarOf(member.type, context);
  return {
    kind: "scalar",
    name,
    path,
    ctype: member.declaredType,
    ...scalar,
    byteOffset: Math.floor(bitPosition / 8),
    bitOffset: bitPosition % 8,
    // What is wider than its type is padding.
    bitWidth: Math.min(member.width, scalarSize(scalar.scalar) * 8),
    bitField: true,
    ...orderOfBits(context),
    ...initialOf(path, context),
    comments: member.comments,
    span: member.span,
  };
}

function fieldNode(member: FieldMember, byteOffset: number, prefix: string, context: Context): LayoutNode {
  return node(
    {
      name: member.name,
      path: prefix + member.name,
      ctype: member.declaredType,
      type: member.type,
      byteOffset,
      comments: member.comments,
      span: member.span,
    },
    context,
  );
}

function node(site: Site, context: Context): LayoutNode {
  const { name, path, ctype, type, byteOffset, comments, span } = site;
  const common = { name, path, ctype, comments, span };
  const own = orderOf(comments, type);
  switch (type.kind) {
    case "record": {
      const members = membersOf(type.record, byteOffset, `${path}.`, inside(type.record, context, own));
      return { ...common, kind: "record", record: type.record.kind, typeSpan: type.record.span, members };
    }
    case "array": {
      const length = openLength(type, comments) ?? type.length;
      return isText(type) && length > 0
        ? { ...common, kind: "text", byteOffset, length, ...initialOf(path, context) }
        : { ...common, kind: "array", elements: elements(site, type, length, context) };
    }
    case "arithmetic":
    case "enum": {
      const scalar = scalarOf(type, context);
      const bits = type.kind === "arithmetic" ? type.bits : undefined;
      const bitWidth = bits ?? scalarSize(scalar.scalar) * 8;
      const order = own === undefined ? orderWithin(context) : { byteOrder: own };
      return {
        name,
        path,
        ctype,
        comments,
        span,
        kind: "scalar",
        byteOffset,
        bitOffset: 0,
        bitWidth,
        bitField: bits !== undefined,
        ...scalar,
        ...(scalarSize(scalar.scalar) > 1 ? order : NO_ORDER),
        ...initialOf(path, context),
      };
    }
  }
}

const NO_ORDER = {};

function elements(site: Site, type: Extract<CType, { kind: "array" }>, length: number, context: Context): LayoutNode[] {
  const { size } = context.sizes.sizeOf(type.element);
  // Elements without bytes contain no field, so their number does not matter.
  if (size === 0) return [];
  const ctype = elementType(site.ctype, type.element);
  const place = (index: number) => ({
    name: String(index),
    path: `${site.path}[${index}]`,
    byteOffset: site.byteOffset + index * size,
  });
  const element = (index: number) => ({ ...site, ...place(index), ctype, type: type.element });
  if (type.element.kind === "record" || type.element.kind === "array" || length === 0)
    return Array.from({ length }, (_, index) => node(element(index), context));
  // Scalars differ in name, place and initial value only.
  const { initial: _, ...first } = node(element(0), context) as ScalarNode;
  return Array.from({ length }, (_, index) => {
    const { name, path, byteOffset } = place(index);
    return { ...first, name, path, byteOffset, ...initialOf(path, context) };
  });
}

/** Only plain `char`: arrays of `signed char` and `unsigned char` are numbers. [D3] */
export function isText(type: Extract<CType, { kind: "array" }>): boolean {
  return type.element.kind === "arithmetic" && type.element.type === "char";
}

/** `int16_t[3][2]` → `int16_t[2]`. If a typedef hides the array, the element's own name. */
function elementType(ctype: string, element: CType): string {
  const dimension = /^(.*?)\s*\[\d+\]((?:\[\d+\])*)$/.exec(ctype);
  return dimension === null ? describe(element) : `${dimension[1]}${dimension[2]}`;
}

function describe(type: CType): string {
  switch (type.kind) {
    case "arithmetic":
      return type.type;
    case "enum":
      return type.name ?? "enum";
    case "record":
      return type.record.name ?? type.record.kind;
    case "array": {
      const element = describe(type.element);
      const dimensions = element.indexOf("[");
      return dimensions < 0
        ? `${element}[${type.length}]`
        : `${element.slice(0, dimensions)}[${type.length}]${element.slice(dimensions)}`;
    }
  }
}

function scalarOf(
  type: CType,
  context: Context,
): Pick<ScalarNode, "scalar"> & Partial<Pick<ScalarNode, "enumName" | "enumerators">> {
  const { abi } = context.sizes;
  if (type.kind === "arithmetic") return { scalar: abi.arithmetic[type.type].scalar };
  if (type.kind !== "enum") throw new Error(`a ${type.kind} is not a scalar`);
  const scalar = enumScalar(type, abi) ?? "int64";
  const { enumerators } = type;
  return type.name === undefined ? { scalar, enumerators } : { scalar, enumerators, enumName: type.name };
}

function initialOf(path: string, context: Context): { initial?: InitialValue } {
  const initial = context.initials.get(path);
  return initial === undefined ? {} : { initial };
}
