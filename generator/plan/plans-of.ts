/** Derives plans from a channel's configuration, one for each firmware version. */

import { type ChannelSettings, type NamedMessage, olderName } from "../../runtime/channels/channel-settings.ts";
import type { ChannelPlan, PlannedMessage } from "./channel-plan.ts";

/**
 * The plan of the newest firmware and the plans of older versions.
 * @param asked emitters for all channels
 */
export function plansOf(channel: ChannelSettings, emits: readonly string[], file: string): ChannelPlan[] {
  const plan = planOf(channel, emits, file);
  const [newest, ...older] = [...(channel.versions ?? [])].reverse();
  if (newest === undefined) return [plan];
  const pinned = (channel.pins?.size ?? 0) > 0 ? ({ pinned: true } as const) : {};
  return [
    { ...plan, version: newest.name, ...pinned },
    ...older.map(({ name, headerFiles }) => {
      return { ...plan, name: olderName(plan.name, name), headerFiles, version: name, versionOf: plan.name };
    }),
  ];
}

function planOf(channel: ChannelSettings, emits: readonly string[], file: string): ChannelPlan {
  const { name, udpPort, wampTopic, includePath, headerFiles, abi, byteOrder, layout, defines, storeExclude } = channel;
  const { messages, frames, cflags, framing, versionColumns, abiAssumed, moreIncludePaths, compiler } = channel;
  const emit = [...new Set([...emits, ...(channel.emit ?? [])])];
  return {
    ...{ name, udpPort, wampTopic, includePath, headerFiles, abi, byteOrder, layout, defines, storeExclude, emit },
    ...(messages && { messages: messages.map((message) => plannedMessage(message, file)) }),
    ...(frames && { frames }),
    ...(framing && { framing }),
    ...(cflags && { cflags }),
    ...(compiler && { compiler }),
    ...(versionColumns && { versionColumns }),
    ...(abiAssumed && { abiAssumed }),
    ...(moreIncludePaths && { moreIncludePaths }),
  };
}

function plannedMessage({ line, column, end, ...message }: NamedMessage, file: string): PlannedMessage {
  return { ...message, span: { file, start: { line, column }, end } };
}
