/** The interface of an action of `channel-message`. */

import type { ArgsDef, ParsedArgs } from "citty";
import type { ChannelSettings } from "../channels/channel-settings.ts";
import type { ChannelCodecs } from "../codec/struct-codec.ts";
import { UsageError } from "./command-error.ts";
import type { CommandSettings } from "./command-settings.ts";
import type { TableColumn } from "./format/table.ts";
import type { Output } from "./output.ts";
import type { ServiceClient } from "./service-client.ts";

export interface Action {
  readonly name: string;
  /** Whether `<channel>` stands before the action's name. */
  readonly channel: boolean;
  /** One line for the list of actions. */
  readonly summary: string;
  /** A command that works with the sample configuration. */
  readonly example: string;
  /** The action before it in the list; absent: it comes last. */
  readonly after?: string;
  /** Not shown in the list of actions. */
  readonly hidden?: true;
  /** Options that may be given several times. */
  readonly repeated?: readonly string[];
  /** Defined as for citty; `--config`, `--debug` and `--help` are added. */
  readonly args: ArgsDef;
  run(context: ActionContext): Promise<void>;
}

export interface ActionContext {
  readonly args: ParsedArgs;
  /** Positional arguments behind the action's name. */
  readonly positionals: readonly string[];
  /** @throws ConfigError */
  settings(): CommandSettings;
  /** The channel named on the command line. @throws CommandError if it is not configured */
  channel(): ChannelSettings;
  /** Codecs of that channel. @throws CodecError */
  codecs(): Promise<ChannelCodecs>;
  /** Codecs of another channel, by the name typed. @throws CommandError, CodecError */
  codecsOf(channel: string): Promise<ChannelCodecs>;
  /** Those of these options that are given, by name. */
  texts(...names: readonly string[]): Record<string, string>;
  /** The running service. @throws ConfigError */
  client(): ServiceClient;
  /** Standard output. */
  readonly output: Output;
  /** Whether `--json` is given. */
  readonly isJson: boolean;
  /** Adds a line to standard output. */
  print(line: string): void;
  /** Prints the value as JSON with `--json`, otherwise the text. */
  tell(value: object, text: string): void;
  /** With `--json` prints each item as a line of JSON, otherwise all as a table; if there are no items, prints `none`. */
  list<Item extends object>(items: readonly Item[], shown: Listed<Item>): void;
  /** Adds a line to standard error. */
  warn(line: string): void;
  /** Adds a line to standard error if `--debug` is given. */
  debug(line: string): void;
}

/** How items are shown as a table. */
export interface Listed<Item> {
  readonly columns: readonly TableColumn[];
  /** Control characters are escaped. */
  readonly row: (item: Item) => readonly string[];
  /** The sentence for an empty list. */
  readonly none?: string;
}

/** The verb of this name. @throws UsageError that lists all */
export function verbOf<Verb>(verbs: Readonly<Record<string, Verb>>, name: string | undefined, action: string): Verb {
  if (name !== undefined && Object.hasOwn(verbs, name)) return verbs[name]!;
  throw new UsageError(`${action} takes ${Object.keys(verbs).join(", ")}`);
}
