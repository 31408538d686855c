/** Says that the configuration names firmware versions whose codecs are not all generated yet. */

import { join } from "node:path";
import type { ConfiguredChannels } from "./channel-settings.ts";

export function unfinishedVersions({ generatedDirectory }: Pick<ConfiguredChannels, "generatedDirectory">): string {
  return join(generatedDirectory, ".unfinished-versions");
}
