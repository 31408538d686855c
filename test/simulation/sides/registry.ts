/**
 * Replaces `runtime/sources/registry.ts` in a simulated machine: messages are decoded as usual but arrive by a call, publications at the
 * broker's reception.
 */

import type { Intake } from "../../../runtime/intake/intake.ts";
import { Reception } from "../../../runtime/sources/mqtt/reception.ts";
import { SOURCES as REAL, messageKinds as realKinds } from "../../../runtime/sources/registry.ts";
import type { Source, SourceContext, SourceType } from "../../../runtime/sources/source.ts";

declare const simulated: {
  readonly opened: (context: SourceContext, receptionWith: (intake: Intake) => Reception) => Source;
};

export const messageKinds = realKinds;
/** HTTP is unchanged; UDP has no socket. */
export const SOURCES: readonly SourceType[] = REAL.filter(({ name }: SourceType) => ["http", "udp"].includes(name)).map(
  (type: SourceType): SourceType =>
    type.name === "http" ? type : { ...type, make: async (context) => simulated.opened(context, receptionOf(context)) },
);

function receptionOf({ clock, decoding, log, mark }: SourceContext): (intake: Intake) => Reception {
  return (intake) => new Reception({ intake, decoding, log, mark, clock, maxPayloadBytes: 1 << 20 });
}
