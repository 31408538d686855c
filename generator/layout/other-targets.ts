/** Checks whether a message's layout depends on the target, if the channel's section does not set it. */

import { type AbiName, USUAL_ABI_NAMES } from "../../runtime/channels/abi-names.ts";
import type { CompilerName } from "../../runtime/channels/compiler-names.ts";
import { LAYOUT } from "../diagnostics/codes/layout.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { report } from "../diagnostics/report.ts";
import type { ChannelPlan } from "../plan/channel-plan.ts";
import { targetOf } from "../targets/flags.ts";
import type { CType, RecordDeclaration } from "../types/declarations.ts";
import { enumScalar } from "../types/enum-scalar.ts";
import { TypeSizes } from "../types/type-sizes.ts";
import { isText } from "./build-nodes.ts";
import { layOutMessage } from "./lay-out-message.ts";
import { isPlacedAlike, plainStruct } from "./plain-struct.ts";
import { leaves, type StructLayout } from "./struct-layout.ts";

/** Reports the first struct whose layout differs on other targets: the default target would be a guess. */
export function checkAssumedTarget(layouts: readonly StructLayout[], plan: ChannelPlan): Diagnostic[] {
  if (plan.abiAssumed !== true) return [];
  const own = sizesOn(plan.abi, plan);
  const others = USUAL_ABI_NAMES.filter((abi) => abi !== plan.abi).map((abi) => ({ abi, sizes: sizesOn(abi, plan) }));
  const found = layouts.flatMap((layout) => {
    const { record } = layout.message;
    const isSameThere = sameAs(record, own);
    const differing = others.flatMap(({ abi, sizes }) =>
      isSameThere(sizes) ? [] : (differenceOn(abi, layout, plan) ?? []),
    );
    return differing.length === 0 ? [] : [{ layout, differing }];
  });
  const [first] = found;
  if (first === undefined) return [];
  const { layout, differing } = first;
  const [{ field, is }] = differing as [Difference, ...Difference[]];
  const details = {
    channel: plan.name,
    struct: layout.message.name,
    more: found.length - 1,
    abi: plan.abi,
    ...{ field, is },
    others: differing.map(({ abi, has }) => ({ abi, has })),
  };
  const span = leaves(layout.members).find(({ path }) => path === field)?.span ?? layout.message.span;
  return [report(LAYOUT, "W210", span, details)];
}

/** Compilers whose layouts differ from that of GCC 12. */
const OTHER_COMPILERS: readonly CompilerName[] = ["gcc-11", "clang-14", "clang"];

/** Reports the first struct that another compiler for the same processor lays out otherwise, if the section names none. */
export function checkAssumedCompiler(layouts: readonly StructLayout[], plan: ChannelPlan): Diagnostic[] {
  if (plan.compiler !== undefined || targetOf(plan).compiler.family !== "gcc") return [];
  const own = sizesOn(plan.abi, plan);
  const compilers = OTHER_COMPILERS.filter((name) => plan.abi !== "mingw-x64" || name.startsWith("gcc"));
  const others = compilers.map((compiler) => ({ compiler, sizes: sizesOn(plan.abi, { ...plan, compiler }) }));
  const found = layouts.flatMap((layout) => {
    const { record } = layout.message;
    const isSameThere = sameAs(record, own);
    const differing = others.flatMap(({ compiler, sizes }): Difference[] => {
      if (isSameThere(sizes)) return [];
      const difference = differenceTo({ ...plan, compiler }, layout);
      return difference === undefined ? [] : [{ ...difference, abi: compiler }];
    });
    return differing.length === 0 ? [] : [{ layout, differing }];
  });
  const [first] = found;
  if (first === undefined) return [];
  const { layout, differing } = first;
  const [{ field, is }] = differing as [Difference];
  const span = leaves(layout.members).find(({ path }) => path === field)?.span ?? layout.message.span;
  return [
    report(LAYOUT, "W213", span, {
      ...{ struct: layout.message.name, more: found.length - 1, abi: plan.abi, field, is },
      others: differing.map(({ abi, has }) => ({ abi, has })),
    }),
  ];
}

/** Of the targets, one for each way to lay the records out; the result gives this one for each target. */
export function targetsByLayout(
  records: readonly RecordDeclaration[],
  abis: readonly AbiName[],
  plan: ChannelPlan,
): ReadonlyMap<AbiName, AbiName> {
  const sizes = new Map(abis.map((abi) => [abi, sizesOn(abi, plan)]));
  const found = new Map<AbiName, AbiName>();
  for (const [abi, own] of sizes) {
    const alike = [...found.keys()].find((other) => {
      const theirs = sizes.get(other)!;
      return own.every((each, packing) => records.every((record) => isSameRecord(record, each, theirs[packing]!)));
    });
    found.set(abi, alike === undefined ? abi : found.get(alike)!);
  }
  return found;
}

/** With both packings, since the declared length may choose either. */
function sizesOn(abi: AbiName, plan: ChannelPlan): readonly TypeSizes[] {
  const target = targetOf({ ...plan, abi });
  return [new TypeSizes(target, "as declared"), new TypeSizes(target, "packed")];
}

/**
 * Tells whether a message has its fields in the same places on a target. Most have, and comparing places costs a fraction of building
 * their fields.
 */
function sameAs(record: RecordDeclaration, own: readonly TypeSizes[]): (others: readonly TypeSizes[]) => boolean {
  const [natural, packed] = own as [TypeSizes, TypeSizes];
  const plain = plainStruct(record);
  if (plain !== undefined) return ([other]) => isPlacedAlike(plain, natural.abi, other!.abi);
  // Whichever packing the declared length chooses there, and however the end is padded.
  const hasOnePlace = isSameWithin(record, natural, packed);
  return (others) => {
    if (hasOnePlace) return others.every((other) => isSameWithin(record, natural, other));
    return others.every((other, packing) => isSameRecord(record, own[packing]!, other));
  };
}

function isSameRecord(record: RecordDeclaration, own: TypeSizes, other: TypeSizes): boolean {
  return own.placed(record).size === other.placed(record).size && isSameWithin(record, own, other);
}

/** Whatever the end is padded with. */
function isSameWithin(record: RecordDeclaration, own: TypeSizes, other: TypeSizes): boolean {
  const [mine, theirs] = [own.placed(record), other.placed(record)];
  return mine.members.every(({ member, bitPosition }, index) => {
    if (bitPosition !== theirs.members[index]?.bitPosition) return false;
    return member.kind === "anonymous" ? isSameRecord(member.record, own, other) : isSameType(member.type, own, other);
  });
}

function isSameType(type: CType, own: TypeSizes, other: TypeSizes): boolean {
  switch (type.kind) {
    case "arithmetic":
      return own.abi.arithmetic[type.type].scalar === other.abi.arithmetic[type.type].scalar;
    case "enum":
      return enumScalar(type, own.abi) === enumScalar(type, other.abi);
    case "array":
      if (isText(type)) return true;
      return own.sizeOf(type.element).size === other.sizeOf(type.element).size && isSameType(type.element, own, other);
    case "record":
      return isSameRecord(type.record, own, other);
  }
}

interface Difference {
  /** The value of `abi`, or of `compiler`. */
  readonly abi: AbiName | CompilerName;
  readonly field: string;
  readonly is: string;
  readonly has: string;
}

/** Undefined if the target gives the same layout, or if the declared length rules the target out. */
function differenceOn(abi: AbiName, layout: StructLayout, plan: ChannelPlan): Difference | undefined {
  const difference = differenceTo({ ...plan, abi }, layout);
  return difference && { ...difference, abi };
}

function differenceTo(plan: ChannelPlan, layout: StructLayout): Omit<Difference, "abi"> | undefined {
  const { value: other, diagnostics } = layOutMessage(layout.message, plan);
  if (other === undefined || diagnostics.some(({ code }) => code === "W201" || code === "W203")) return undefined;
  const theirs = leaves(other.members);
  for (const [index, field] of leaves(layout.members).entries()) {
    const [is, has] = [field, theirs[index]].map((leaf) => leaf && placeOf(leaf));
    if (is !== undefined && is !== has) return { field: field.path, is, has: has ?? "no place" };
  }
  // Tail padding is optional on every target.
  return undefined;
}

export function placeOf(leaf: ReturnType<typeof leaves>[number]): string {
  if (leaf.kind === "text") return `char[${leaf.length}] at byte ${leaf.byteOffset}`;
  const bits = leaf.bitField ? `${leaf.bitWidth} bits from bit ${leaf.bitOffset}` : leaf.scalar;
  return `${bits} at byte ${leaf.byteOffset}`;
}
