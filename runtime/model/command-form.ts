/** A place's commands as the shell and the page's form show them: types only. */

import type { FieldInfo, ValueRange } from "../codec/struct-codec.ts";
import type { FieldInput } from "./command.ts";

/** A field as a form shows it. */
export interface CommandField {
  readonly name: string;
  readonly ctype: string;
  readonly kind: FieldInfo["kind"];
  readonly unit?: string;
  readonly states?: Readonly<Record<string, string>>;
  /** Values outside are refused. */
  readonly range?: ValueRange;
  /** Values outside need a confirmation. */
  readonly usual?: ValueRange;
  /** The value if the order has none; empty if unknown in stored units. */
  readonly initial?: FieldInput;
}

/** A command that a user can order. */
export interface CommandDescription {
  readonly command: string;
  readonly struct: string;
  readonly fields: readonly CommandField[];
  readonly confirm: boolean;
  readonly ack?: string;
  readonly timeoutMs?: number;
  /** The conditions as text. */
  readonly interlock?: string;
}

export interface CommandedPlace {
  readonly place: string;
  /** The commands that the user may order. */
  readonly commands: readonly CommandDescription[];
  readonly peers: readonly { readonly to: string; readonly seen: string }[];
}
