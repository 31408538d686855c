/** What the parts see of a process with a log of its own that stores. */

import { deviceRules, ofRealms, withLearned } from "../api/device-rules.ts";
import type { Running } from "../model/running.ts";
import type { Facts } from "../model/store.ts";
import type { Storing } from "../parts/part-kind.ts";
import type { Base } from "./base.ts";
import type { OwnLog } from "./own-log.ts";
import type { Storing as StoringProcess } from "./storing.ts";

export async function openStoringParts(
  base: Base,
  { outgoing: { rows } }: OwnLog,
  { store, thread }: StoringProcess,
  facts: Facts,
): Promise<Running[]> {
  const { inForce, log, version, events, started } = base;
  const rules = ofRealms(
    () => inForce.settings.realms,
    (realms) => deviceRules(realms, () => inForce.served()),
  );
  const running: Running[] = [];
  for (const { name, open } of base.openedParts) {
    const storing: Storing = {
      log,
      version,
      instance: started.mqtt.clientId,
      events,
      store,
      facts,
      rows: thread.follower(name),
      publish: (row) => rows.put(row),
      channels: () => inForce.served(),
      channelSettings: () => inForce.settings.channels,
      firmware: (channel) => inForce.configuration.codecs.get(channel)?.version,
      deviceRules: withLearned(rules, base.units),
    };
    const opened = await open.storing?.(storing);
    if (opened !== undefined) running.push(opened);
  }
  return running;
}
