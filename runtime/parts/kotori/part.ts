/** Addresses and bodies of Kotori's devices, and the conversion of its configuration. */

import type { PartKind } from "../part-kind.ts";
import { KOTORI_FORMS } from "./forms.ts";
import { KOTORI_KEYS } from "./keys.ts";

export const KOTORI: PartKind = {
  name: "kotori",
  keys: KOTORI_KEYS,
  forms: KOTORI_FORMS,
  actions: async () => [(await import("./migrate-action.ts")).migrate],
};
