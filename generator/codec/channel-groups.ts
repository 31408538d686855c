/** Groups a channel with the older versions of its firmware. The output of a group does not depend on other groups. */

import type { ChannelPlan } from "../plan/channel-plan.ts";
import { HISTORY_FOLDER } from "./emitted-file.ts";
import { FILES, namesOf, PLAIN } from "./namer.ts";

/** A channel's names in the output folder; they depend on the plans of all channels. */
export interface ChannelNames {
  /** Used in file names. */
  readonly stem: string;
  /** Lower case. */
  readonly identifier: string;
}

export interface ChannelGroup<Channel> {
  /** Newest version first. */
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

/** Groups in the order of the channels. */
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
