/** Brings a journal to the cluster's log, as a node does. */

import { SILENT } from "../../../runtime/lib/log.ts";
import { type Forwarding, type ForwardingOptions, openForwarding } from "../../../runtime/parts/cluster/forwarding.ts";
import { clusterOf } from "../../../runtime/parts/cluster/keys.ts";
import { kindsOf } from "../../../runtime/service/message-kinds.ts";
import type { Settings } from "../../../runtime/settings/settings.ts";
import { Epochs } from "../../../runtime/store-thread/epochs.ts";

export interface RunningForwarding extends Forwarding {
  stop(): Promise<void>;
}

type Given = Pick<ForwardingOptions, "messages" | "epoch"> &
  Partial<Omit<ForwardingOptions, "settings">> & { readonly settings: Settings };

/** By default nothing is withdrawn, and nothing may be refused. */
export async function startForwarding(given: Given): Promise<RunningForwarding> {
  const { forwarder, writer } = await openForwarding({
    share: async () => {},
    incarnation: async () => 1,
    withdrawn: { ranges: [], has: () => false, add: async () => {} },
    deadLetters: { durable: async () => {} },
    onRefused: ({ error }) => {
      throw error;
    },
    log: SILENT,
    epochs: (options) => new Epochs({ ...options, kindsOf, settings: given.settings }),
    ...given,
    settings: clusterOf(given.settings),
  });
  writer.start();
  const stop = async () => {
    await writer.stop(1000);
    await forwarder.close();
  };
  return { forwarder, writer, stop };
}
