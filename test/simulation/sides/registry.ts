/** In the place of `runtime/sources/registry.ts` in a simulated machine: messages are decoded as ever, and come by a call. */

import { SOURCES as REAL, messageKinds as realKinds } from "../../../runtime/sources/registry.ts";
import type { Source, SourceContext, SourceType } from "../../../runtime/sources/source.ts";

declare const simulated: { readonly opened: (context: SourceContext) => Source };

export const messageKinds = realKinds;
export const SOURCES: readonly SourceType[] = REAL.filter(({ name }: SourceType) => name === "http").map(
  (type: SourceType): SourceType => ({ ...type, make: async (context) => simulated.opened(context) }),
);
