import type { EmitName } from "../../runtime/config/emit-names.ts";
import type { ChannelPlan } from "../channel-plan.ts";

/** One file for all channels that ask for it. */
export const OF_ALL: ReadonlySet<EmitName> = new Set(["asyncapi"]);

/** Whether something is asked for that is made of all channels at once. */
export function asksForAll(plans: readonly Pick<ChannelPlan, "emit">[]): boolean {
  return plans.some(({ emit = [] }) => emit.some((name) => OF_ALL.has(name)));
}
