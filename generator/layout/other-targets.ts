/** Checks whether a message's layout depends on the target, if the channel's section does not set it. */

import { ABI_NAMES, type AbiName } from "../../runtime/config/abi-names.ts";
import { LAYOUT } from "../diagnostics/codes/layout.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { report } from "../diagnostics/report.ts";
import type { ChannelPlan } from "../plan/channel-plan.ts";
import { layOutMessage } from "./lay-out-message.ts";
import { leaves, type StructLayout } from "./struct-layout.ts";

/** Reports the first struct whose layout differs on other targets: the default target would be a guess. */
export function checkAssumedTarget(layouts: readonly StructLayout[], plan: ChannelPlan): Diagnostic[] {
  if (plan.abiAssumed !== true) return [];
  const others = ABI_NAMES.filter((abi) => abi !== plan.abi);
  const found = layouts.flatMap((layout) => {
    const differing = others.flatMap((abi) => differenceOn(abi, layout, plan) ?? []);
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

interface Difference {
  readonly abi: AbiName;
  readonly field: string;
  readonly is: string;
  readonly has: string;
}

/** Undefined if the target gives the same layout, or if the declared length rules the target out. */
function differenceOn(abi: AbiName, layout: StructLayout, plan: ChannelPlan): Difference | undefined {
  const { value: other, diagnostics } = layOutMessage(layout.message, { ...plan, abi });
  if (other === undefined || diagnostics.some(({ code }) => code === "W201" || code === "W203")) return undefined;
  const theirs = leaves(other.members);
  for (const [index, field] of leaves(layout.members).entries()) {
    const [is, has] = [field, theirs[index]].map((leaf) => leaf && placeOf(leaf));
    if (is !== undefined && is !== has) return { abi, field: field.path, is, has: has ?? "no place" };
  }
  // Tail padding is optional on every target.
  return undefined;
}

function placeOf(leaf: ReturnType<typeof leaves>[number]): string {
  if (leaf.kind === "text") return `char[${leaf.length}] at byte ${leaf.byteOffset}`;
  const bits = leaf.bitField ? `${leaf.bitWidth} bits from bit ${leaf.bitOffset}` : leaf.scalar;
  return `${bits} at byte ${leaf.byteOffset}`;
}
