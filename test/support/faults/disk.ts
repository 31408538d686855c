/** The disk that journal and database share is full, then has room again. */

import type { ServiceProcess } from "../lab.ts";
import { onSmallDisk } from "../small-disk.ts";
import { pause, until } from "../until.ts";
import { inFaultLab } from "./fault-lab.ts";
import { Load } from "./load.ts";
import type { FaultOutcome } from "./outcome.ts";

interface ChannelCounts {
  readonly channels: readonly { readonly name: string; readonly rejected: Readonly<Record<string, number>> }[];
}

/** @param fullSeconds how long the disk stays full */
export function diskFull(mebibytes: number, fullSeconds: number): Promise<FaultOutcome> {
  return onSmallDisk(mebibytes, (disk) =>
    inFaultLab({ data: disk.directory }, async (lab) => {
      const service = await lab.start();
      const load = new Load(lab.ports, { padding: 60_000, perSecond: 200 });
      await until(() => (load.answers.get(503) ?? 0) > 0);
      await pause(fullSeconds * 1000, "the disk stays full");
      const publications = load.acknowledgedPublications;
      await pause(500, "a PUBACK would come meanwhile");
      const puback = load.acknowledgedPublications > publications ? "some PUBACKs" : "no PUBACK";
      const { refusal } = load;
      disk.resize(mebibytes * 16);
      const posts = load.acknowledgedPosts;
      await until(() => load.acknowledgedPosts > posts + 20);
      const tallies = await load.finish();
      await service.settled();
      const unavailable = await refusedDatagrams(service);
      const code = await service.stop();
      const note = `503 \`${refusal}\`, ${puback}, ${unavailable} datagrams counted as unavailable; went on without a restart, then ended with ${code}`;
      return { fault: `disk full (${mebibytes} MB)`, counts: await lab.compare(tallies), note };
    }),
  );
}

async function refusedDatagrams(service: ServiceProcess): Promise<number> {
  const { channels } = await service.json<ChannelCounts>("/health");
  return channels.find(({ name }) => name === "rig")?.rejected["unavailable"] ?? 0;
}
