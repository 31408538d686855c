/** Sessions and last wills are limited for each user. */

import { SessionStore } from "../../../runtime/parts/broker/session-store.ts";
import { Wills } from "../../../runtime/parts/broker/wills.ts";
import { walkLimits } from "../../support/limit-walks.ts";

walkLimits({
  "mqtt-sessions": () => {
    const store = new SessionStore({ expiryMs: 1000 });
    try {
      const durable = (id: string, user: string) => {
        const { session } = store.open(`${user}/${id}`, false, user);
        const isKept = store.extend(session, 1000);
        if (isKept)
          store.subscribe(
            session,
            { filter: "x", qos: 1, noLocal: false, asPublished: false, retainHandling: 0 },
            undefined,
          );
        return isKept;
      };
      for (let n = 0; n < 2000; n++) durable(`c${n}`, "ann");
      return durable("c", "bob") ? 0 : 1;
    } finally {
      store.close();
    }
  },
  "mqtt-wills": () => {
    const wills = new Wills(() => {});
    const packet = { topic: "t", payload: Buffer.alloc(60_000), qos: 0, retain: false, properties: {} } as const;
    const keep = (owner: string) => wills.keep(packet, { mayPublish: () => true, mayRead: () => true }, owner);
    while (keep("ann") !== undefined);
    return keep("bob") === undefined ? 1 : 0;
  },
});
