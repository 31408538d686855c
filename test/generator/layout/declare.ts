/** Short declarations for tests of the layout phase, like those of the syntax phase. */

import { layOutChannel } from "../../../generator/layout/lay-out-channel.ts";
import type { InitialValue } from "../../../generator/messages/message.ts";
import type { ChannelPlan } from "../../../generator/plan/channel-plan.ts";
import type { Span } from "../../../generator/source/span.ts";
import type {
  ArithmeticType,
  BitFieldMember,
  CType,
  FieldMember,
  LayoutAttributes,
  Member,
  RecordDeclaration,
} from "../../../generator/types/declarations.ts";

/** Every member is on its own line, because comments are identified by position. */
let line = 0;

function span(column: number, length: number): Span {
  return { file: "test.h", start: { line, column }, end: { line, column: column + length } };
}

const PLAIN: LayoutAttributes = { packed: false, aligned: undefined };

/**
 * A member on its own line.
 * @param note text of its comment
 */
export function field(type: ArithmeticType | CType, name: string, note?: string): FieldMember {
  line += 1;
  const ctype: CType = typeof type === "string" ? { kind: "arithmetic", type } : type;
  return {
    kind: "field",
    name,
    type: ctype,
    declaredType: typeof type === "string" ? type : "T",
    attributes: PLAIN,
    comments: note === undefined ? [] : [{ text: note, span: span(40, note.length) }],
    span: span(5, name.length),
  };
}

export function bits(
  type: ArithmeticType | CType,
  name: string | undefined,
  width: number,
  note?: string,
): BitFieldMember {
  return { ...field(type, name ?? "", note), kind: "bit-field", name, width };
}

export function array(element: ArithmeticType | CType, ...lengths: number[]): CType {
  const innermost: CType = typeof element === "string" ? { kind: "arithmetic", type: element } : element;
  return lengths.reduceRight<CType>((type, length) => ({ kind: "array", element: type, length }), innermost);
}

export function record(members: readonly Member[], overrides: Partial<RecordDeclaration> = {}): RecordDeclaration {
  return {
    kind: "struct",
    name: "Inner",
    members,
    attributes: PLAIN,
    pack: undefined,
    language: "c",
    span: span(1, 6),
    ...overrides,
  };
}

export interface Given {
  /** Declared length; absent if the header has none. */
  readonly length?: number;
  readonly members: readonly Member[];
  readonly record?: Partial<RecordDeclaration>;
  readonly plan?: Partial<ChannelPlan>;
  readonly initials?: Readonly<Record<string, InitialValue>>;
}

/** The layout of `struct_tank`, which begins with `length` and `ID` 4, with its diagnostics. */
export function layOut({ length, members, record: overrides, plan, initials }: Given) {
  const head = [field("uint8_t", "length"), field("uint8_t", "ID")];
  const declared = record([...head, ...members], { name: "struct_tank", ...overrides });
  const values: [string, InitialValue][] = [["ID", 4n], ...Object.entries(initials ?? {})];
  if (length !== undefined) values.push(["length", BigInt(length)]);
  const message = {
    record: declared,
    name: "struct_tank",
    initials: new Map(values),
    initialSpans: new Map([
      ["length", { file: "test.h", start: { line: 99, column: 11 }, end: { line: 99, column: 12 } }],
    ]),
    span: declared.span,
  };
  const declarations = { messages: [message], enums: [], files: [], strayComments: [] };
  const { value, diagnostics } = layOutChannel(declarations, { ...PLAN, ...plan });
  return { layout: value[0], told: diagnostics.map(({ code, message: text }) => `${code}: ${text}`), diagnostics };
}

const PLAN: ChannelPlan = {
  name: "test",
  udpPort: 0,
  wampTopic: "lab.test",
  includePath: "/",
  headerFiles: [],
  abi: "x86-64",
  byteOrder: "little",
  layout: undefined,
  defines: new Map(),
  storeExclude: [],
};
