/** What happens in a run, as data: made from one number, printed, and left out one by one when a run fails. */

import { type Dice, diceOf } from "./scheduler.ts";

export type Body = "json" | "timed" | "rows" | "csv" | "odd" | "bad";

/** What the configuration says: which realms there are, and the zone of times without one in the first. */
export interface Epoch {
  readonly realms: readonly string[];
  readonly zone: keyof typeof ZONES;
  /** The first database of the plan, or another one. */
  readonly store: "first" | "other";
}

/** Hours ahead of UTC; none of them has a summer time. */
export const ZONES = { UTC: 0, "Asia/Tokyo": 9, "America/Phoenix": -7 } as const;

export type Step =
  | { readonly do: "post"; readonly realm: string; readonly device: string; readonly body: Body; readonly n: number }
  | { readonly do: "reload"; readonly epoch: Epoch }
  | { readonly do: "retry" }
  | { readonly do: "wait"; readonly ms: number }
  | { readonly do: "database"; readonly fault: "away" | "slow" | "uncertain"; readonly ms: number }
  | { readonly do: "disk"; readonly fault: "full" | "failing"; readonly ms: number }
  | { readonly do: "clock"; readonly aheadS: number; readonly ms: number }
  | { readonly do: "end thread" | "restart" | "kill" | "cut power" };

export interface Plan {
  readonly seed: number;
  readonly database: "embedded" | "server";
  /** The realm beta has a database of its own. */
  readonly outputs: "one" | "two";
  readonly steps: readonly Step[];
}

export const FIRST_EPOCH: Epoch = { realms: ["acme", "beta"], zone: "UTC", store: "first" };

/** Rows of one step have numbers from its own on, which name them. */
export const MOST_ROWS = 3;

const JUMPS_S = [315_360_000, 3600, -3600, -86_400];

export function planOf(seed: number): Plan {
  const random = diceOf(seed ^ 0x5eed);
  const one = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)]!;
  const database = random() < 0.7 ? "embedded" : "server";
  const outputs = random() < 0.7 ? "one" : "two";
  const steps: Step[] = [];
  const count = 10 + Math.floor(random() * 40);
  for (let index = 0; index < count; index++) steps.push(stepOf(random, one, 1000 + index * MOST_ROWS));
  return { seed, database, outputs, steps };
}

function stepOf(random: Dice, one: <T>(of: readonly T[]) => T, n: number): Step {
  const dice = random() * 100;
  if (dice < 55) {
    const body = one<Body>(["json", "json", "timed", "timed", "rows", "csv", "odd", "odd", "bad"]);
    return { do: "post", realm: one(["acme", "acme", "beta"]), device: one(["a", "b"]), body, n };
  }
  if (dice < 65) return { do: "wait", ms: Math.floor(random() ** 3 * 3000) };
  if (dice < 75) {
    const realms = one([["acme", "beta"], ["acme", "beta"], ["acme"], ["beta"]]);
    const zone = one(Object.keys(ZONES) as (keyof typeof ZONES)[]);
    return { do: "reload", epoch: { realms, zone, store: random() < 0.2 ? "other" : "first" } };
  }
  if (dice < 79) return { do: "retry" };
  if (dice < 84) return { do: "database", fault: one(["away", "slow", "uncertain"]), ms: Math.floor(random() * 4000) };
  if (dice < 88) return { do: "disk", fault: one(["full", "failing"]), ms: Math.floor(random() * 1500) };
  if (dice < 91) return { do: "clock", aheadS: one(JUMPS_S), ms: one([300, 5000, 15_000, 30_000]) };
  if (dice < 93) return { do: "end thread" };
  return { do: one(["restart", "kill", "cut power"]) };
}

export function textOf(step: Step): string {
  const { do: what, ...rest } = step;
  return [
    what,
    ...Object.values(rest).map((value) => (typeof value === "object" ? JSON.stringify(value) : `${value}`)),
  ].join(" ");
}

/** As `channels.ini` says it. */
export function configurationOf(
  { realms, zone, store }: Epoch,
  { database, outputs }: Pick<Plan, "database" | "outputs">,
): string {
  const url = database === "embedded" ? `duckdb:/sim/data/${store}.duckdb` : `influxdb://${store}:8086`;
  const sections = realms.map((realm) => `[realm-${realm}]\n${realm === "acme" ? `timezone = ${zone}\n` : ""}`);
  const second = outputs === "two" ? "[store-beta]\nurl = influxdb://beta:8086\ndatabases = beta_*\n" : "";
  return `[lab]\nchannels =\n${sections.join("")}[journal]\ndirectory = /sim/data/journal\n[store]\nurl = ${url}\n${second}`;
}
