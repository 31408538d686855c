/** Reuses the last run's output of channels whose inputs have not changed. */

import { readFileSync } from "node:fs";
import { entriesOf } from "../codec/catalogue-file.ts";
import type { ChannelGroup } from "../codec/channel-groups.ts";
import type { EmittedFile } from "../codec/emitted-file.ts";
import { once } from "../codec/once.ts";
import type { EmittedGroup } from "../emitters/emit.ts";
import type { ChannelPlan } from "../plan/channel-plan.ts";
import type { RecordingReader } from "../source/recording-reader.ts";
import { knowsHistory } from "./kept-layouts.ts";
import { hashOfFile } from "./known-files.ts";
import type { GroupRecord, Manifest } from "./manifest.ts";
import { type OutputPlace, placeOf } from "./output-place.ts";

export interface OpenChannel {
  readonly plan: ChannelPlan;
  readonly reader: RecordingReader;
}

/** Location and record of the last run's outputs. */
export interface KeptOutputs {
  readonly place: OutputPlace;
  /** `sources` has no history. */
  readonly form: "service" | "sources";
  /** Path of the catalogue in the folder. */
  readonly catalogue: string;
  readonly last: Manifest;
  /** Hash of the group's settings and of the generator. */
  inputsOf(group: ChannelGroup<OpenChannel>): string;
}

/**
 * The last run's record of a group, if its headers are unchanged and `history` has no layout from elsewhere. Reads the
 * headers,
 * so that this run also lists them as inputs and can show their lines.
 */
export function recordOf(group: ChannelGroup<OpenChannel>, outputs: KeptOutputs): GroupRecord | undefined {
  const { place, form, last } = outputs;
  const inputs = outputs.inputsOf(group);
  const record = last.groups.find((each) => each.inputs === inputs);
  if (record === undefined) return undefined;
  const isCurrent = group.channels.every(({ reader }, index) => reader.isAsRecorded(record.reads[index] ?? {}));
  const isKnown = form === "sources" || group.names.every(({ stem }) => knowsHistory(place.folder, stem, last.outputs));
  if (!isCurrent || !isKnown) return undefined;
  for (const [index, { reader }] of group.channels.entries()) {
    for (const header of Object.keys(record.reads[index] ?? {})) reader.read(header);
  }
  return record;
}

/** Returns the output of groups that have a record and unchanged files. */
export function keptGroups(outputs: KeptOutputs): (group: ChannelGroup<OpenChannel>) => EmittedGroup | undefined {
  const { place, last } = outputs;
  const isPresent = (path: string) => hashOfFile(placeOf(place, path)) === last.outputs[path];
  const entries = once(() => {
    const { catalogue } = outputs;
    const isWritten = last.outputs[catalogue] !== undefined && isPresent(catalogue);
    return entriesOf(isWritten ? readFileSync(placeOf(place, catalogue), "utf8") : "");
  });
  return (group) => {
    const record = recordOf(group, outputs);
    if (record === undefined || !record.paths.every(isPresent)) return undefined;
    const isListed = group.channels.every(({ plan }) => entries().has(plan.name));
    if (!isListed) return undefined;
    const channels = group.channels.map(({ plan: { name } }, index) => {
      return { name, stem: group.names[index]?.stem ?? "", entry: () => entries().get(name) ?? "" };
    });
    const files = record.paths.map((path) => keptFile(place, path, last.outputs[path] ?? ""));
    return { channels, files, diagnostics: record.diagnostics };
  };
}

function keptFile(place: OutputPlace, path: string, present: string): EmittedFile {
  return {
    path,
    present,
    built: false,
    get text() {
      return readFileSync(placeOf(place, path), "utf8");
    },
  };
}
