/** Channels made by threads side by side, where there is enough to do: each has to load parsers and mathjs first. */

import { on } from "node:events";
import { existsSync, statSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import type { ChannelPlan } from "./channel-plan.ts";
import type { ChannelGroup, ChannelNames } from "./emit/channel-groups.ts";
import type { EmittedGroup } from "./emit/emit.ts";
import type { Tool } from "./emit/emitter.ts";
import type { LastOutputs } from "./files.ts";
import type { OpenChannel } from "./kept-groups.ts";
import type { JudgedGroup } from "./make-judged.ts";
import type { ReadRecord } from "./recording-reader.ts";

/** What a thread is told; copied. */
export interface GroupOrder {
  readonly plans: readonly ChannelPlan[];
  readonly names: readonly ChannelNames[];
  /** The folder that shown paths are relative to. */
  readonly shownFrom: string;
  /** Of the outputs. */
  readonly folder: string;
  readonly tool: Omit<Tool, "history">;
  readonly last: LastOutputs | undefined;
}

/** What it answers; copied. */
export interface MadeGroup extends Pick<JudgedGroup, "files" | "diagnostics"> {
  readonly channels: readonly { readonly name: string; readonly stem: string; readonly entry: string }[];
  readonly reads: readonly ReadRecord[];
  readonly sources: ReadonlyMap<string, string>;
}

/** Built beside the generator. From its sources it runs without. */
const THREAD = new URL("./group-thread.js", import.meta.url);
/** Of headers, in bytes: about two hundred structs, a second's work. */
const ENOUGH = 200_000;
const MOST_THREADS = 3;

type Group = ChannelGroup<OpenChannel>;

/**
 * Makes groups in this thread and in others.
 * @param where `sources` gets the headers' texts that others have read
 * @returns in the groups' order; undefined where there is not enough to do
 */
export async function makeSideBySide(
  groups: readonly Group[],
  tool: Tool,
  last: LastOutputs | undefined,
  where: { readonly shownFrom: string; readonly folder: string; readonly sources: Map<string, string> },
): Promise<EmittedGroup[] | undefined> {
  const [own, ...others] = shares(groups);
  if (own === undefined || others.length === 0) return undefined;
  const { folder, shownFrom, sources } = where;
  const { history: _history, ...plainTool } = tool;
  const order = { folder, shownFrom, tool: plainTool, last: last && { outputs: last.outputs, keys: last.keys } };
  const made = new Map<Group, EmittedGroup>();
  const answers = Promise.all(
    others.map(async (share) => {
      for (const [group, answer] of await inThread(share, order)) made.set(group, taken(group, answer, sources));
    }),
  );
  // It is awaited below; until then a failure is nobody's.
  answers.catch(() => undefined);
  const { makeJudged } = await import("./make-judged.ts");
  for (const group of own) made.set(group, makeJudged(group, tool, folder, last));
  await answers;
  return groups.map((group) => made.get(group)!);
}

/** About the same bytes of headers for each thread, the first one's for this one; one share where more are not worth it. */
function shares(groups: readonly Group[]): Group[][] {
  const sized = groups.map((group) => ({ group, bytes: bytesOf(group) })).sort((a, b) => b.bytes - a.bytes);
  const bytes = sized.reduce((sum, each) => sum + each.bytes, 0);
  const isWorthIt = bytes >= ENOUGH && existsSync(fileURLToPath(THREAD));
  const count = isWorthIt ? Math.min(groups.length, availableParallelism(), MOST_THREADS + 1) : 1;
  const found = Array.from({ length: count }, () => ({ groups: [] as Group[], bytes: 0 }));
  for (const each of sized) {
    const least = found.reduce((a, b) => (b.bytes < a.bytes ? b : a));
    least.groups.push(each.group);
    least.bytes += each.bytes;
  }
  return found.map((share) => share.groups);
}

function bytesOf({ channels }: Group): number {
  const headers = channels.flatMap(({ plan }) => plan.headerFiles.map((file) => join(plan.includePath, file)));
  return headers.reduce((sum, path) => sum + (statSync(path, { throwIfNoEntry: false })?.size ?? 0), 0);
}

async function inThread(
  groups: readonly Group[],
  order: Omit<GroupOrder, "plans" | "names">,
): Promise<Map<Group, MadeGroup>> {
  const thread = new Worker(THREAD);
  try {
    for (const { channels, names } of groups) {
      thread.postMessage({ ...order, plans: channels.map(({ plan }) => plan), names } satisfies GroupOrder);
    }
    const made = new Map<Group, MadeGroup>();
    const waiting = groups.values();
    // A thread that fails rejects it.
    for await (const [answer] of on(thread, "message")) {
      made.set(waiting.next().value!, answer);
      if (made.size === groups.length) break;
    }
    return made;
  } finally {
    await thread.terminate();
  }
}

/** What a thread has read counts as read here. */
function taken(group: Group, made: MadeGroup, sources: Map<string, string>): EmittedGroup {
  for (const [index, { reader }] of group.channels.entries()) reader.take(made.reads[index] ?? {});
  for (const [path, text] of made.sources) sources.set(path, text);
  const channels = made.channels.map(({ name, stem, entry }) => ({ name, stem, entry: () => entry }));
  return { channels, files: made.files, diagnostics: made.diagnostics };
}
