/** Compares our layouts of random structs with a compiler's. */

import { renderOne } from "../../../generator/diagnostics/render.ts";
import { emitChannels } from "../../../generator/emitters/emit.ts";
import { layOutChannel } from "../../../generator/layout/lay-out-channel.ts";
import { leaves, type StructLayout } from "../../../generator/layout/struct-layout.ts";
import type { ChannelDeclarations, MessageDeclaration } from "../../../generator/messages/message.ts";
import { parseChannel } from "../../../generator/messages/parse-channel.ts";
import type { ByteOrder, ChannelPlan } from "../../../generator/plan/channel-plan.ts";
import { compileRules } from "../../../generator/rules/compile-rules.ts";
import type { CompiledChannel } from "../../../generator/rules/compiled-rule.ts";
import { memoryReader } from "../../../generator/source/header-reader.ts";
import { recordIn } from "../../../generator/syntax/declare/types.ts";
import type { RecordDeclaration } from "../../../generator/types/declarations.ts";
import type { AbiName } from "../../../runtime/channels/abi-names.ts";
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

/** @param count structs, compiled in one run */
export function compareRandomStructs(target: Target, seed: number, count: number): OracleResult {
  const { messages, layouts, errors } = layOutRandom(target, seed, count);
  const header = STDINT + messages.map(printMessage).join("\n");
  const mismatches = [...errors, ...layoutDisagreements(header, layouts, target)];
  return { structs: layouts.length, fields: countFields(layouts), mismatches };
}

/** Parses the same structs from C text: the declarations must give the same layout. */
export function compareReadStructs(target: Target, seed: number, count: number): OracleResult {
  const { messages, layouts, plan } = layOutRandom(target, seed, count);
  const text = messages.map(printMessage).join("\n");
  const parsed = parseChannel(plan, memoryReader({ "random.h": text }));
  const errors = parsed.diagnostics
    .filter(({ severity }) => severity === "error")
    .map((error) => renderOne(error, { source: () => text, style: "plain" }));
  const read = layOutChannel(parsed.value, plan).value.map(placesOf);
  const meant = layouts.map(placesOf);
  const mismatches = [...errors, ...meant.filter((places) => !read.includes(places))];
  return { structs: layouts.length, fields: countFields(layouts), mismatches };
}

/** Everything that determines a codec, as text. */
function placesOf({ message, size, alignment, wireSize, members }: StructLayout): string {
  const fields = leaves(members).map((leaf) => {
    if (leaf.kind === "text") return `${leaf.path} text ${leaf.byteOffset}+${leaf.length}`;
    return `${leaf.path} ${leaf.scalar} ${leaf.byteOffset}.${leaf.bitOffset}+${leaf.bitWidth}`;
  });
  return `${message.name} ${size} ${alignment} ${wireSize}: ${fields.join(", ")}`;
}

/** C programs fill structs, and generated codecs decode and encode them; `fields` counts values. */
export async function compareRandomValues(
  dialect: Dialect,
  seed: number,
  { count, rounds }: { count: number; rounds: number },
): Promise<OracleResult> {
  const byteOrder = dialect === "gcc, big-endian" ? "big" : "little";
  const vary = dialect === "gcc, both byte orders" ? new Random(seed ^ 0x550) : undefined;
  const { messages, layouts, errors, plan } = layOutRandom({ abi: "x86-64", byteOrder }, seed, count, vary);
  const structs = compileRules(layouts, plan).value;
  const channel: CompiledChannel = { plan, declarations: declare(messages), structs };
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
  const fields = samples.reduce((sum, { values }) => sum + values.length, 0);
  return { structs: layouts.length, fields, mismatches: [...errors, ...mismatches] };
}

/** @param orders gives records storage orders of their own */
function layOutRandom(
  { abi, byteOrder }: Pick<Target, "abi" | "byteOrder">,
  seed: number,
  count: number,
  orders?: Random,
) {
  const maker = new StructMaker(new Random(seed), abi);
  const messages = Array.from({ length: count }, () => maker.message());
  if (orders !== undefined) for (const { record } of messages) giveOrders(record, orders);
  const plan = planOf(abi, byteOrder);
  const { value: layouts, diagnostics } = layOutChannel(declare(messages), plan);
  const errors = diagnostics.filter(({ severity }) => severity === "error").map(({ message }) => message);
  return { messages, layouts, errors, plan };
}

function giveOrders(record: RecordDeclaration, random: Random): void {
  const storageOrder = random.pick(["big", "big", "little", undefined] as const);
  if (storageOrder !== undefined) Object.assign(record, { attributes: { ...record.attributes, storageOrder } });
  for (const member of record.members) {
    const inner = member.kind === "anonymous" ? member.record : recordIn(member.type);
    if (inner !== undefined) giveOrders(inner, random);
  }
}

function declare(messages: readonly MessageDeclaration[]): ChannelDeclarations {
  return { messages, enums: [], files: [{ path: "random.h", sha256: "" }], strayComments: [] };
}

function countFields(layouts: readonly StructLayout[]): number {
  return layouts.reduce((sum, layout) => sum + leaves(layout.members).length, 0);
}

export function planOf(abi: AbiName, byteOrder: ByteOrder): ChannelPlan {
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
