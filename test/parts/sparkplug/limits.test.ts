/** Limits of Sparkplug: what realm a fills takes nothing from realm b. */

import type { Message } from "../../../runtime/model/message.ts";
import { EdgeNode } from "../../../runtime/parts/sparkplug/edge-node.ts";
import { SparkplugHost } from "../../../runtime/parts/sparkplug/host.ts";
import { walkLimits } from "../../support/limit-walks.ts";

/** A birth with one metric, and one whose metric has no name. */
const BIRTH = Buffer.from([0x12, 7, 0x0a, 1, 0x61, 0x20, 3, 0x50, 1, 0x18, 0]);
const DATA = Buffer.from([0x12, 7, 0x0a, 1, 0x61, 0x20, 0, 0x50, 1, 0x18, 1]);

function hostOf(mostMetrics?: number) {
  const options = { askForBirth: () => {}, retry: () => {}, startNs: 0n, ...(mostMetrics && { mostMetrics }) };
  const host = new SparkplugHost(options);
  return (realm: string, node: number, kind: "NBIRTH" | "NDATA") => {
    const payload = kind === "NBIRTH" ? BIRTH : DATA;
    const message: Partial<Message> = {
      source: "mqtt",
      address: `spBv1.0/G/${kind}/E${node}`,
      payload,
      receivedNs: 1n,
    };
    return host.read(message as Message, { realm }).then(
      () => true,
      () => false,
    );
  };
}

walkLimits({
  "host MOST_NODES": async () => {
    const send = hostOf();
    await send("b", 0, "NBIRTH");
    for (let node = 0; node < 12_000; node++) await send("a", node, "NBIRTH");
    return (await send("b", 0, "NDATA")) ? 0 : 1;
  },
  "edge-node MOST_DEVICES": () => {
    const dead: string[] = [];
    const node = new EdgeNode({
      ...{ group: "G", edge: "E", hasRoom: () => true, hasAliases: true, unitOf: () => undefined, nowMs: () => 0n },
      publish: (topic) => void (topic.includes("/DDEATH/") && dead.push(topic)),
    });
    node.born(1);
    const take = (realm: string, device: number) =>
      node.take({
        ...{ realm, database: `${realm}_n`, measurement: `m${device}`, timeMs: 1n },
        ...{ columns: [{ name: "v", type: "float" as const }], values: [1] },
      });
    for (let device = 0; device < 10; device++) take("b", device);
    for (let device = 0; device < 12_000; device++) take("a", device);
    return dead.length > 0 ? dead.filter((topic) => topic.includes("/b_n")).length : "none gave way";
  },
  "host MOST_METRICS": async () => {
    const send = hostOf(5);
    let born = 0;
    for (let node = 0; node < 20; node++) if (await send("a", node, "NBIRTH")) born++;
    return born < 20 && (await send("b", 0, "NBIRTH")) ? 0 : 1;
  },
});
