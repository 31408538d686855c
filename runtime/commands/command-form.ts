/** What of a place's commands is shown: by the shell, and by the page's form. Types alone, for both. */

import type { FieldInfo, ValueRange } from "../codec/struct-codec.ts";
import type { FieldInput } from "./command.ts";

/** A field as a form shows it. */
export interface CommandField {
  readonly name: string;
  readonly ctype: string;
  readonly kind: FieldInfo["kind"];
  readonly unit?: string;
  readonly states?: Readonly<Record<string, string>>;
  /** Beyond these it is refused. */
  readonly range?: ValueRange;
  /** Beyond these it has to be confirmed. */
  readonly usual?: ValueRange;
  /** Taken where none is given; empty where it is not known in stored units. */
  readonly initial?: FieldInput;
}

/** A command that can be ordered. */
export interface CommandDescription {
  readonly command: string;
  readonly struct: string;
  readonly fields: readonly CommandField[];
  readonly confirm: boolean;
  readonly ack?: string;
  readonly timeoutMs?: number;
  /** In words. */
  readonly interlock?: string;
}

export interface CommandedPlace {
  readonly place: string;
  /** Those that who asks may order. */
  readonly commands: readonly CommandDescription[];
  readonly peers: readonly { readonly to: string; readonly seen: string }[];
}
