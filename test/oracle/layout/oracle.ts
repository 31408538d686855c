/** Random structs, laid out by us and by a compiler. */

import type { ChannelPlan, CompiledChannel } from "../../../generator/channel-plan.ts";
import { emitChannels } from "../../../generator/emit/emit.ts";
import { layOutChannel } from "../../../generator/layout/lay-out-channel.ts";
import { leaves, type StructLayout } from "../../../generator/layout/struct-layout.ts";
import { compileRules } from "../../../generator/rules/compile-rules.ts";
import type { ChannelDeclarations, MessageDeclaration } from "../../../generator/syntax/declarations.ts";
import { disagreements as layoutDisagreements, STDINT, type Target } from "./compilers.ts";
import { printMessage } from "./print-c.ts";
import { Random } from "./random.ts";
import { StructMaker } from "./random-struct.ts";
import {
  type Dialect,
  loadCodecs,
  runProgram,
  samplingProgram,
  disagreements as valueDisagreements,
} from "./values.ts";

export interface OracleResult {
  readonly structs: number;
  readonly fields: number;
  readonly mismatches: readonly string[];
}

/** @param count structs; one compiler run takes them all */
export function compareRandomStructs(target: Target, seed: number, count: number): OracleResult {
  const maker = new StructMaker(new Random(seed), target.abi);
  const messages = Array.from({ length: count }, () => maker.message());
  const { value: layouts, diagnostics } = layOutChannel(declare(messages), plan(target));
  const refused = diagnostics.filter(({ severity }) => severity === "error").map(({ message }) => message);
  const header = STDINT + messages.map(printMessage).join("\n");
  const mismatches = [...refused, ...layoutDisagreements(header, layouts, target)];
  return { structs: layouts.length, fields: countFields(layouts), mismatches };
}

/** Structs filled by C programs, decoded and encoded again by generated codecs; `fields` counts values. */
export async function compareRandomValues(
  dialect: Dialect,
  seed: number,
  { count, rounds }: { count: number; rounds: number },
): Promise<OracleResult> {
  const target = plan({ abi: "x86-64", byteOrder: dialect === "gcc, big-endian" ? "big" : "little" });
  const maker = new StructMaker(new Random(seed), target.abi);
  const messages = Array.from({ length: count }, () => maker.message());
  const declarations = declare(messages);
  const layouts = layOutChannel(declarations, target).value;
  const channel: CompiledChannel = { plan: target, declarations, structs: compileRules(layouts, target).value };
  const codecs = await loadCodecs(emitChannels([channel], { version: "0.0.0" }), channel);
  const header = STDINT + messages.map(printMessage).join("\n");
  const samples = runProgram(samplingProgram(header, layouts, rounds), dialect);
  const byName = new Map(
    layouts.map((layout, index) => [layout.message.name, { layout, codec: codecs.structs[index]! }]),
  );
  const mismatches = samples.flatMap((sample) => {
    const { layout, codec } = byName.get(sample.struct)!;
    return valueDisagreements(sample, layout, codec);
  });
  return { structs: layouts.length, fields: samples.reduce((sum, { values }) => sum + values.length, 0), mismatches };
}

function declare(messages: readonly MessageDeclaration[]): ChannelDeclarations {
  return { messages, enums: [], files: [{ path: "random.h", sha256: "" }], strayComments: [] };
}

function countFields(layouts: readonly StructLayout[]): number {
  return layouts.reduce((sum, layout) => sum + leaves(layout.members).length, 0);
}

export function plan({ abi, byteOrder }: Pick<Target, "abi" | "byteOrder">): ChannelPlan {
  return {
    name: "random",
    udpPort: 0,
    wampTopic: "lab.random",
    includePath: "/",
    headerFiles: ["random.h"],
    abi,
    byteOrder,
    layout: "natural",
    defines: new Map(),
    storeExclude: [],
  };
}
