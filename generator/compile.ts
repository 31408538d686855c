/** The compiler: channels' headers in, files out. Each phase takes the former one's result. */

import type { ChannelPlan, CompiledChannel, EmittedFile } from "./channel-plan.ts";
import { checkDeclarations } from "./check/check-declarations.ts";
import { checkVersions } from "./check/versions.ts";
import { CONFIG } from "./diagnostics/codes/config.ts";
import type { Diagnostic } from "./diagnostics/diagnostic.ts";
import { hasErrors, inOrder } from "./diagnostics/order.ts";
import { report } from "./diagnostics/report.ts";
import { emitAll } from "./emit/emit.ts";
import type { Tool } from "./emit/emitter.ts";
import { layOutChannel } from "./layout/lay-out-channel.ts";
import { parseChannel } from "./messages/parse-channel.ts";
import { checkStrayRules } from "./rules/check-stray-rules.ts";
import { compileRules } from "./rules/compile-rules.ts";
import type { HeaderReader } from "./source/header-reader.ts";
import { compilerFlags } from "./targets/flags.ts";

/** A channel's settings and where its headers come from. */
export interface ChannelInput {
  readonly plan: ChannelPlan;
  readonly reader: HeaderReader;
}

export interface Compilation {
  /** Empty when there is an error. */
  readonly files: readonly EmittedFile[];
  /** By file and place. */
  readonly diagnostics: readonly Diagnostic[];
}

/** A channel, and what is said of it. */
export interface ChannelOutcome {
  readonly value: CompiledChannel;
  readonly diagnostics: readonly Diagnostic[];
}

/** Compiles all channels and reports all problems of all of them. Pure but for the readers. */
export function compile<Input extends ChannelInput>(
  inputs: readonly Input[],
  tool: Tool,
  compileOne: (input: Input) => ChannelOutcome = compileChannel,
): Compilation {
  const compiled = inputs.map((input) => compileOne(input));
  const versions = checkVersions(compiled.map((channel) => channel.value));
  const diagnostics = inOrder([...compiled.flatMap((channel) => channel.diagnostics), ...versions]);
  if (hasErrors(diagnostics)) return { files: [], diagnostics };
  const emitted = emitAll(
    compiled.map((channel) => channel.value),
    tool,
  );
  return { files: emitted.value, diagnostics: inOrder([...diagnostics, ...emitted.diagnostics]) };
}

function textKeepingReader(reader: HeaderReader, texts: Map<string, readonly string[]>): HeaderReader {
  return {
    read(name) {
      const result = reader.read(name);
      if (result.kind === "file") texts.set(result.file.path, result.file.text.split("\n"));
      return result;
    },
    list: () => reader.list(),
  };
}

/** One channel through all phases but the last. */
export function compileChannel({ plan, reader }: ChannelInput): ChannelOutcome {
  const texts = new Map<string, readonly string[]>();
  const declarations = parseChannel(plan, textKeepingReader(reader, texts));
  const checks = [...checkDeclarations(declarations.value, plan), ...checkStrayRules(declarations.value)];
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
  return compilerFlags(plan).unknown.map((flag) => report(CONFIG, "W506", undefined, { channel: plan.name, flag }));
}
