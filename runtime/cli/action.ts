/** What an action of `channel-message` is. */

import type { ArgsDef, ParsedArgs } from "citty";
import type { ChannelCodecs } from "../codec/struct-codec.ts";
import type { ChannelSettings, Settings } from "../config/settings.ts";
import type { Output } from "./output.ts";

export interface Action {
  readonly name: string;
  /** Whether `<channel>` stands before the action's name. */
  readonly channel: boolean;
  /** One line for the list of actions. */
  readonly summary: string;
  /** A command that works with the sample configuration. */
  readonly example: string;
  /** Not shown in the list of actions. */
  readonly hidden?: true;
  /** In citty's terms; `--config`, `--debug` and `--help` come on top. */
  readonly args: ArgsDef;
  run(context: ActionContext): Promise<void>;
}

export interface ActionContext {
  readonly args: ParsedArgs;
  /** Positional arguments behind the action's name. */
  readonly positionals: readonly string[];
  /** @throws ConfigError */
  settings(): Settings;
  /** The channel named on the command line. @throws CommandError when it is not configured */
  channel(): ChannelSettings;
  /** Its codecs. @throws CodecError */
  codecs(): Promise<ChannelCodecs>;
  /** Those of a channel by name, as typed. @throws CommandError, CodecError */
  codecsOf(channel: string): Promise<ChannelCodecs>;
  /** Standard output. */
  readonly output: Output;
  /** Adds a line to standard output. */
  print(line: string): void;
  /** Adds a line to standard error. */
  warn(line: string): void;
  /** Adds a line to standard error when `--debug` is given. */
  debug(line: string): void;
}
