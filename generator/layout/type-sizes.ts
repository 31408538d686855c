/** Sizes and placements of all types of one message struct; each record is placed once. */

import type { CType, Member, RecordDeclaration } from "../syntax/declarations.ts";
import { enumScalar } from "./enum-scalar.ts";
import { placeRecord } from "./place-record.ts";
import type { PlacedRecord, TypeSize } from "./placed-record.ts";
import type { TargetAbi } from "./target-abi.ts";
import { scalarSize } from "./target-abi.ts";

export class TypeSizes {
  readonly abi: TargetAbi;
  /** Packing that all records get beside their own, bytes. [D5] */
  readonly #forcedPack: number | undefined;
  readonly #placed = new Map<RecordDeclaration, PlacedRecord>();

  constructor(abi: TargetAbi, packing: "as declared" | "packed") {
    this.abi = abi;
    this.#forcedPack = packing === "packed" ? 1 : undefined;
  }

  sizeOf(type: CType): TypeSize {
    switch (type.kind) {
      case "arithmetic": {
        const { scalar, alignment } = this.abi.arithmetic[type.type];
        return { size: scalarSize(scalar), alignment: type.aligned ?? alignment };
      }
      case "enum":
        return this.#sizeOfEnum(type);
      case "array": {
        const element = this.sizeOf(type.element);
        return { size: element.size * type.length, alignment: element.alignment };
      }
      case "record":
        return this.placed(type.record);
    }
  }

  placed(record: RecordDeclaration): PlacedRecord {
    let placed = this.#placed.get(record);
    if (placed === undefined) {
      const pack = this.#forcedPack ?? record.pack;
      placed = placeRecord(record, pack, (member) => this.#sizeOfMember(member), this.abi);
      this.#placed.set(record, placed);
    }
    return placed;
  }

  #sizeOfMember(member: Member): TypeSize {
    return member.kind === "anonymous" ? this.placed(member.record) : this.sizeOf(member.type);
  }

  /** An enum is laid out as its integer type. */
  #sizeOfEnum(type: Extract<CType, { kind: "enum" }>): TypeSize {
    // An enum without a type is an error of its own; here its size only has to be one.
    const scalar = enumScalar(type, this.abi) ?? "int64";
    const alike = Object.values(this.abi.arithmetic).find((candidate) => candidate.scalar === scalar);
    return { size: scalarSize(scalar), alignment: alike?.alignment ?? 1 };
  }
}
