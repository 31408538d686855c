/** Brings a journal to the cluster's log, as a node does. */

import { SILENT } from "../../runtime/lib/log.ts";
import { type Forwarding, type ForwardingOptions, openForwarding } from "../../runtime/service/forwarding.ts";

export interface RunningForwarding extends Forwarding {
  stop(): Promise<void>;
}

type Given = Pick<ForwardingOptions, "settings" | "messages" | "epoch"> & Partial<ForwardingOptions>;

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
    ...given,
  });
  writer.start();
  const stop = async () => {
    await writer.stop(1000);
    await forwarder.close();
  };
  return { forwarder, writer, stop };
}
