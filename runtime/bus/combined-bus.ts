/** Combines several buses into one: the page's own router and an external one. */

import type { BoundStates } from "../model/bounds.ts";
import type { Bus, BusEvent } from "../model/bus.ts";
import type { PartStatus } from "../model/part-status.ts";

/** Publishes on each bus that wants the topic. Its health is that of its least healthy bus. */
export function combineBuses(buses: readonly Bus[]): Bus {
  return {
    wants: (topic) => buses.some((bus) => bus.wants(topic)),
    publish: (topic: string, event: BusEvent) => {
      for (const bus of buses) if (bus.wants(topic)) bus.publish(topic, event);
    },
    status: () => combineStatus(buses.map((bus) => bus.status())),
    close: async () => {
      await Promise.all(buses.map((bus) => bus.close()));
    },
    shown: buses.flatMap(({ shown = [] }) => shown).join(", and "),
  };
}

function combineStatus(statuses: readonly PartStatus[]): PartStatus {
  const worst = (["down", "degraded", "ok"] as const).find((state) => statuses.some((one) => one.state === state));
  const failed = statuses.find((one) => one.lastError !== undefined)?.lastError;
  const counts: Record<string, number> = {};
  for (const one of statuses) {
    for (const [name, count] of Object.entries(one.counts ?? {})) counts[name] = (counts[name] ?? 0) + count;
  }
  return {
    state: worst ?? "ok",
    detail: statuses.map((one) => one.detail).join("; "),
    counts,
    bounds: Object.assign({}, ...statuses.map(({ bounds }) => bounds)) as BoundStates,
    ...(failed && { lastError: failed }),
  };
}
