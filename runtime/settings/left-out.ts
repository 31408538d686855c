/** What a configuration asks of parts that a build leaves out: it would be ignored silently. */

import type { HttpSettings } from "../http/keys.ts";
import type { AddressForms } from "../model/address-forms.ts";
import type { RealmSettings } from "../model/realm-settings.ts";

/** Forms of bodies that no part owns. */
const OWN_FORMS: readonly string[] = ["json", "value"];

interface Needs {
  readonly realms: readonly RealmSettings[];
  readonly http: Pick<HttpSettings, "downlinks" | "chirpstack">;
}

interface Part {
  readonly forms?: Pick<AddressForms, "names">;
  readonly network?: { readonly posts?: unknown };
}

/** One sentence for each. */
export function leftOut({ realms, http }: Needs, parts: readonly Part[]): string[] {
  const known = [...OWN_FORMS, ...parts.flatMap(({ forms }) => forms?.names ?? [])];
  const asked = realms.flatMap(({ compat = [], maps = [] }) => [...compat, ...maps.map(({ dialect }) => dialect)]);
  const unknown = [...new Set<string>(asked)].filter((name) => !known.includes(name));
  const hasServers = http.downlinks !== undefined || http.chirpstack !== undefined;
  return [
    ...unknown.map((name) => `this build of structline does not have the part with the dialect '${name}'`),
    ...(hasServers && !parts.some(({ network }) => network?.posts !== undefined)
      ? ["[http] downlinks, chirpstack: this build of structline does not have the part for network servers"]
      : []),
  ];
}
