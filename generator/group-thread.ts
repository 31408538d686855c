/** A thread that makes all that comes of some channels, while others make that of others. */

import { parentPort } from "node:worker_threads";
import type { GroupOrder, MadeGroup } from "./group-threads.ts";
import { keptLayouts } from "./kept-layouts.ts";
import { makeJudged } from "./make-judged.ts";
import { recordingReader } from "./recording-reader.ts";
import { folderReader } from "./source/folder-reader.ts";

parentPort?.on("message", (order: GroupOrder) => parentPort?.postMessage(made(order)));

function made({ plans, names, shownFrom, folder, tool, last }: GroupOrder): MadeGroup {
  const sources = new Map<string, string>();
  const channels = plans.map((plan) => {
    return { plan, reader: recordingReader(folderReader(plan.includePath, shownFrom), sources) };
  });
  const history = (stem: string) => keptLayouts(folder, stem);
  const group = makeJudged({ channels, names }, { ...tool, history }, folder, last);
  return {
    channels: group.channels.map(({ name, stem, entry }) => ({ name, stem, entry: entry() })),
    files: group.files.map(({ path, built, judgement, text }) => ({ path, built, judgement, text })),
    diagnostics: group.diagnostics,
    reads: channels.map(({ reader }) => ({ ...reader.reads })),
    sources,
  };
}
