/** `kill -9` under HTTP, MQTT and CSV, with reloads of realms, zones and codecs between, and while they are under way. */

import { randomFrom } from "../mutate-header.ts";
import { pause } from "../until.ts";
import { PairLab } from "./pair-lab.ts";
import { type Epoch, type Kind, ZONES } from "./truth.ts";

const RANDOM = "the kill comes at a random moment";

const POSTED: readonly Kind[] = ["timed", "csv", "received", "beta", "frame"];
const KINDS: readonly Kind[] = [...POSTED, "mqtt"];
const ZONE_NAMES = Object.keys(ZONES) as Epoch["zone"][];

export interface KilledOutcome {
  readonly problems: readonly string[];
  readonly reloads: number;
  readonly counts: Readonly<Partial<Record<Kind, { readonly sent: number; readonly acknowledged: number }>>>;
}

/** @param tell is called with one line after each restart */
export async function killedWithReloads(
  times: number,
  { seed = 27, tell = () => {} }: { readonly seed?: number; readonly tell?: (line: string) => void } = {},
): Promise<KilledOutcome> {
  const random = randomFrom(seed);
  const lab = await PairLab.open();
  let reloads = 0;
  try {
    lab.sendOn(POSTED, 6, 10);
    lab.sendOn(["mqtt"], 3, 10);
    for (let time = 0; time < times; time++) {
      await pause(random.below(300), RANDOM);
      const zone = ZONE_NAMES[random.below(ZONE_NAMES.length)]!;
      const epoch: Epoch = { zone, divisor: random.below(2) > 0 ? 10 : 100, beta: random.below(3) > 0 };
      const isAtOnce = time % 3 === 0;
      const began = performance.now();
      reloads++;
      if (isAtOnce) {
        // Killed while it reads the configuration: it starts with the new one.
        lab.truth.changing(epoch);
        lab.write(epoch);
        lab.service.signal("SIGHUP");
        await pause(random.below(60), RANDOM);
      } else {
        await lab.reload(epoch);
        await pause(100 + random.below(400), RANDOM);
      }
      await lab.service.kill();
      lab.truth.settled();
      await lab.start();
      const seconds = ((performance.now() - began) / 1000).toFixed(1);
      const when = isAtOnce ? "during" : "after";
      tell(`${time + 1} of ${times}: killed ${when} a reload (${lab.truth.sent.length} sent so far, ${seconds} s)`);
    }
    tell("comparing what was acknowledged with what is stored");
    await pause(200, "the last life has messages too");
    await lab.pause();
    const problems = await lab.problems();
    const counts = Object.fromEntries(
      KINDS.map((kind) => {
        const sent = lab.truth.sent.filter((one) => one.kind === kind);
        return [
          kind,
          { sent: sent.length, acknowledged: sent.filter(({ answer }) => answer === "acknowledged").length },
        ];
      }),
    );
    return { problems, reloads, counts };
  } finally {
    await lab.close();
  }
}
