/** Sparkplug B: the service as a host of edge nodes, whose topics a map names (`vendor = sparkplug`). */

import type { AddressForms } from "../../model/address-forms.ts";
import type { PartKind } from "../part-kind.ts";
import { SPARKPLUG_COUNTERS } from "./counters.ts";

const READING = "sparkplug";

/** The addresses are those of the map; bodies are read on arrival. */
const FORMS: AddressForms = {
  names: [READING],
  parse: () => undefined,
  read: (reading, body) => (reading === READING ? body : undefined),
  topicEndings: () => [],
  query: () => undefined,
  bodies: () => ({}),
  manners: () => ({}),
};

export const SPARKPLUG: PartKind = {
  name: "sparkplug",
  counters: SPARKPLUG_COUNTERS,
  forms: FORMS,
  topics: [
    // Commands, also those of other hosts, and the states of hosts.
    { form: /^spBv1\.0\/[^/]+\/[ND]CMD\//, publishes: "service-or-others", forDevices: true },
    { form: /^spBv1\.0\/STATE\/[^/]+$/, publishes: "service-or-others", forDevices: true },
  ],
  open: () => ({ exchange: async (exchange) => (await import("./open-sparkplug.ts")).openSparkplug(exchange) }),
};
