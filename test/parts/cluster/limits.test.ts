/** Limits of a cluster's node: what realm a fills takes nothing from realm b. */

import { ReplicatedLog } from "../../../runtime/parts/cluster/replicated-log.ts";
import { messageOf } from "../../support/journal-messages.ts";
import { walkLimits } from "../../support/limit-walks.ts";

walkLimits({
  "replicated-log MOST_REMEMBERED": () => {
    const log = new ReplicatedLog({ messages: {} as never, acknowledge: "replicated", withdraw: async () => false });
    const late = { reached: new Promise<void>(() => {}) } as Parameters<ReplicatedLog["remember"]>[1];
    const remember = (realm: string, text: string) => {
      const message = messageOf(text, { source: "http", address: `${realm}/n/g/d/data` });
      log.remember(message, late);
      return message;
    };
    for (let n = 0; n < 120_000; n++) remember("a", `${n}`);
    return log.append(remember("b", "1"), 1) === late ? 0 : 1;
  },
});
