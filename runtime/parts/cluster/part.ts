/** Several machines that share one log on NATS servers, and work as one. */

import type { PartKind } from "../part-kind.ts";
import { CLUSTER_LOG_COUNTERS, FORWARDER_COUNTERS } from "./counters.ts";
import { CLUSTER, type ClusterSettings } from "./keys.ts";
import type { LiveBus } from "./live.ts";
import { clusterNames } from "./names.ts";

export const CLUSTER_PART: PartKind<ClusterSettings | undefined> = {
  name: "cluster",
  settings: CLUSTER,
  shared: {
    settings: CLUSTER,
    routes: async () => {
      const { clusterApi } = await import("./cluster-api.ts");
      return clusterApi({ resend: undefined, retryRefused: () => Promise.resolve(0) });
    },
    counters: [CLUSTER_LOG_COUNTERS, FORWARDER_COUNTERS],
    logCounters: CLUSTER_LOG_COUNTERS,
    threadLog: async () => (await import("./cluster-thread-log.ts")).CLUSTER_THREAD_LOG,
  },
  actions: async () => [(await import("./cluster-action.ts")).cluster],
  open(settings) {
    let live: LiveBus | undefined;
    return {
      async bus() {
        const { name } = settings() ?? {};
        if (name === undefined) return undefined;
        const { LiveBus } = await import("./live.ts");
        live = new LiveBus(clusterNames(name));
        return live;
      },
      async join(joining) {
        const { joinCluster } = await import("./member.ts");
        return joinCluster(joining, settings()!, live!);
      },
    };
  },
};
