/** The table of emitters. A new one needs a file, a row here, and a name in the configuration. */

import { EMIT_NAMES, type EmitName } from "../../runtime/channels/emit-names.ts";
import type { Outcome } from "../diagnostics/diagnostic.ts";
import type { ChannelPlan } from "../plan/channel-plan.ts";
import { arduino } from "./arduino-folder.ts";
import type { Following } from "./arrangement.ts";
import { asyncapi } from "./asyncapi-file.ts";
import { cCheck } from "./c-check-file.ts";
import { cLink } from "./c-link-file.ts";
import { cosmos } from "./cosmos-file.ts";
import { dbc } from "./dbc-file.ts";
import type { EmittedFile } from "./emitted-file.ts";
import { type Emit, Limits, type Tool } from "./emitter.ts";
import { type FrameUse, frameLimits, presenceLimits, withHead } from "./frame-limits.ts";
import { jsonSchema } from "./json-schema-file.ts";
import { kaitai } from "./kaitai-file.ts";
import { KAITAI_FOLLOWING } from "./kaitai-parts.ts";
import { lorawan } from "./lorawan-file.ts";
import { wireshark } from "./lua-file.ts";
import { markdown } from "./markdown-file.ts";
import { micropython } from "./micropython-file.ts";
import type { ChannelModel } from "./model.ts";
import { LUA_COUNTS, PYTHON_RULES } from "./notations.ts";
import { openMct } from "./open-mct-file.ts";
import { proto } from "./proto-file.ts";
import { python } from "./python-file.ts";
import { rust } from "./rust-file.ts";
import { simulink } from "./simulink-file.ts";
import { sql } from "./sql-file.ts";
import { xtce } from "./xtce-file.ts";

/** The catalogue is separate: it also contains reused entries of earlier runs. */
type EmitterName = Exclude<EmitName, "catalogue">;

/**
 * How a format handles optional parts. `follows`: it reads them; `whole`: it expects the complete struct, for this reason. Otherwise
 * it reads those that it can express. docs/emitters.md has the same in its table.
 */
type Presence = "follows" | { readonly whole: string } | Following;

const ONE_SIZE = { whole: "structs have one size" };
const FIXED_PLACES = { whole: "fields have fixed places" };
const NO_SIZES = { whole: "conditions cannot compare a packet's size" };

const EMITTERS: Readonly<Record<EmitterName, FrameUse & { readonly emit: Emit; readonly presence: Presence }>> = {
  markdown: { emit: markdown, reading: "none", presence: "follows" },
  wireshark: { emit: wireshark, reading: "lengths", presence: { notation: LUA_COUNTS } },
  "c-check": { emit: cCheck, reading: "none", presence: "follows" },
  c: { emit: cLink, reading: "all", presence: ONE_SIZE },
  arduino: { emit: arduino, reading: "none", presence: ONE_SIZE },
  python: { emit: python, reading: "all", presence: { notation: PYTHON_RULES } },
  micropython: { emit: micropython, reading: "all", presence: ONE_SIZE },
  kaitai: { emit: kaitai, reading: "ids", presence: KAITAI_FOLLOWING },
  lorawan: { emit: lorawan, reading: "all", presence: FIXED_PLACES },
  xtce: { emit: xtce, reading: "ids", presence: NO_SIZES },
  cosmos: { emit: cosmos, reading: "ids", checks: "written into commands, and not checked", presence: FIXED_PLACES },
  "json-schema": { emit: jsonSchema, reading: "none", presence: "follows" },
  asyncapi: { emit: asyncapi, reading: "none", presence: "follows" },
  proto: { emit: proto, reading: "none", presence: "follows" },
  rust: { emit: rust, reading: "all", presence: ONE_SIZE },
  dbc: { emit: dbc, reading: "none", presence: FIXED_PLACES },
  sql: { emit: sql, reading: "none", presence: "follows" },
  "open-mct": { emit: openMct, reading: "none", presence: "follows" },
  simulink: { emit: simulink, reading: "ids", presence: ONE_SIZE },
};

/** Why a format reads only whole structs; undefined if it can read others. */
export function wholeReason(name: EmitterName): string | undefined {
  const { presence } = EMITTERS[name];
  return typeof presence === "object" && "whole" in presence ? presence.whole : undefined;
}

/** Written even if not requested, unless the tool leaves them out. */
const ALWAYS: ReadonlySet<EmitName> = new Set(["markdown", "wireshark"]);
/** Formats with one file for all channels that request it. */
const OF_ALL: ReadonlySet<EmitName> = new Set(["asyncapi"]);

/** True if a requested format combines all channels in one file. */
export function asksForAll(plans: readonly Pick<ChannelPlan, "emit">[]): boolean {
  return plans.some(({ emit = [] }) => emit.some((name) => OF_ALL.has(name)));
}

/** Files of all requested formats, with notes about what these cannot express. */
export function definitions(
  channels: readonly ChannelModel[],
  tool: Tool,
  of: "channel" | "all",
): Outcome<readonly EmittedFile[]> {
  // Only the catalogue contains older versions; other definitions describe the current firmware.
  const current = channels.filter(({ channel }) => channel.plan.versionOf === undefined);
  const names = EMIT_NAMES.filter((name) => name !== "catalogue").filter((name) => OF_ALL.has(name) === (of === "all"));
  const isAlways = (name: EmitName) => ALWAYS.has(name) && tool.unasked === undefined;
  const outcomes = names.map((name) => {
    const limits = new Limits(name);
    const asking = current.filter(({ channel }) => isAlways(name) || channel.plan.emit?.includes(name));
    const value = asking.length === 0 ? [] : filesOf(name, asking, { tool, limits });
    return { value: isAlways(name) ? value : value.map((file) => placed(file, tool)), diagnostics: limits.diagnostics };
  });
  return {
    value: outcomes.flatMap(({ value }) => value),
    diagnostics: outcomes.flatMap(({ diagnostics }) => diagnostics),
  };
}

function placed(file: EmittedFile, { definitions: folder }: Tool): EmittedFile {
  return folder === undefined ? file : { ...file, path: `${folder}/${file.path}` };
}

/** Formats that read frames have one file per channel. */
function filesOf(
  name: EmitterName,
  channels: readonly ChannelModel[],
  { tool, limits }: { readonly tool: Tool; readonly limits: Limits },
): readonly EmittedFile[] {
  const use = EMITTERS[name];
  const { emit, reading, presence } = use;
  const absent = (channel: ChannelModel) => (presence === "follows" ? [] : presenceLimits(channel, limits, presence));
  if (reading === "none") {
    for (const channel of channels) absent(channel);
    return emit(channels, tool, limits);
  }
  return channels.flatMap((channel) => {
    const head = [...frameLimits(channel, use, limits), ...absent(channel)];
    return emit([channel], tool, limits).map((file) => withHead(file, head, tool));
  });
}
