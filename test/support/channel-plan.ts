/** A channel's plan for tests of the compiler's phases. */

import type { ChannelPlan } from "../../generator/plan/channel-plan.ts";

export function planOf(overrides: Partial<ChannelPlan> = {}): ChannelPlan {
  return {
    name: "lab",
    udpPort: 8888,
    wampTopic: "lab.telemetry",
    includePath: "/headers",
    headerFiles: ["lab.h"],
    abi: "x86-64",
    byteOrder: "little",
    layout: undefined,
    defines: new Map(),
    storeExclude: [],
    ...overrides,
  };
}
