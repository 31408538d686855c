/** The service starts with messages in its journal that are not in the store. */

import { join } from "node:path";
import { openJournal } from "../../../runtime/journal/file-journal.ts";
import { ServiceProcess } from "../lab.ts";
import { inFaultLab } from "./fault-lab.ts";
import { datagram } from "./load.ts";
import type { FaultOutcome } from "./outcome.ts";

const T0 = 1_700_000_000_000_000_000n;

export function backlog(messages: number): Promise<FaultOutcome> {
  return inFaultLab({}, async (lab) => {
    await fill(join(lab.lab.directory, "data/journal"), messages);
    const began = performance.now();
    const service = new ServiceProcess(lab.lab.config);
    try {
      await service.running();
      await service.json("/health");
      const started = seconds(began);
      await service.settled();
      const caughtUp = seconds(began);
      const code = await service.stop();
      const note = `\`/health\` answers after ${started} s, all stored after ${caughtUp} s; ended with ${code}`;
      const counts = await lab.compare({ udp: { sent: messages } });
      return { fault: `start with ${messages.toLocaleString("en-US")} messages waiting`, counts, note };
    } finally {
      await service.kill();
    }
  });
}

export async function fill(directory: string, messages: number): Promise<void> {
  const journal = await openJournal({ directory, maxBytes: 2 ** 32, commitIntervalMs: 5 });
  for (let n = 0; n < messages; n++) {
    const receivedNs = T0 + BigInt(n) * 1000n;
    journal.append({
      source: "udp",
      address: "rig",
      sender: "127.0.0.1:50123",
      contentType: "",
      receivedNs,
      payload: datagram(n),
    });
    if (n % 10_000 === 0) await journal.durable();
  }
  await journal.close();
}

function seconds(began: number): string {
  return ((performance.now() - began) / 1000).toFixed(1);
}
