/** The compiler: from a channel's headers to generated files. Each phase takes the result of the phase before it. */

import { checkDeclarations } from "./check/check-declarations.ts";
import { joinVersionColumns } from "./check/version-columns.ts";
import { checkVersions } from "./check/versions.ts";
import { type ChannelGroup, channelGroups } from "./codec/channel-groups.ts";
import type { EmittedFile } from "./codec/emitted-file.ts";
import type { Tool } from "./codec/emitter.ts";
import { CONFIG } from "./diagnostics/codes/config.ts";
import type { Diagnostic, Outcome } from "./diagnostics/diagnostic.ts";
import { hasErrors, inOrder } from "./diagnostics/order.ts";
import { report } from "./diagnostics/report.ts";
import { type EmittedGroup, emitGroup, emitWhole, withoutTwins } from "./emitters/emit.ts";
import { asksForAll } from "./emitters/emitters.ts";
import { layOutChannel } from "./layout/lay-out-channel.ts";
import { checkAssumedLanguage } from "./layout/other-language.ts";
import { messagesIn, parseChannel, type ReadChannel, readChannel } from "./messages/parse-channel.ts";
import type { ChannelPlan } from "./plan/channel-plan.ts";
import { checkMisspelledTags } from "./rules/check-misspelled-tags.ts";
import { checkStrayRules } from "./rules/check-stray-rules.ts";
import { compileRules } from "./rules/compile-rules.ts";
import type { CompiledChannel } from "./rules/compiled-rule.ts";
import { LinesOfHeaders } from "./source/header-lines.ts";
import type { HeaderReader } from "./source/header-reader.ts";
import { compilerFlags, targetsWith } from "./targets/flags.ts";

/** A channel's settings and where its headers come from. */
export interface ChannelInput {
  readonly plan: ChannelPlan;
  readonly reader: HeaderReader;
}

export interface Compilation {
  /** Empty if compilation failed: after any error, or only if every channel has one (see `errors` of `compile`). */
  readonly files: readonly EmittedFile[];
  /** Sorted by file and position. */
  readonly diagnostics: readonly Diagnostic[];
  /** Files and diagnostics of each channel with its older versions; undefined for a stopped channel. Empty if compilation failed. */
  readonly groups: readonly (Pick<EmittedGroup, "files" | "diagnostics"> | undefined)[];
  /** Names of the channels that an error stopped while other channels compiled. */
  readonly stopped: readonly string[];
}

/**
 * Compiles all channels and reports every problem. Has no side effects besides what the readers do.
 * @param kept returns what an earlier run made of a channel and its versions, if this run would make the same
 * @param errors whether an error stops every channel or only its own
 */
export function compile<Input extends ChannelInput>(
  inputs: readonly Input[],
  tool: Tool,
  kept: (group: ChannelGroup<Input>) => EmittedGroup | CompiledGroup | undefined = () => undefined,
  errors: "stop all" | "stop their channel" = "stop all",
): Compilation {
  const none = asksForAll(inputs.map(({ plan }) => plan));
  const inGroups = channelGroups(inputs);
  const found = inGroups.map((group) => (none ? undefined : kept(group)) ?? compileGroup(group));
  const isBad = found.map(({ diagnostics }) => hasErrors(diagnostics));
  if (errors === "stop all" ? isBad.includes(true) : isBad.length > 0 && !isBad.includes(false)) {
    const diagnostics = inOrder(found.flatMap((group) => group.diagnostics));
    return { files: [], diagnostics, groups: [], stopped: [] };
  }
  const stopped = inGroups.flatMap(({ channels: [newest] }, index) => (newest && isBad[index] ? newest.plan.name : []));
  const groups = found.map((group, index) => {
    if (isBad[index]) return undefined;
    return "compiled" in group ? emitted(group, tool) : group;
  });
  const good = groups.filter((group) => group !== undefined);
  const whole = emitWhole(good, { ...tool, stopped });
  const said = groups.flatMap((group, index) => (group ?? found[index])?.diagnostics ?? []);
  return {
    files: withoutTwins([...good.flatMap(({ files }) => files), ...whole.value]),
    diagnostics: inOrder([...said, ...whole.diagnostics]),
    groups,
    stopped,
  };
}

/** A channel and its versions after all phases except emit. */
export interface CompiledGroup {
  readonly compiled: ChannelGroup<CompiledChannel>;
  readonly diagnostics: readonly Diagnostic[];
}

export function compileGroup({ channels, names }: ChannelGroup<ChannelInput>): CompiledGroup {
  const outcomes = channels.map(compileChannel);
  const compiled = outcomes.map(({ value }) => value);
  const joined = joinVersionColumns(compiled);
  return {
    compiled: { channels: joined.value, names },
    diagnostics: [
      ...outcomes.flatMap(({ diagnostics }) => diagnostics),
      ...checkVersions(compiled),
      ...joined.diagnostics,
    ],
  };
}

function emitted({ compiled, diagnostics }: CompiledGroup, tool: Tool): EmittedGroup {
  const group = emitGroup(compiled, tool);
  return { ...group, diagnostics: [...diagnostics, ...group.diagnostics] };
}

function textKeepingReader(reader: HeaderReader, texts: LinesOfHeaders): HeaderReader {
  return {
    read(name) {
      const result = reader.read(name);
      if (result.kind === "file") texts.add(result.file);
      return result;
    },
    list: () => reader.list(),
  };
}

/** A channel's headers, read once and then compiled with different `messages`. */
export interface OpenedChannel {
  readonly read: ReadChannel;
  /** Lines of each header, by path. */
  readonly texts: LinesOfHeaders;
}

export function openChannel({ plan, reader }: ChannelInput): OpenedChannel {
  const texts = new LinesOfHeaders();
  return { read: readChannel(plan, textKeepingReader(reader, texts)), texts };
}

/** Runs one channel through all phases except emit. */
export function compileChannel(input: ChannelInput): Outcome<CompiledChannel> {
  const opened = openChannel(input);
  const outcome = compileOpened(opened, input.plan);
  if (opened.read.headers.language !== "c" || hasErrors(outcome.diagnostics)) return outcome;
  const layouts = outcome.value.structs.map(({ layout }) => layout);
  const inCpp = (plan: ChannelPlan, names?: ReadonlySet<string>) => {
    const { value, diagnostics } = parseChannel(plan, input.reader, names);
    const other = layOutChannel(value, plan);
    return hasErrors([...diagnostics, ...other.diagnostics]) ? undefined : other.value;
  };
  const found = checkAssumedLanguage({ layouts, texts: opened.texts.all(), inCpp }, input.plan);
  return found.length === 0 ? outcome : { ...outcome, diagnostics: [...outcome.diagnostics, ...found] };
}

/** @param opened must come from a plan that differs from `plan` in `messages` only */
export function compileOpened({ read, texts }: OpenedChannel, plan: ChannelPlan): Outcome<CompiledChannel> {
  const declarations = messagesIn(read, plan);
  const checks = [
    ...checkDeclarations(declarations.value, plan),
    ...checkStrayRules(declarations.value, declarations.diagnostics),
    ...checkMisspelledTags(declarations.value),
  ];
  const layouts = layOutChannel(declarations.value, plan);
  const { strayComments } = declarations.value;
  const structs = compileRules(layouts.value, plan, { strayComments, texts });
  return {
    value: { plan, declarations: declarations.value, structs: structs.value, texts },
    diagnostics: [
      ...flagProblems(plan),
      ...declarations.diagnostics,
      ...checks,
      ...layouts.diagnostics,
      ...structs.diagnostics,
    ],
  };
}

function flagProblems(plan: ChannelPlan): Diagnostic[] {
  const channel = plan.name;
  const { problems } = compilerFlags(plan);
  const others = problems.length === 0 ? [] : targetsWith(plan.cflags ?? []);
  const order = plan.cflags?.findLast((flag) => flag === "-mbig-endian" || flag === "-mlittle-endian");
  const isTurned = order === "-mbig-endian" && plan.byteOrder === "little";
  return [
    ...problems.map(({ flag, reason, near }) =>
      reason === "processor"
        ? report(CONFIG, "E507", undefined, { channel, flag, near })
        : report(CONFIG, "E506", undefined, { channel, flag, reason, others }),
    ),
    ...(isTurned ? [report(CONFIG, "E506", undefined, { channel, flag: order, reason: "order", others: [] })] : []),
  ];
}
