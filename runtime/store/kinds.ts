/** Reads the URL of a store. */

import type { SectionReader } from "../config/section-reader.ts";
import { redact } from "../config/values.ts";
import type { StoreKinds } from "./kind.ts";
import type { StoreSettings } from "./store-settings.ts";

/** @param section with the URL @throws Error (one sentence) */
export function parseStoreUrl(
  text: string,
  section: SectionReader,
  resolvePath: (path: string) => string,
  kinds: StoreKinds,
): StoreSettings {
  const given = { url: URL.canParse(text) ? new URL(text) : undefined, section, resolvePath };
  for (const kind of kinds) {
    const settings = kind.parse(text, given);
    if (settings !== undefined) return settings;
  }
  throw new Error(`'${redact(text)}' is not a store; write ${listed(kinds.flatMap(({ forms }) => forms))}`);
}

/** `a, b or c` */
export function listed(forms: readonly string[]): string {
  return forms.length < 2 ? forms.join() : `${forms.slice(0, -1).join(", ")} or ${forms.at(-1)}`;
}
