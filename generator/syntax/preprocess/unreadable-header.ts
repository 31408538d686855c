/** Diagnostics for a listed header that cannot be read. */

import { nearest } from "../../../runtime/lib/nearest.ts";
import { MESSAGES } from "../../diagnostics/codes/messages.ts";
import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import { report } from "../../diagnostics/report.ts";
import type { ChannelPlan } from "../../plan/channel-plan.ts";
import type { HeaderRead, HeaderReader } from "../../source/header-reader.ts";

export function unreadableHeader(
  name: string,
  read: Exclude<HeaderRead, { kind: "file" }>,
  plan: ChannelPlan,
  reader: HeaderReader,
): Diagnostic {
  const details = { header: name, channel: plan.name };
  switch (read.kind) {
    case "missing":
      return report(MESSAGES, "E401", undefined, {
        ...details,
        present: reader.list(),
        nearest: nearest(name, reader.list()),
      });
    case "outside":
      return report(MESSAGES, "E402", undefined, details);
    case "too-large":
      return report(MESSAGES, "E403", undefined, { ...details, bytes: read.bytes });
    case "unreadable":
      return report(MESSAGES, "E404", undefined, { ...details, reason: read.reason });
  }
}
