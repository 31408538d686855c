/** What has sections of its own: the core, by its names in `Settings`, and the parts. */

import { AUTH } from "../auth/keys.ts";
import { WAMP } from "../bus/keys.ts";
import { GEN, RELEASES } from "../channels/keys.ts";
import { CHANNELS } from "../channels/read-channels.ts";
import { UDP } from "../channels/udp-keys.ts";
import type { KeyDescription, SectionDescription } from "../config/key.ts";
import { part } from "../config/part.ts";
import { oneOf } from "../config/values.ts";
import { HTTP } from "../http/keys.ts";
import { JOURNAL } from "../journal/keys.ts";
import { LEFT_OUT, PARTS as PART_KINDS } from "../parts/parts.ts";
import { OWN_DIALECTS } from "../realms/keys.ts";
import { realmPart } from "../realms/read-realms.ts";
import { MQTT } from "../sources/mqtt/keys.ts";
import { STORES } from "./read-store.ts";

/** Section `[log]`. */
const LOG = part(
  {
    section: "log",
    meaning: "Log output, on standard error.",
    keys: [
      {
        key: "level",
        parse: oneOf(["debug", "info", "warn", "error"]),
        default: "info",
        meaning: "`debug`, `info`, `warn` or `error`.",
      },
      {
        key: "format",
        parse: oneOf(["pretty", "json"]),
        default: "pretty",
        meaning: "`pretty` (a line for people) or `json`.",
      },
    ],
  },
  (section) => {
    return { level: section.get("level"), format: section.get("format") };
  },
);

const FORMS = PART_KINDS.flatMap(({ forms }) => forms ?? []);
/** Those of parts that this build leaves out are refused with a sentence of their own. */
const DIALECTS = [...OWN_DIALECTS, ...[...FORMS, ...LEFT_OUT].flatMap(({ dialects }) => dialects)];

/** In the order of the documentation. */
export const CORE = {
  channels: CHANNELS,
  gen: GEN,
  releases: RELEASES,
  udp: UDP,
  http: HTTP,
  mqtt: MQTT,
  wamp: WAMP,
  journal: JOURNAL,
  auth: AUTH,
  log: LOG,
  stores: STORES,
  realms: realmPart(FORMS, DIALECTS),
} as const;

/** What they read. */
export type CoreSettings = { readonly [Name in keyof typeof CORE]: ReturnType<(typeof CORE)[Name]["read"]> };

const ADDED = PART_KINDS.flatMap(({ keys = [] }) => keys);

/** Every section of the configuration file; `docs/configuration.md` is generated from it. */
export const SECTIONS: readonly SectionDescription[] = [
  ...Object.values(CORE),
  ...PART_KINDS.flatMap(({ settings }) => settings ?? []),
]
  .flatMap(({ sections }) => sections)
  .map((one) => ({ ...one, keys: [...one.keys, ...addedTo(one.section)] }));

function addedTo(name: string): readonly KeyDescription[] {
  return ADDED.flatMap(({ section, keys }) => (section === name ? keys : []));
}

/** The section as it is declared, such as `lab-<channel>`. */
export function sectionNamed(name: string): SectionDescription | undefined {
  return SECTIONS.find(({ section }) => section === name);
}

/** The description of a section; `lab-<channel>` covers `lab-rig`. */
export function describe(name: string): SectionDescription | undefined {
  return SECTIONS.find(({ section }) => {
    const family = /^(.*-)<\w+>$/.exec(section)?.[1];
    return family === undefined ? section === name : name.startsWith(family) && name.length > family.length;
  });
}
