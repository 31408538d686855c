/** Random message structs over everything that D3 and D4 allow, like declarations of the syntax phase. */

import type { MessageDeclaration } from "../../../generator/messages/message.ts";
import type { Span } from "../../../generator/source/span.ts";
import { scalarSize } from "../../../generator/targets/target.ts";
import { TARGETS } from "../../../generator/targets/targets.ts";
import type {
  ArithmeticType,
  BitFieldMember,
  CType,
  Enumerator,
  FieldMember,
  LayoutAttributes,
  Member,
  RecordDeclaration,
} from "../../../generator/types/declarations.ts";
import { enumScalar } from "../../../generator/types/enum-scalar.ts";
import type { AbiName } from "../../../runtime/channels/abi-names.ts";
import type { Random } from "./random.ts";

const NOWHERE: Span = { file: "random.h", start: { line: 1, column: 1 }, end: { line: 1, column: 1 } };
const PLAIN: LayoutAttributes = { packed: false, aligned: undefined };
const ARITHMETIC = Object.keys(TARGETS["x86-64"].arithmetic) as ArithmeticType[];
const INTEGERS = ARITHMETIC.filter((type) => !["bool", "float", "double"].includes(type));
const PACKS = [undefined, undefined, undefined, 1, 1, 2, 4, 8, 16] as const;

type EnumType = Extract<CType, { kind: "enum" }>;

/** Creates structs for one target. Every name is unique, so that any number of structs fit in one file. */
export class StructMaker {
  readonly #random: Random;
  readonly #abi: AbiName;
  #names = 0;

  constructor(random: Random, abi: AbiName) {
    this.#random = random;
    this.#abi = abi;
  }

  message(): MessageDeclaration {
    const name = this.#name("struct_s");
    const pack = this.#random.pick(PACKS);
    const head = [this.#field("length", { kind: "arithmetic", type: "uint8_t" })];
    head.push(this.#field("ID", { kind: "arithmetic", type: "uint8_t" }));
    const members = [...head, ...this.#members(pack, 0, 10)];
    const record: RecordDeclaration = {
      kind: "struct",
      name,
      members,
      attributes: this.#attributes(0.15),
      pack,
      language: "c",
      span: NOWHERE,
    };
    const initials = new Map([
      ["length", 1n],
      ["ID", 1n],
    ]);
    return { record, name, initials, initialSpans: new Map(), span: NOWHERE };
  }

  #name(prefix: string): string {
    this.#names += 1;
    return `${prefix}${this.#names}`;
  }

  #members(pack: number | undefined, depth: number, most: number): Member[] {
    const members: Member[] = [];
    const count = this.#random.integer(depth === 0 ? 0 : 1, most);
    while (members.length < count) members.push(...this.#some(pack, depth));
    return members;
  }

  /** One field, or a run of bit-fields, because a single bit-field tests little. */
  #some(pack: number | undefined, depth: number): Member[] {
    const random = this.#random;
    if (random.chance(0.35)) return Array.from({ length: random.integer(1, 6) }, () => this.#bitField(pack));
    if (depth < 3 && random.chance(0.08)) return [this.#anonymous(pack, depth)];
    return [this.#field(this.#name("m"), this.#type(depth), this.#attributes(0.12))];
  }

  #field(name: string, type: CType, attributes = PLAIN): FieldMember {
    return { kind: "field", name, type, declaredType: "", attributes, comments: [], span: NOWHERE };
  }

  #type(depth: number): CType {
    const random = this.#random;
    const choice = random.next();
    if (choice < 0.5) return this.#arithmetic();
    if (choice < 0.6) return this.#enum();
    if (choice < 0.67)
      return { kind: "array", element: { kind: "arithmetic", type: "char" }, length: random.integer(1, 17) };
    if (choice < 0.82 || depth >= 3) return this.#array(depth);
    return { kind: "record", record: this.#record(depth + 1) };
  }

  #arithmetic(): CType {
    const type = this.#random.pick(ARITHMETIC);
    if (!this.#random.chance(0.06)) return { kind: "arithmetic", type };
    return { kind: "arithmetic", type, aligned: this.#random.pick([1, 2, 4, 8, 16]) };
  }

  /** Valid array elements: none is over-aligned. */
  #array(depth: number): CType {
    const random = this.#random;
    const element: CType =
      depth < 3 && random.chance(0.25)
        ? { kind: "record", record: this.#record(depth + 1) }
        : random.chance(0.15)
          ? this.#enum()
          : { kind: "arithmetic", type: random.pick(ARITHMETIC) };
    let type: CType = element;
    for (let dimension = random.integer(1, 2); dimension > 0; dimension--) {
      type = { kind: "array", element: type, length: random.integer(1, 3) };
    }
    return type;
  }

  #record(depth: number): RecordDeclaration {
    const pack = this.#random.pick(PACKS);
    return {
      kind: this.#random.chance(0.3) ? "union" : "struct",
      name: this.#name("N"),
      members: this.#members(pack, depth, 4),
      attributes: this.#attributes(0.15),
      pack,
      language: "c",
      span: NOWHERE,
    };
  }

  /** It is inside its record, so the same `#pragma pack` applies. */
  #anonymous(pack: number | undefined, depth: number): Member {
    const record: RecordDeclaration = {
      kind: this.#random.chance(0.5) ? "union" : "struct",
      name: undefined,
      members: this.#members(pack, depth + 1, 3),
      attributes: this.#attributes(0.1),
      pack,
      language: "c",
      span: NOWHERE,
    };
    return { kind: "anonymous", record, attributes: PLAIN, span: NOWHERE };
  }

  #bitField(pack: number | undefined): BitFieldMember {
    const random = this.#random;
    const type = this.#bitFieldType();
    const widest = this.#bits(type);
    // In C++ and C23 `enum e : 5;` gives the enum an underlying type, so no code has such a bit-field.
    const unnamed = random.chance(0.15) && type.kind !== "enum";
    const narrow = random.chance(0.6) ? Math.min(widest, 9) : widest;
    const width = unnamed && random.chance(0.5) ? 0 : random.integer(1, narrow);
    return {
      kind: "bit-field",
      name: unnamed ? undefined : this.#name("b"),
      type,
      declaredType: "",
      width,
      attributes: unnamed ? PLAIN : this.#bitFieldAttributes(pack, type),
      comments: [],
      span: NOWHERE,
    };
  }

  /**
   * On x86-64 both compilers are tested, so only cases on which they agree: gcc caps `aligned` by `#pragma pack` where clang drops it,
   * and checks straddling after aligning where clang checks before.
   */
  #bitFieldAttributes(pack: number | undefined, type: CType): LayoutAttributes {
    const { packed, aligned } = this.#attributes(0.08);
    const agreed = typeof aligned === "number" && aligned * 8 >= this.#bits(type) && aligned <= (pack ?? aligned);
    return { packed, aligned: agreed || this.#abi !== "x86-64" ? aligned : undefined };
  }

  #bitFieldType(): CType {
    const random = this.#random;
    if (random.chance(0.1)) return { kind: "arithmetic", type: "bool" };
    return random.chance(0.12) ? this.#enum() : { kind: "arithmetic", type: random.pick(INTEGERS) };
  }

  #bits(type: CType): number {
    const abi = TARGETS[this.#abi];
    if (type.kind === "enum") return scalarSize(enumScalar(type, abi)!) * 8;
    if (type.kind !== "arithmetic") throw new Error("no bit-field type");
    return type.type === "bool" ? 1 : scalarSize(abi.arithmetic[type.type].scalar) * 8;
  }

  #enum(): EnumType {
    const random = this.#random;
    const highest = random.pick([1, 100, 127, 128, 255, 256, 40_000, 70_000, 2 ** 31 - 1, 2 ** 31, 2 ** 32, 2 ** 40]);
    const lowest = random.chance(0.35) ? -random.pick([1, 128, 129, 40_000, 2 ** 31]) : 0;
    const enumerators: Enumerator[] = [
      { name: this.#name("E"), value: BigInt(lowest) },
      { name: this.#name("E"), value: BigInt(highest) },
    ];
    return { kind: "enum", name: this.#name("e"), enumerators, underlying: undefined, packed: random.chance(0.2) };
  }

  #attributes(probability: number): LayoutAttributes {
    const random = this.#random;
    const packed = random.chance(probability);
    const aligned = random.chance(probability) ? random.pick([1, 2, 4, 8, 16, "max"] as const) : undefined;
    return { packed, aligned };
  }
}
