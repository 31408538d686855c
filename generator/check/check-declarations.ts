/** Checks that span the message structs of a channel [D8]. Each family has its own file. */

import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { ChannelDeclarations } from "../messages/message.ts";
import type { ChannelPlan } from "../plan/channel-plan.ts";
import { checkIds } from "./ids.ts";
import { checkInitialValues } from "./initial-values.ts";
import { checkNames } from "./names.ts";
import { checkPresence } from "./presence.ts";

export function checkDeclarations(declarations: ChannelDeclarations, plan: ChannelPlan): Diagnostic[] {
  const { messages } = declarations;
  return [
    ...checkPresence(declarations, plan),
    ...checkNames(messages),
    ...checkInitialValues(messages),
    ...checkIds(messages),
  ];
}
