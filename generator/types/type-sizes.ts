/** Sizes and placements of types on a target. Each record is placed once, on first use. */

import { scalarSize, type Target } from "../targets/target.ts";
import type { CType, Member, RecordDeclaration } from "./declarations.ts";
import { enumScalar } from "./enum-scalar.ts";
import { placeRecord } from "./place-record.ts";
import type { PlacedRecord, TypeSize } from "./placed-record.ts";

export class TypeSizes {
  readonly abi: Target;
  /** Packing in bytes that applies to all records, besides their own. [D5] */
  readonly #forcedPack: number | undefined;
  readonly #placed = new Map<RecordDeclaration, PlacedRecord>();

  constructor(abi: Target, packing: "as declared" | "packed") {
    this.abi = abi;
    this.#forcedPack = packing === "packed" ? 1 : undefined;
  }

  sizeOf(type: CType): TypeSize {
    const own = this.#ownSize(type);
    if (type.aligned === undefined) return own;
    // `__declspec(align)` never lowers an alignment. [Microsoft C++, align]
    const alignment = this.abi.compiler.family === "microsoft" ? Math.max(own.alignment, type.aligned) : type.aligned;
    return { ...own, alignment, required: Math.max(own.required ?? 1, type.aligned) };
  }

  placed(record: RecordDeclaration): PlacedRecord {
    let placed = this.#placed.get(record);
    if (placed === undefined) {
      const pack = this.#forcedPack ?? record.pack;
      placed = placeRecord(record, pack, this, this.abi);
      this.#placed.set(record, placed);
    }
    return placed;
  }

  sizeOfMember(member: Member): TypeSize {
    return member.kind === "anonymous" ? this.placed(member.record) : this.sizeOf(member.type);
  }

  #ownSize(type: CType): TypeSize {
    switch (type.kind) {
      case "arithmetic": {
        const { scalar, alignment } = this.abi.arithmetic[type.type];
        return type.bytes === undefined ? { size: scalarSize(scalar), alignment } : { size: type.bytes, alignment: 1 };
      }
      case "enum": {
        // An enum that no type can hold is reported elsewhere; any size will do here.
        const size = scalarSize(enumScalar(type, this.abi) ?? "int64");
        return { size, alignment: Math.min(size, this.abi.mostAlignment) };
      }
      case "array": {
        const element = this.sizeOf(type.element);
        return { ...element, size: element.size * type.length };
      }
      case "record":
        return this.placed(type.record);
    }
  }
}
