/** Metrics of log-ins. */

import { counters } from "../model/counters.ts";

const NAME = "log_ins_total";
const HELP = "Credentials that were right, wrong, or not checked after too many failures";

export const ACCESS_COUNTERS = counters("access", {
  accepted: [NAME, HELP, { outcome: "accepted" }],
  wrong: [NAME, HELP, { outcome: "wrong" }],
  limited: [NAME, HELP, { outcome: "limited" }],
});
