/** Random structs, laid out by us and by a compiler. */

import type { ChannelPlan } from "../../../generator/channel-plan.ts";
import { layOutChannel } from "../../../generator/layout/lay-out-channel.ts";
import { leaves, type StructLayout } from "../../../generator/layout/struct-layout.ts";
import type { ChannelDeclarations } from "../../../generator/syntax/declarations.ts";
import { disagreements, STDINT, type Target } from "./compilers.ts";
import { printMessage } from "./print-c.ts";
import { Random } from "./random.ts";
import { StructMaker } from "./random-struct.ts";

export interface OracleResult {
  readonly structs: number;
  readonly fields: number;
  readonly mismatches: readonly string[];
}

/** @param count structs; one compiler run takes them all */
export function compareRandomStructs(target: Target, seed: number, count: number): OracleResult {
  const maker = new StructMaker(new Random(seed), target.abi);
  const messages = Array.from({ length: count }, () => maker.message());
  const declarations: ChannelDeclarations = { messages, enums: [], files: [], strayComments: [] };
  const { value: layouts, diagnostics } = layOutChannel(declarations, plan(target));
  const refused = diagnostics.filter(({ severity }) => severity === "error").map(({ message }) => message);
  const header = STDINT + messages.map(printMessage).join("\n");
  const mismatches = [...refused, ...disagreements(header, layouts, target)];
  return { structs: layouts.length, fields: countFields(layouts), mismatches };
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
