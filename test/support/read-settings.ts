/** Reads a configuration from its text, and the problems with it. */

import assert from "node:assert/strict";
import { ConfigError } from "../../runtime/config/config-error.ts";
import { parseSettings } from "../../runtime/settings/load-settings.ts";
import type { Settings } from "../../runtime/settings/settings.ts";

export function settings(text: string, environment: NodeJS.ProcessEnv = {}): Settings {
  return parseSettings(text, { file: "/lab/channels.ini", shown: "channels.ini", environment });
}

/** Empty if there are none. */
export function problems(text: string, environment: NodeJS.ProcessEnv = {}): string {
  try {
    settings(text, environment);
  } catch (error) {
    assert.ok(error instanceof ConfigError, `${error}`);
    return error.message;
  }
  return "";
}
