/** Metrics of alarms and of what webhooks and e-mails say of them. */

import { counters } from "../../model/counters.ts";

export const ALARM_COUNTERS = counters("alarms", {
  active: ["active_alarms", "Alarms that are active"],
  sent: ["notices_total", "Notices that a webhook or a mail server accepted"],
  waiting: ["waiting_notices", "Notices that wait for a webhook or a mail server"],
  lost: ["lost_notices_total", "Notices given up because too many waited"],
});
