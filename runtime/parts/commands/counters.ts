/** Metrics of commands to devices. */

import { counters } from "../../model/counters.ts";

const NAME = "commands_total";
const HELP = "Commands by the states that they have reached";

export const COMMAND_COUNTERS = counters("commands", {
  ordered: [NAME, HELP, { state: "ordered" }],
  sent: [NAME, HELP, { state: "sent" }],
  acknowledged: [NAME, HELP, { state: "acknowledged" }],
  refused: [NAME, HELP, { state: "refused" }],
  timedOut: [NAME, HELP, { state: "timed out" }],
  unknown: [NAME, HELP, { state: "unknown" }],
  strangeAcks: ["strange_acknowledgements_total", "Acknowledgements from devices that fit no command"],
});
