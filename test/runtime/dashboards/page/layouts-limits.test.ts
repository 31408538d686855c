/** A user's own dashboards: however many one saves, another saves hers. */

import { layoutsApi } from "../../../../runtime/dashboards/page/layouts-api.ts";
import type { Caller } from "../../../../runtime/http/caller.ts";
import { user } from "../../../support/callers.ts";
import { walkLimits } from "../../../support/limit-walks.ts";
import { MemoryStore } from "../../../support/memory-store.ts";

const LAYOUT = JSON.stringify({ order: [], panels: {}, added: {} });

/** @param deletes each after its save */
async function walk(count: number, deletes: boolean): Promise<number | string> {
  const store = new MemoryStore();
  const of = (name: string) => {
    const credential = { user: name } as Caller["credential"];
    const api = layoutsApi({ store, caller: () => user({ credential, asker: name }) });
    return async (path: string) => {
      const headers = { "Content-Type": "application/json" };
      const { status } = await api.request(path, { method: "PUT", headers, body: LAYOUT });
      if (deletes) await api.request(path, { method: "DELETE" });
      return status;
    };
  };
  const [ann, bob] = [of("ann"), of("bob")];
  let last = 0;
  for (let n = 0; n < count; n++) last = await ann(`/layouts/~${n}`);
  if (last !== 413) return `ann's last one is answered ${last}`;
  return (await bob("/layouts/~0")) === 204 ? 0 : 1;
}

walkLimits({
  "layouts-api MOST_OWN": () => walk(101, false),
  "layouts-api MOST_OWN_NAMES": () => walk(1001, true),
});
