/** Finds all headers that a vendor's header includes. */

import { existsSync } from "node:fs";
import { dirname, join, posix, relative, sep } from "node:path";
import { parseSettings } from "../../runtime/settings/load-settings.ts";
import type { Settings } from "../../runtime/settings/settings.ts";
import type { ChannelPlan } from "../plan/channel-plan.ts";
import { plansOf } from "../plan/plans-of.ts";
import { folderReader } from "../source/folder-reader.ts";
import type { HeaderReader } from "../source/header-reader.ts";
import { recordingReader } from "../source/recording-reader.ts";
import { preprocess } from "../syntax/preprocess/preprocess.ts";
import { isSystemHeader } from "../targets/standard-headers.ts";
import { configuration, type NewChannel } from "./init-project.ts";

/** A header and all existing headers that it includes. */
export interface HeaderTree {
  /** The include path: the header's folder, or a parent folder where more of the included headers are found. */
  readonly root: string;
  /** The header's name in it. */
  readonly name: string;
  readonly reader: HeaderReader;
  /** Texts by shown path. */
  readonly sources: ReadonlyMap<string, string>;
  /** Names of the headers read so far. */
  read(): readonly string[];
  /** Names of included headers that are in none of the folders, without the compiler's. */
  missing(): readonly string[];
}

/** Number of parent folders that are tried as include path. */
const MOST_ABOVE = 3;

export function readWithIncludes(file: string): HeaderTree {
  let best: { readonly tree: HeaderTree; readonly missing: number } | undefined;
  let root = dirname(file);
  for (let above = 0; above <= MOST_ABOVE; above++, root = dirname(root)) {
    const sources = new Map<string, string>();
    const reader = recordingReader(folderReader([root], root), sources);
    const name = relative(root, file).split(sep).join("/");
    const channel = { name: "x", includePath: root, headerFile: name, keys: [] };
    const [plan] = plansFor(channel, root);
    preprocess(plan!, reader, "c");
    const isRead = (outcome: string) => /^[0-9a-f]{64}$/.test(outcome);
    const read = () => {
      const paths = Object.keys(reader.reads).filter((path) => isRead(reader.reads[path]!));
      return [...new Set(paths.map((path) => posix.normalize(path)))];
    };
    const missed = () =>
      Object.keys(reader.reads).filter((path) => reader.reads[path] === "missing" && !isSystemHeader(path));
    const others = Object.entries(reader.reads).filter(([, outcome]) => !isRead(outcome));
    // An include outside of the folder is an error, so it counts heavily. A missing one may belong to the compiler.
    const missing = others.filter(([, outcome]) => outcome === "outside").length * 1000 - read().length;
    if (best === undefined || missing < best.missing)
      best = { tree: { root, name, reader, sources, read, missing: missed }, missing };
    const isWhole = others.every(([path, outcome]) => outcome !== "outside" && isSystemHeader(path));
    if (isWhole || existsSync(join(root, ".git")) || dirname(root) === root) break;
  }
  return best!.tree;
}

/** Settings of a configuration with only this channel, next to the headers. */
export function settingsFor(channel: NewChannel, root: string): Settings {
  const source = { file: join(root, "channels.ini"), shown: "channels.ini", environment: {} };
  return parseSettings(configuration(channel), source);
}

export function plansFor(channel: NewChannel, root: string): ChannelPlan[] {
  return settingsFor(channel, root).channels.flatMap((each) => plansOf(each, [], "channels.ini"));
}
