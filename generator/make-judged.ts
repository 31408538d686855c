/** What comes of a channel and its older versions, up to the texts that are to be written: the work of a thread. */

import type { EmittedFile, Judgement } from "./channel-plan.ts";
import { type ChannelInput, makeGroup } from "./compile.ts";
import type { ChannelGroup } from "./emit/channel-groups.ts";
import type { EmittedGroup } from "./emit/emit.ts";
import type { Tool } from "./emit/emitter.ts";
import { judgeOf, type LastOutputs } from "./files.ts";

export interface JudgedGroup extends EmittedGroup {
  /** A text that the folder has is empty here. */
  readonly files: readonly (EmittedFile & { readonly judgement: Judgement })[];
}

export function makeJudged(
  group: ChannelGroup<ChannelInput>,
  tool: Tool,
  folder: string,
  last: LastOutputs | undefined,
): JudgedGroup {
  const { channels, files, diagnostics } = makeGroup(group, tool);
  const judge = judgeOf(folder, last);
  const judged = files.map((file) => {
    const judgement = judge(file);
    return { path: file.path, built: file.built, judgement, text: judgement.state === "same" ? "" : file.text };
  });
  return { channels, files: judged, diagnostics };
}
