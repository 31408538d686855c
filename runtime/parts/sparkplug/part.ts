/**
 * Sparkplug B: the service as a host of edge nodes, whose topics a map names (`vendor = sparkplug`), and as an edge node of its own, for other
 * hosts.
 */

import type { AddressForms } from "../../model/address-forms.ts";
import type { PartKind } from "../part-kind.ts";
import { SPARKPLUG_COUNTERS } from "./counters.ts";
import { SPARKPLUG_SECTION, type SparkplugSettings } from "./keys.ts";

const READING = "sparkplug";

/** The addresses are those of the map; bodies are read on arrival. */
const FORMS: AddressForms = {
  dialects: [READING],
  parse: () => undefined,
  read: (reading, body) => (reading === READING ? body : undefined),
  topicEndings: () => [],
  query: () => undefined,
  bodies: () => ({}),
  manners: () => ({}),
};

export const SPARKPLUG: PartKind<SparkplugSettings> = {
  name: "sparkplug",
  counters: SPARKPLUG_COUNTERS,
  settings: SPARKPLUG_SECTION,
  forms: FORMS,
  topics: [
    // Commands, also those of other hosts, and the states of hosts.
    { form: /^spBv1\.0\/[^/]+\/[ND]CMD\//, publishes: "service-or-others", forDevices: true },
    { form: /^spBv1\.0\/STATE\/[^/]+$/, publishes: "service-or-others", forDevices: true },
  ],
  open: (settings) => ({
    exchange: async (exchange) => (await import("./open-sparkplug.ts")).openSparkplug(exchange, settings),
    storing: async (storing) => (await import("./open-edge.ts")).openEdge(storing, settings),
  }),
  follow: async () => (await import("./edge-follower.ts")).followRows,
};
