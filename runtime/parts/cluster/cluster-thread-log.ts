/** The cluster's log, as the store's thread reads it. */

import { randomUUID } from "node:crypto";
import { backlogsOf, outputNames } from "../../store/open-store.ts";
import { clusterLogName } from "../../store-thread/takes.ts";
import type { LogKind } from "../../store-thread/thread-log.ts";
import { ClusterLog } from "./cluster-log.ts";
import { clusterOf } from "./keys.ts";

export const CLUSTER_THREAD_LOG: LogKind = {
  // Other nodes have their own codecs, which are not all updated at once.
  choice: "layout",
  // The node that received a message has reported its rows.
  tells: "messages",
  async open({ options: { settings }, stores, onFinding }) {
    const cluster = clusterOf(settings);
    const wishes = backlogsOf(settings, cluster.maxBytes).map((output, index) => ({
      ...output,
      onNode: (node: string) => stores[index]!.store.receives(clusterLogName(node)),
    }));
    const log = new ClusterLog({
      settings: cluster,
      worker: randomUUID(),
      outputs: [wishes[0]!, ...wishes.slice(1)],
      routing: JSON.stringify(outputNames(settings)),
      onFinding,
    });
    const outputs = log.readers.map((reader) => ({ reader }));
    return { remote: [], outputs, status: () => log.status(), close: () => log.close() };
  },
};
