/** All diagnostic codes. `docs/diagnostics.md` is generated from this. */

import { CONFIG } from "./codes/config.ts";
import { EMITTED } from "./codes/emitted.ts";
import { LAYOUT } from "./codes/layout.ts";
import { MESSAGES } from "./codes/messages.ts";
import { RULES } from "./codes/rules.ts";
import { SYNTAX } from "./codes/syntax.ts";
import type { DiagnosticTable } from "./report.ts";

export interface Family {
  readonly title: string;
  readonly codes: DiagnosticTable;
}

/** Sorted by the hundreds of their codes. */
export const FAMILIES: readonly Family[] = [
  { title: "1xx: reading headers", codes: SYNTAX },
  { title: "2xx: layout", codes: LAYOUT },
  { title: "3xx: rules", codes: RULES },
  { title: "4xx: messages and channels", codes: MESSAGES },
  { title: "5xx: configuration and files", codes: CONFIG },
  { title: "6xx: definitions for other tools", codes: EMITTED },
];
