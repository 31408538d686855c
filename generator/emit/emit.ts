/** The last phase: files from compiled channels. Same input, same bytes. */

import type { CompiledChannel, EmittedFile } from "../channel-plan.ts";
import type { Outcome } from "../diagnostics/diagnostic.ts";
import { type ChannelModel, channelModel } from "./channel-model.ts";
import { generatedBy, type Tool } from "./emitter.ts";
import { definitions } from "./emitters.ts";
import { identifiers } from "./identifiers.ts";
import { indexFile } from "./index-file.ts";
import { fileNames } from "./names.ts";
import { printingProject, sourceFiles } from "./source-text.ts";
import { structFile } from "./struct-file.ts";

/** All files of the output folder. `tool.version` appears in each file's first line. */
export function emitChannels(channels: readonly CompiledChannel[], tool: Tool): readonly EmittedFile[] {
  return emitAll(channels, tool).value;
}

/** The same, with what the formats that were asked for cannot express. */
export function emitAll(channels: readonly CompiledChannel[], tool: Tool): Outcome<readonly EmittedFile[]> {
  const models = channelModels(channels);
  const written = definitions(models, tool);
  const packageFile = { path: "package.json", text: '{ "type": "module" }\n', built: true };
  return { value: [...codecs(models, tool), ...written.value, packageFile], diagnostics: written.diagnostics };
}

/** The channels with names that are unique among them. */
export function channelModels(channels: readonly CompiledChannel[]): ChannelModel[] {
  const stems = fileNames(channels.map(({ plan }) => plan.name));
  const lower = identifiers(channels.map(({ plan }) => plan.name.toLowerCase()));
  return channels.map((channel, index) =>
    channelModel(channel, {
      stem: stems[index] ?? "",
      identifier: lower[index] ?? "",
      files: fileNames(channel.structs.map(({ layout }) => layout.message.name)),
    }),
  );
}

/** `.ts`, `.js` and `.d.ts` of every message, and their index. */
function codecs(channels: readonly ChannelModel[], tool: Tool): EmittedFile[] {
  const project = printingProject();
  const header = `// ${generatedBy(tool)}`;
  const sources = [
    ...channels.flatMap(({ channel, messages }) =>
      messages.map(({ struct, module }) => structFile(`${module}.ts`, struct, channel, header)),
    ),
    indexFile(channels, header),
  ];
  return sources.flatMap((source) => sourceFiles(project, source));
}
