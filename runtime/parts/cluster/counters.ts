/** Metrics of a cluster's log: frames with another outcome than being stored or sent once. */

import { counters } from "../../model/counters.ts";

const NAME = "cluster_frames_passed_over_total";
const HELP =
  "Frames of the cluster's log that this node did not store or send, by reason; `refused` and `foreign-id` mean that something is wrong";

/** At a node that stores. */
export const CLUSTER_LOG_COUNTERS = counters("cluster log", {
  inHand: [NAME, HELP, { reason: "in-hand" }],
  alreadyStored: [NAME, HELP, { reason: "already-stored" }],
  withoutBeginning: [NAME, HELP, { reason: "without-beginning" }],
  refused: [NAME, HELP, { reason: "refused" }],
  leftToOthers: [NAME, HELP, { reason: "left-to-others" }],
});

/** At a node that receives. */
export const FORWARDER_COUNTERS = counters("cluster", {
  sentBefore: [NAME, HELP, { reason: "sent-before" }],
  foreignDuplicates: [NAME, HELP, { reason: "foreign-id" }],
});
