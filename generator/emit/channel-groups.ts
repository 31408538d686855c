/** A channel and the older versions of its firmware are one group: what is generated of it depends on nothing of another one. */

import type { ChannelPlan } from "../plan/channel-plan.ts";
import { HISTORY_FOLDER } from "./emitted-file.ts";
import { FILES, namesOf, PLAIN } from "./namer.ts";

/** What a channel is called in the output folder; the plans of all channels settle it. */
export interface ChannelNames {
  /** As part of a file name. */
  readonly stem: string;
  /** In lower case. */
  readonly identifier: string;
}

export interface ChannelGroup<Channel> {
  /** The newest version first. */
  readonly channels: readonly Channel[];
  readonly names: readonly ChannelNames[];
}

export function channelNames(plans: readonly Pick<ChannelPlan, "name">[]): ChannelNames[] {
  const stems = namesOf(
    FILES,
    plans.map(({ name }) => name),
    ["index", "codec", HISTORY_FOLDER],
  );
  const lower = namesOf(
    PLAIN,
    plans.map(({ name }) => name.toLowerCase()),
  );
  return plans.map((_, index) => ({ stem: stems[index] ?? "", identifier: lower[index] ?? "" }));
}

/** In the channels' order. */
export function channelGroups<Channel extends { readonly plan: ChannelPlan }>(
  channels: readonly Channel[],
): ChannelGroup<Channel>[] {
  const names = channelNames(channels.map(({ plan }) => plan));
  const groups = new Map<string, { channels: Channel[]; names: ChannelNames[] }>();
  for (const [index, channel] of channels.entries()) {
    const { name, versionOf = name } = channel.plan;
    const group = groups.get(versionOf) ?? { channels: [], names: [] };
    groups.set(versionOf, group);
    group.channels.push(channel);
    group.names.push(names[index] ?? { stem: "", identifier: "" });
  }
  return [...groups.values()];
}
