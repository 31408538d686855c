/** Intake, and what follows the points that it keeps. */

import { IntakeCore } from "../intake/intake-core.ts";
import type { LogWriter } from "../model/message-log.ts";
import type { Member } from "../parts/sharing.ts";
import { STORE_KINDS } from "../settings/store-kinds.ts";
import { tellsReplaced } from "../store/open-store.ts";
import type { Base } from "./base.ts";
import type { OwnLog } from "./own-log.ts";

export function composeIntake(
  base: Base,
  ownLog: OwnLog,
  node: Member | undefined,
  log: LogWriter = ownLog.messages,
): IntakeCore {
  const { inForce: decoding, bus, activity, clock } = base;
  const { firstTimes, rejected } = ownLog;
  const intake = new IntakeCore({
    log,
    bus,
    refusals: rejected.refusals,
    activity,
    decoding,
    firstTimes: node?.firstTimes ?? firstTimes,
    clock,
    units: base.units,
    onNotShown: (error) => {
      base.log.error({ event: "message.not-shown", error: String(error) }, "a stored message could not be shown live");
    },
    storeCounts: node === undefined ? tellsReplaced(base.started, STORE_KINDS) : () => false,
  });
  intake.onPoint((point, message) => base.events.emit("point", point, message));
  return intake;
}
