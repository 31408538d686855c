/** All kinds of stores. A new one is a folder with its `kind.ts`, and a line here. */

import { redact } from "../config/values.ts";
import { DUCKDB } from "./duckdb/kind.ts";
import { INFLUXDB } from "./influxdb/kind.ts";
import { POSTGRES } from "./postgres/kind.ts";

export const KINDS = {
  duckdb: DUCKDB,
  influxdb: INFLUXDB,
  postgres: POSTGRES,
};

export type Kind = keyof typeof KINDS;
export type StoreSettings = NonNullable<ReturnType<(typeof KINDS)[Kind]["parse"]>>;

/** @param token value of `[store] token` @throws Error (one sentence) */
export function parseStoreUrl(
  text: string,
  token: string | undefined,
  resolvePath: (path: string) => string,
): StoreSettings {
  const given = { url: URL.canParse(text) ? new URL(text) : undefined, token, resolvePath };
  for (const kind of Object.values(KINDS)) {
    const settings = kind.parse(text, given);
    if (settings !== undefined) return settings;
  }
  const forms = Object.values(KINDS).flatMap((kind) => kind.forms);
  throw new Error(`'${redact(text)}' is not a store; write ${forms.slice(0, -1).join(", ")} or ${forms.at(-1)}`);
}
