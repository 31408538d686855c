/** Generates the codecs that a process was generating when it ended: without them, the service does not start. */

import { once } from "node:events";
import { existsSync, rmSync } from "node:fs";
import type { ConfiguredChannels } from "../../channels/channel-settings.ts";
import { generateCommand } from "../../channels/load-codecs.ts";
import { unfinishedVersions } from "../../channels/unfinished-versions.ts";
import { openProcess } from "../../lib/open-process.ts";

const COMPILER = new URL("../../../generator/run/cli.ts", import.meta.url);

/** @throws Error with one sentence for the operator */
export async function completeCodecs(channels: ConfiguredChannels): Promise<void> {
  const mark = unfinishedVersions(channels);
  if (!existsSync(mark)) return;
  const compiler = openProcess("generator/cli", COMPILER, import.meta.url, process.env, ["--config", channels.file]);
  compiler.stdout?.resume();
  const [code] = await once(compiler, "exit");
  if (code !== 0)
    throw new Error(
      `the codecs of a new firmware version could not be generated; run '${generateCommand(channels)}' to see why`,
    );
  rmSync(mark, { force: true });
}
