/** What a configuration asks of parts that this build leaves out: it would be ignored silently. */

import type { ChannelEndpoint } from "../channels/channel-settings.ts";
import type { ConfigProblem, IniFile } from "../config/ini.ts";
import type { AddressForms } from "../model/address-forms.ts";
import type { RealmSettings } from "../model/realm-settings.ts";
import type { LeftOutPart } from "../parts/part-kind.ts";
import { LEFT_OUT } from "../parts/parts.ts";
import { OWN_DIALECTS } from "../realms/keys.ts";

/** Endpoints that no part opens. */
const OWN_ENDPOINTS: readonly ChannelEndpoint["kind"][] = ["udp", "mqtt", "tcp-listen", "tcp-connect"];

interface Needs {
  readonly realms: readonly RealmSettings[];
  readonly channels: readonly { readonly name: string; readonly sources?: readonly Pick<ChannelEndpoint, "kind">[] }[];
}

interface DeclaredPart {
  readonly name: string;
  readonly forms?: Pick<AddressForms, "dialects">;
  readonly endpoints?: readonly { readonly kinds: readonly ChannelEndpoint["kind"][] }[];
}

/** One sentence: which part, and how to get it. */
function needs(what: string, part: string | undefined): string {
  const name = part === undefined ? "a part" : `the part '${part}'`;
  return `${what} needs ${name}, which this build of structline leaves out; the build without '--without' has all parts`;
}

type Words = Exclude<keyof LeftOutPart, "name">;

function owner(of: Words, isMeant: (word: string) => boolean): string | undefined {
  return LEFT_OUT.find((part) => part[of].some(isMeant))?.name;
}

/** For a section that is not known; undefined: no left-out part has it. */
export function leftOutSection(name: string): string | undefined {
  const isMeant = (section: string) => {
    const family = /^(.*-)<\w+>$/.exec(section)?.[1];
    return family === undefined ? section === name : name.startsWith(family) && name.length > family.length;
  };
  const part = owner("sections", isMeant);
  return part === undefined ? undefined : needs(`[${name}]`, part);
}

/** The same for a key that is not known. */
export function leftOutKey(section: string, key: string): string | undefined {
  const part = owner("keys", (known) => known === `${section}.${key}`);
  return part === undefined ? undefined : needs(`[${section}] ${key}`, part);
}

/** @param text a store's URL. @throws Error if a left-out part has such stores */
export function refuseLeftOutStore(text: string): void {
  const part = owner("stores", (beginning) => text.startsWith(beginning));
  if (part !== undefined) throw new Error(needs(`'${text.replace(/:.*/s, ":…")}'`, part));
}

/** One problem for each dialect and endpoint, at the first key that names it. */
export function leftOut(
  { realms, channels }: Needs,
  parts: readonly DeclaredPart[],
  ini: Pick<IniFile, "sections">,
): ConfigProblem[] {
  const known: readonly string[] = [...OWN_DIALECTS, ...parts.flatMap(({ forms }) => forms?.dialects ?? [])];
  const needed = realms.flatMap(({ maps = [] }) => maps.map(({ dialect }) => dialect));
  const dialects = [...new Set(needed)].filter((name) => !known.includes(name));
  const opened = [...OWN_ENDPOINTS, ...parts.flatMap(({ endpoints = [] }) => endpoints.flatMap(({ kinds }) => kinds))];
  const kinds = new Set(channels.flatMap(({ sources = [] }) => sources.map(({ kind }) => kind)));
  return [
    ...dialects.map((name) => {
      const message = needs(
        `the dialect '${name}'`,
        owner("dialects", (word) => word === name),
      );
      return { ...placeOf(ini, /^dialect$/, name), message };
    }),
    ...[...kinds]
      .filter((kind) => !opened.includes(kind))
      .map((kind) => {
        const written = kind === "stdin" ? "-" : `${kind}:`;
        const message = needs(
          `sources: ${written}`,
          owner("endpoints", (known) => known === kind),
        );
        return { ...placeOf(ini, /^sources$/, written), message };
      }),
  ];
}

/** The word may be that of the vendor. */
function placeOf(
  { sections }: Pick<IniFile, "sections">,
  key: RegExp,
  word: string,
): Pick<ConfigProblem, "line" | "column"> {
  const entries = [...sections.values()].flatMap((section) => [...section.entries.values()]);
  const named = entries.filter((entry) => key.test(entry.key));
  const { line = 0, column = 1 } = named.find(({ value }) => value.includes(word)) ?? named[0] ?? {};
  return { line, column };
}
