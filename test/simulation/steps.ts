/** The events of a run as data: generated from a seed, printable, and removable one by one when a run fails. */

import type { Limit } from "./alarm-model.ts";
import { type Dice, diceOf } from "./scheduler.ts";

/** `ahead`: with a time that is still to come. `level`: with a value that may have a limit. */
export type Body = "json" | "timed" | "ahead" | "rows" | "csv" | "odd" | "bad" | "level";

/** What a user sends over HTTP: at once, or a piece now and then. */
export type Upload = "timed" | "csv" | "slow csv";

/** A configuration: its realms, the first one's zone for times without one, and the header of the frames. */
export interface Epoch {
  readonly header: Header;
  readonly realms: readonly string[];
  readonly zone: keyof typeof ZONES;
  /** The first database of the plan, or another one. */
  readonly store: "first" | "other";
}

export type Header = "one.h" | "ten.h";

/** Ratio of the stored `v` to the frame's. */
export const TIMES: Readonly<Record<Header, number>> = { "one.h": 1, "ten.h": 10 };

export const USERS = ["ann", "bob"] as const;
export type UserName = (typeof USERS)[number];

/** MQTT clients, which send again what was not acknowledged. */
export const CLIENTS = ["gate", "mast"] as const;
export type ClientName = (typeof CLIENTS)[number];

/** Hours ahead of UTC; none of them has a summer time. */
export const ZONES = { UTC: 0, "Asia/Tokyo": 9, "America/Phoenix": -7 } as const;

export type Step =
  | {
      readonly do: "post";
      readonly realm: string;
      readonly device: string;
      readonly body: Body;
      /** Of a `level`. */
      readonly t?: number;
      readonly n: number;
    }
  | { readonly do: "frame"; readonly n: number }
  | {
      readonly do: "publish";
      readonly by: ClientName;
      readonly realm: string;
      readonly device: string;
      readonly body: "json" | "timed" | "odd";
      readonly n: number;
    }
  | { readonly do: "reconnect"; readonly by: ClientName }
  | {
      readonly do: "upload";
      readonly by: UserName;
      readonly realm: string;
      readonly device: string;
      readonly body: Upload;
      readonly n: number;
    }
  | { readonly do: "export"; readonly by: UserName; readonly realm: string; readonly device: string }
  | {
      readonly do: "users";
      readonly who: UserName;
      readonly change: "revoke" | "renew" | "narrow" | "widen";
      readonly ms: number;
    }
  /** Wrong tokens, from the address of this user. */
  | { readonly do: "guess"; readonly from: UserName; readonly count: number }
  /** Of a column of alarms; undefined: none any more. */
  | { readonly do: "limit"; readonly by: UserName | "root"; readonly place: Place; readonly limit: Limit | undefined }
  | { readonly do: "mute"; readonly by: UserName | "root"; readonly place: Place; readonly isMuted: boolean }
  /** More than a realm has room for. */
  | {
      readonly do: "flood";
      readonly by: UserName | "root";
      readonly realm: string;
      readonly what: "mutes" | "alarms";
    }
  /** At the list of alarms. */
  | { readonly do: "look"; readonly by: UserName | "root" }
  /** What is shown as the newest. */
  | { readonly do: "newest" }
  | { readonly do: "replay" }
  | { readonly do: "reload"; readonly epoch: Epoch }
  | { readonly do: "retry" }
  | { readonly do: "wait"; readonly ms: number }
  | { readonly do: "database"; readonly fault: "away" | "slow" | "uncertain"; readonly ms: number }
  | { readonly do: "disk"; readonly fault: "full" | "failing"; readonly ms: number }
  | { readonly do: "clock"; readonly aheadS: number; readonly ms: number }
  | { readonly do: "remove"; readonly realm: string; readonly device: string }
  /** While no process runs. */
  | { readonly do: "damage"; readonly file: SmallFile; readonly how: "cut" | "zeroed" | "flipped" | "emptied" }
  | { readonly do: "end thread" | "restart" | "kill" | "cut power" };

/** A column that may have a limit: a device's, or that of the frames. */
export type Place = { readonly realm: string; readonly device: string } | "frames";

export interface Plan {
  readonly seed: number;
  readonly database: "embedded" | "server";
  /** Whether authentication is required. */
  readonly users: "nobody" | "some";
  /** The realm beta has a database of its own. */
  readonly outputs: "one" | "two";
  readonly steps: readonly Step[];
}

/** Small files beside the journal. Damaged keys may make a repeated message a second row; these must harm no row. */
export const SMALL_FILES = ["cursors", "identity", "clock-jumps.json", "credentials.json", "alarms.json"] as const;
export type SmallFile = (typeof SMALL_FILES)[number];

export const FIRST_EPOCH: Epoch = { realms: ["acme", "beta"], zone: "UTC", store: "first", header: "one.h" };

/** Rows of a step are numbered from the step's own number on. */
export const MOST_ROWS = 3;

const JUMPS_S = [315_360_000, 3600, -3600, -86_400];

export function planOf(seed: number): Plan {
  const random = diceOf(seed ^ 0x5eed);
  const one = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)]!;
  const database = random() < 0.7 ? "embedded" : "server";
  const outputs = random() < 0.7 ? "one" : "two";
  const users = random() < 0.6 ? "some" : "nobody";
  const steps: Step[] = [];
  const count = 10 + Math.floor(random() * 50);
  for (let index = 0; index < count; index++) steps.push(stepOf(random, one, 1000 + index * MOST_ROWS));
  return { seed, database, outputs, users, steps };
}

function stepOf(random: Dice, one: One, n: number): Step {
  const dice = random() * STEPS.at(-1)![0];
  const place = () => ({ realm: one(["acme", "acme", "beta"]), device: one(["a", "b"]) });
  const [, make] = STEPS.find(([below]) => dice < below)!;
  return make({ random, one, place, n });
}

type One = <T>(of: readonly T[]) => T;

interface Drawing {
  readonly random: Dice;
  readonly one: One;
  readonly place: () => { readonly realm: string; readonly device: string };
  readonly n: number;
}

/** Each kind of step, up to which number the dice chooses it. The order of drawing belongs to a seed. */
const STEPS: readonly (readonly [below: number, make: (drawing: Drawing) => Step])[] = [
  [
    6,
    ({ one, place, n }) => {
      const body = one(["json", "json", "timed", "odd"] as const);
      return { do: "publish", by: one(CLIENTS), ...place(), body, n };
    },
  ],
  [9, ({ one }) => ({ do: "reconnect", by: one(CLIENTS) })],
  [
    35,
    ({ one, place, n }) => {
      const body = one<Body>(["json", "json", "timed", "timed", "ahead", "rows", "csv", "odd", "odd", "bad"]);
      return { do: "post", ...place(), body, n };
    },
  ],
  [42, ({ n }) => ({ do: "frame", n })],
  [
    54,
    ({ one, place, n }) => ({ do: "upload", by: one(USERS), ...place(), body: one(["timed", "csv", "slow csv"]), n }),
  ],
  [57, ({ one, place }) => ({ do: "export", by: one(USERS), ...place() })],
  [
    62,
    ({ random, one }) => {
      const change = one(["revoke", "revoke", "renew", "narrow", "widen"] as const);
      return { do: "users", who: one(USERS), change, ms: Math.floor(random() ** 2 * 3000) };
    },
  ],
  [64, () => ({ do: "replay" })],
  [66, ({ random, one }) => ({ do: "guess", from: one(USERS), count: 2 + Math.floor(random() * 10) })],
  [67.5, () => ({ do: "newest" })],
  [70, ({ random }) => ({ do: "wait", ms: Math.floor(random() ** 3 * 3000) })],
  [
    78,
    ({ random, one }) => {
      const realms = one([["acme", "beta"], ["acme", "beta"], ["acme"], ["beta"]]);
      const zone = one(Object.keys(ZONES) as (keyof typeof ZONES)[]);
      const header = one(["one.h", "ten.h"] as const);
      return { do: "reload", epoch: { realms, zone, header, store: random() < 0.2 ? "other" : "first" } };
    },
  ],
  [81, () => ({ do: "retry" })],
  [
    85,
    ({ random, one }) => {
      const fault = one(["away", "slow", "uncertain"] as const);
      return { do: "database", fault, ms: Math.floor(random() * 4000) };
    },
  ],
  [89, ({ random, one }) => ({ do: "disk", fault: one(["full", "failing"]), ms: Math.floor(random() * 1500) })],
  [92, ({ one }) => ({ do: "clock", aheadS: one(JUMPS_S), ms: one([300, 5000, 15_000, 30_000]) })],
  [94, () => ({ do: "end thread" })],
  [97, ({ one }) => ({ do: one(["restart", "kill", "cut power"]) })],
  [98.5, ({ place }) => ({ do: "remove", ...place() })],
  [
    100,
    ({ one }) => ({ do: "damage", file: one(SMALL_FILES), how: one(["cut", "zeroed", "flipped", "emptied"] as const) }),
  ],
  [110, ({ one, place, n }) => ({ do: "post", ...place(), body: "level", t: one([10, 60, 60, 90]), n })],
  [
    115,
    ({ one, place }) => {
      const limit = one([{ max: 50 }, { max: 50 }, { max: 80 }, { max: 50, holdMs: 800 }, undefined]);
      return { do: "limit", by: one(ASKERS), place: one<Place>([place(), place(), place(), "frames"]), limit };
    },
  ],
  [
    117,
    ({ random, one, place }) => {
      return { do: "mute", by: one(ASKERS), place: one<Place>([place(), place(), "frames"]), isMuted: random() < 0.7 };
    },
  ],
  [120, ({ one }) => ({ do: "look", by: one(ASKERS) })],
  [
    120.3,
    ({ one, place }) => ({
      do: "flood",
      by: one(ASKERS),
      realm: place().realm,
      what: one(["mutes", "alarms"] as const),
    }),
  ],
];

const ASKERS: readonly (UserName | "root")[] = [...USERS, "root"];

export function textOf(step: Step): string {
  const { do: what, ...rest } = step;
  return [
    what,
    ...Object.values(rest).map((value) => (typeof value === "object" ? JSON.stringify(value) : `${value}`)),
  ].join(" ");
}

/** As `channels.ini` says it. */
export function configurationOf(
  { realms, zone, store, header }: Epoch,
  { database, outputs, users }: Pick<Plan, "database" | "outputs" | "users">,
): string {
  const url = database === "embedded" ? `duckdb:/sim/data/${store}.duckdb` : `influxdb://${store}:8086`;
  const sections = realms.map((realm) => `[realm-${realm}]\n${realm === "acme" ? `timezone = ${zone}\n` : ""}`);
  const second = outputs === "two" ? "[store-beta]\nurl = influxdb://beta:8086\ndatabases = beta_*\n" : "";
  const channel = `[lab-rig]\nudp_port = 5005\nwamp_topic = rig.bus\ninclude_path = .\nheader_files = ${header}\nabi = x86-64\n`;
  const auth = users === "some" ? "[auth]\nusers_file = users.json\n" : "";
  return `[lab]\nchannels = lab-rig\n${channel}${auth}${sections.join("")}[journal]\ndirectory = /sim/data/journal\n[store]\nurl = ${url}\n${second}`;
}
