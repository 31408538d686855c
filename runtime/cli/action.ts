/** The interface of an action of `channel-message`. */

import type { ArgsDef, ParsedArgs } from "citty";
import type { ChannelSettings } from "../channels/channel-settings.ts";
import type { ChannelCodecs } from "../codec/struct-codec.ts";
import type { Settings } from "../config/settings.ts";
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
  /** Defined as for citty; `--config`, `--debug` and `--help` are added. */
  readonly args: ArgsDef;
  run(context: ActionContext): Promise<void>;
}

export interface ActionContext {
  readonly args: ParsedArgs;
  /** Positional arguments behind the action's name. */
  readonly positionals: readonly string[];
  /** @throws ConfigError */
  settings(): Settings;
  /** The channel named on the command line. @throws CommandError if it is not configured */
  channel(): ChannelSettings;
  /** Codecs of that channel. @throws CodecError */
  codecs(): Promise<ChannelCodecs>;
  /** Codecs of another channel, by the name typed. @throws CommandError, CodecError */
  codecsOf(channel: string): Promise<ChannelCodecs>;
  /** Standard output. */
  readonly output: Output;
  /** Adds a line to standard output. */
  print(line: string): void;
  /** Adds a line to standard error. */
  warn(line: string): void;
  /** Adds a line to standard error if `--debug` is given. */
  debug(line: string): void;
}
