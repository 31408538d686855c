/** What a configuration asks of parts that a build leaves out: it would be ignored silently. */

import type { AddressForms } from "../model/address-forms.ts";
import type { RealmSettings } from "../model/realm-settings.ts";

/** Forms of bodies that no part owns. */
const OWN_FORMS: readonly string[] = ["json", "value"];

interface Needs {
  readonly realms: readonly RealmSettings[];
}

interface Part {
  readonly forms?: Pick<AddressForms, "names">;
}

/** One sentence for each. */
export function leftOut({ realms }: Needs, parts: readonly Part[]): string[] {
  const known = [...OWN_FORMS, ...parts.flatMap(({ forms }) => forms?.names ?? [])];
  const asked = realms.flatMap(({ compat = [], maps = [] }) => [...compat, ...maps.map(({ dialect }) => dialect)]);
  const unknown = [...new Set<string>(asked)].filter((name) => !known.includes(name));
  return unknown.map((name) => `this build of structline does not have the part with the dialect '${name}'`);
}
