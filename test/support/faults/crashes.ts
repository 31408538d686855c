/** The service is killed, or ended, while messages come. */

import { ServiceProcess } from "../lab.ts";
import { randomFrom } from "../mutate-header.ts";
import { pause, until } from "../until.ts";
import { inFaultLab } from "./fault-lab.ts";
import { Load } from "./load.ts";
import type { FaultOutcome } from "./outcome.ts";

/** Maximum lifetime of a process. */
const LONGEST_LIFE_MS = 500;
/** One of this many is killed during its start. */
const KILLED_AT_START = 5;
const START_MS = 800;

/** `kill -9` at random moments, also while the service starts. */
export function killed(times: number, seed = 8): Promise<FaultOutcome> {
  const random = randomFrom(seed);
  return inFaultLab({}, async (lab) => {
    const load = new Load(lab.ports);
    let alive = 0;
    for (let time = 0; time < times; time++) {
      const service = new ServiceProcess(lab.lab.config);
      if (time % KILLED_AT_START === KILLED_AT_START - 1)
        await pause(random.below(START_MS), "the kill comes at a random moment of the start");
      else {
        await service.running();
        await pause(random.below(LONGEST_LIFE_MS), "the kill comes at a random moment");
      }
      if (/^ {2}health /m.test(service.output)) alive++;
      await service.kill();
    }
    const service = await lab.start();
    await pause(LONGEST_LIFE_MS, "the last life is as long as the longest");
    const tallies = await load.finish();
    await service.settled();
    const code = await service.stop();
    const note = `killed ${times} times, ${times - alive} of them while it started; then ended with ${code}`;
    return { fault: "`kill -9`", counts: await lab.compare(tallies), note };
  });
}

/** SIGTERM while datagrams, posts and publications come. @param datagrams a second */
export function terminated(times: number, datagrams = 5000): Promise<FaultOutcome> {
  return inFaultLab({}, async (lab) => {
    const load = new Load(lab.ports, { datagrams });
    const codes: (number | null)[] = [];
    for (let time = 0; time < times; time++) {
      const service = await lab.start();
      const before = load.acknowledgedPosts;
      await until(() => load.acknowledgedPosts >= before + 25);
      codes.push(await service.stop());
    }
    const service = await lab.start();
    const tallies = await load.finish();
    codes.push(await service.stop());
    const note = `ended ${codes.length} times; ended with ${[...new Set(codes)].join(", ")}`;
    return { fault: "SIGTERM in a burst", counts: await lab.compare(tallies), note };
  });
}
