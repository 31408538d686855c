/** The list of emitters. A new one is a folder here, and its line. */

import { parseList } from "../../runtime/config/values.ts";
import { didYouMean } from "../../runtime/lib/nearest.ts";
import type { EmittedFile } from "../codec/emitted-file.ts";
import { Limits, type Tool } from "../codec/emitter.ts";
import type { ChannelModel } from "../codec/model.ts";
import type { Outcome } from "../diagnostics/diagnostic.ts";
import type { ChannelPlan } from "../plan/channel-plan.ts";
import { ARDUINO_EMITTER } from "./arduino/arduino-folder.ts";
import { ASYNCAPI_EMITTER } from "./asyncapi/asyncapi-file.ts";
import { C_EMITTER } from "./c/c-file.ts";
import { C_CHECK_EMITTER } from "./c-check/c-check-file.ts";
import { COSMOS_EMITTER } from "./cosmos/cosmos-file.ts";
import { DBC_EMITTER } from "./dbc/dbc-file.ts";
import { JSON_SCHEMA_EMITTER } from "./json-schema/schema-file.ts";
import { KAITAI_EMITTER } from "./kaitai/kaitai-file.ts";
import { LORAWAN_EMITTER } from "./lorawan/lorawan-file.ts";
import { MARKDOWN_EMITTER } from "./markdown/markdown-file.ts";
import { MICROPYTHON_EMITTER } from "./micropython/micropython-file.ts";
import { OPEN_MCT_EMITTER } from "./open-mct/open-mct-file.ts";
import { PROTO_EMITTER } from "./proto/proto-file.ts";
import { PYTHON_EMITTER } from "./python/python-file.ts";
import { RUST_EMITTER } from "./rust/rust-file.ts";
import type { Emitter } from "./shared/emitter.ts";
import { frameLimits, presenceLimits, withHead } from "./shared/frame-limits.ts";
import { SIMULINK_EMITTER } from "./simulink/simulink-file.ts";
import { SQL_EMITTER } from "./sql/sql-file.ts";
import { WIRESHARK_EMITTER } from "./wireshark/lua-file.ts";
import { XTCE_EMITTER } from "./xtce/xtce-file.ts";

/** In the order of the documentation. */
export const EMITTERS: readonly Emitter[] = [
  MARKDOWN_EMITTER,
  WIRESHARK_EMITTER,
  C_CHECK_EMITTER,
  C_EMITTER,
  ARDUINO_EMITTER,
  PYTHON_EMITTER,
  MICROPYTHON_EMITTER,
  KAITAI_EMITTER,
  LORAWAN_EMITTER,
  XTCE_EMITTER,
  COSMOS_EMITTER,
  JSON_SCHEMA_EMITTER,
  ASYNCAPI_EMITTER,
  PROTO_EMITTER,
  DBC_EMITTER,
  SQL_EMITTER,
  OPEN_MCT_EMITTER,
  SIMULINK_EMITTER,
  RUST_EMITTER,
];

/** The catalogue is written always, and not here: it also contains reused entries of earlier runs. */
const CATALOGUE = {
  name: "catalogue",
  writes: "catalogue.json: everything about channels and messages (always written)",
};

/** What `emit =` and `--emit` may name. */
export const EMITS: readonly Pick<Emitter, "name" | "writes">[] = [CATALOGUE, ...EMITTERS];

export const EMIT_NAMES = EMITS.map(({ name }) => name);

/**
 * The emitters of a list such as `kaitai, xtce` or `all`, in the order of `EMITTERS`, without duplicates.
 * @throws Error with one sentence for an unknown name
 */
export function chosenEmitters(given: readonly string[]): string[] {
  const unknown = given.find((name) => name !== "all" && !EMIT_NAMES.includes(name));
  if (unknown === undefined) return EMIT_NAMES.filter((name) => given.includes("all") || given.includes(name));
  const hint = didYouMean(unknown, ["all", ...EMIT_NAMES]);
  throw new Error(`there is no emitter '${unknown}'${hint}; known are all, ${EMIT_NAMES.join(", ")}`);
}

/** The same for a list as text. */
export function parseEmitters(text: string): string[] {
  return chosenEmitters(parseList(text));
}

/** Why a format reads only whole structs; undefined if it can read others. */
export function wholeReason({ presence }: Emitter): string | undefined {
  return typeof presence === "object" && "whole" in presence ? presence.whole : undefined;
}

/** True if a requested format combines all channels in one file. */
export function asksForAll(plans: readonly Pick<ChannelPlan, "emit">[]): boolean {
  return plans.some(({ emit = [] }) => EMITTERS.some(({ name, joins }) => joins === true && emit.includes(name)));
}

/** Files of all requested formats, with notes about what these cannot express. */
export function definitions(
  channels: readonly ChannelModel[],
  tool: Tool,
  of: "channel" | "all",
): Outcome<readonly EmittedFile[]> {
  // Only the catalogue contains older versions; other definitions describe the current firmware.
  const current = channels.filter(({ channel }) => channel.plan.versionOf === undefined);
  const outcomes = EMITTERS.filter(({ joins }) => (joins === true) === (of === "all")).map((emitter) => {
    const { name } = emitter;
    const isUnasked = emitter.unasked === true && tool.unasked === undefined;
    const limits = new Limits(name);
    const asking = current.filter(({ channel }) => isUnasked || channel.plan.emit?.includes(name));
    const value = asking.length === 0 ? [] : filesOf(emitter, asking, { tool, limits });
    return { value: isUnasked ? value : value.map((file) => placed(file, tool)), diagnostics: limits.diagnostics };
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
  emitter: Emitter,
  channels: readonly ChannelModel[],
  { tool, limits }: { readonly tool: Tool; readonly limits: Limits },
): readonly EmittedFile[] {
  const { emit, reading, presence } = emitter;
  const absent = (channel: ChannelModel) => (presence === "follows" ? [] : presenceLimits(channel, limits, presence));
  if (reading === "none") {
    for (const channel of channels) absent(channel);
    return emit(channels, tool, limits);
  }
  return channels.flatMap((channel) => {
    const head = [...frameLimits(channel, emitter, limits), ...absent(channel)];
    return emit([channel], tool, limits).map((file) => withHead(file, head, tool));
  });
}
