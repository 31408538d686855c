/** `structline check`: what the service would do with a configuration, without doing it. */

import { basename } from "node:path";
import { loadCodecs, servedSettings } from "../runtime/channels/load-codecs.ts";
import type { Action } from "../runtime/cli/action.ts";
import { table } from "../runtime/cli/format/table.ts";
import type { WrittenKey } from "../runtime/config/key.ts";
import { optionValues } from "../runtime/lib/option-values.ts";
import { loadSettings } from "../runtime/settings/load-settings.ts";
import type { Settings } from "../runtime/settings/settings.ts";

export const check: Action = {
  name: "check",
  channel: false,
  summary: "Say what the service would do with a configuration, without doing it",
  example: "channel-message check --set http.listen=0.0.0.0:80",
  repeated: ["set"],
  args: {
    set: {
      type: "string",
      description: "A key instead of the file's; may be repeated",
      valueHint: "section.key=value",
    },
    json: { type: "boolean", description: "Print JSON" },
  },
  async run(context) {
    const file = context.args["config"];
    const set = optionValues(process.argv, "--set");
    const settings = loadSettings({ ...(typeof file === "string" && { file }), set });
    const warnings = idleChannels(settings);
    const warn = (_: object, sentence: string) => void warnings.push(sentence);
    const log = { debug() {}, info() {}, warn, error: warn };
    const served = servedSettings(settings, log);
    const codecs = await loadCodecs(served);
    const structs = (name: string) => codecs.get(name)?.structs.length ?? 0;
    const found = report(settings, served, structs, warnings);
    if (context.isJson) context.print(JSON.stringify(found, undefined, 2));
    else for (const line of lines(found)) context.print(line);
    for (const warning of warnings) context.warn(warning);
  },
};

/** A channel that is described and not listed, such as one whose name is mistyped in a variable. */
function idleChannels({ keys, channels, file }: Settings): string[] {
  const active = new Set(channels.map(({ name }) => `[lab-${name}]`));
  return [...keys].flatMap(([key, written]) =>
    /^\[lab-[^\]]+\]$/.test(key) && !active.has(key)
      ? [`${key} (${placeOf(written, file)}) does nothing: [lab] channels does not list it`]
      : [],
  );
}

type Report = ReturnType<typeof report>;

function report(settings: Settings, served: Settings, structs: (name: string) => number, warnings: readonly string[]) {
  return {
    file: settings.file,
    keys: [...settings.keys].map(([key, written]) => ({
      key,
      value: written.shown,
      from: placeOf(written, settings.file),
      change: written.reload === "applied" ? "by a reload" : "by a restart",
    })),
    channels: served.channels.map(({ name, udpPort }) => ({ name, structs: structs(name), udpPort: udpPort ?? null })),
    store: served.store.kind,
    warnings,
  };
}

function placeOf({ from, line }: WrittenKey, file: string): string {
  return from ?? `${basename(file)}:${line}`;
}

function lines({ file, keys, channels, store }: Report): string[] {
  const rows = keys.map(({ key, value, from, change }) => [key, value, from, change]);
  return [
    `${file} is valid`,
    ...channels.map(
      ({ name, structs, udpPort }) =>
        `channel ${name}: ${structs} structs${udpPort === null ? "" : `, UDP port ${udpPort === 0 ? "of the system's choice" : udpPort}`}`,
    ),
    `store ${store}`,
    ...table(["key", "value", "from", "takes effect"], rows),
  ];
}
