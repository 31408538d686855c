/** Features of a service besides storing, each as an action that can run while messages arrive. */

import { rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pause } from "../until.ts";
import type { PairLab } from "./pair-lab.ts";
import { type Epoch, ZONES } from "./truth.ts";

const MEANWHILE = "messages come meanwhile";

export type Feature = (lab: PairLab) => Promise<void>;

const NAMES = Object.keys(ZONES) as Epoch["zone"][];
const SECONDS_10_YEARS = 315_360_000;

/** Only one of these at a time: each changes the configuration, or the process. */
export const ALONE: ReadonlySet<string> = new Set(["reload", "versions", "revoke", "outputs", "restart", "kill"]);

export const FEATURES: Readonly<Record<string, Feature>> = {
  reload: (lab) => {
    const zone = NAMES[(NAMES.indexOf(lab.truth.epoch.zone) + 1) % NAMES.length]!;
    return lab.reload({ ...lab.truth.epoch, zone });
  },
  versions: (lab) => lab.reload({ ...lab.truth.epoch, divisor: lab.truth.epoch.divisor === 10 ? 100 : 10 }),
  revoke: (lab) => lab.revoke(),
  async retry(lab) {
    await (await lab.ask("/rejects/retry", { all: true }).catch(() => undefined))?.text();
  },
  async replay(lab) {
    const before = new Set(lab.truth.sent.filter(({ answer }) => answer === "acknowledged"));
    const { epochs } = lab.truth;
    const answer = await lab.ask("/replay/rig", { apply: true }).catch(() => undefined);
    const text = (await answer?.text().catch(() => "")) ?? "";
    // A replay that ended early has rewritten some rows.
    const isWhole = /"step":"end"/.test(text) && !/"left":[1-9]/.test(text);
    lab.truth.replayed(isWhole ? before : new Set(), [...epochs, ...lab.truth.epochs]);
  },
  async "clock jump"(lab) {
    for (const seconds of [SECONDS_10_YEARS, -86_400]) {
      await lab.apart(async () => {
        lab.clock.set(seconds);
        await pause(300, MEANWHILE);
        lab.clock.set(0);
      });
      await pause(100, MEANWHILE);
    }
  },
  async "store away"(lab) {
    await lab.influxd?.halt("SIGKILL");
    await pause(300, MEANWHILE);
    await lab.influxd?.resume();
  },
  async "disk full"(lab) {
    const ballast = join(lab.data, "ballast");
    const { bavail, bsize } = statfsSync(lab.data);
    try {
      writeFileSync(ballast, Buffer.alloc(Math.max(0, Number(bavail) * Number(bsize) - 16_384)));
    } catch {
      // The disk counts as full a little earlier.
    }
    await pause(300, MEANWHILE);
    rmSync(ballast, { force: true });
  },
  outputs: (lab) => lab.reroute(),
  async restart(lab) {
    await lab.service.stop();
    await lab.start();
  },
  async kill(lab) {
    await lab.service.kill();
    await lab.start();
  },
  async "dead letters"(lab) {
    await Promise.all([lab.send("bad"), lab.send("odd"), lab.send("bad"), lab.send("odd")]);
  },
  async exports(lab) {
    const rows = await lab.stored("received").catch(() => undefined);
    if (rows === undefined) return;
    const found = new Set(rows.map(({ n }) => n));
    if (found.size < rows.length) throw new Error("an export has a row twice");
  },
};

export interface Pair {
  readonly name: string;
  readonly features: readonly [string, string];
  readonly run: Feature;
}

/** All pairs: one after the other and, if both can run together, at the same time. */
export function pairs(): readonly Pair[] {
  const names = Object.keys(FEATURES);
  const together = names.flatMap((one, index) =>
    names
      .slice(index + 1)
      .filter((other) => !(ALONE.has(one) && ALONE.has(other)))
      .map((other) => [one, other] as const),
  );
  return [
    ...names.flatMap((one) => names.map((other) => [one, other] as const)).map(oneAfterTheOther),
    ...together.map(atATime),
  ];
}

function oneAfterTheOther([one, other]: readonly [string, string]): Pair {
  const run = async (lab: PairLab) => {
    await FEATURES[one]!(lab);
    await FEATURES[other]!(lab);
  };
  return { name: `${one}, then ${other}`, features: [one, other], run };
}

function atATime([one, other]: readonly [string, string]): Pair {
  const run = async (lab: PairLab) => void (await Promise.all([FEATURES[one]!(lab), FEATURES[other]!(lab)]));
  return { name: `${one} while ${other}`, features: [one, other], run };
}
