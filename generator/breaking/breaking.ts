/** `structline gen --breaking`: lists the header changes that break compatibility with an earlier state. Writes nothing. */

import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { CATALOGUE_FILE, KEPT_CATALOGUE_FILE } from "../codec/catalogue-file.ts";
import { keptLayouts } from "../run/kept-layouts.ts";
import { type Channels, type OldStruct, parseCatalogue, readStruct } from "./catalogue.ts";
import { type Change, compareCatalogues, compareWithHistory, compareWithStore } from "./compare.ts";
import { type FoldedChange, folded } from "./fold.ts";
import type { StoredTypes } from "./stored-types.ts";

/** The catalogue generated from the current headers, and the location of the output folder. */
export interface Today {
  readonly catalogue: string;
  /** Absolute path of the output folder, and the catalogue's path in it. */
  readonly folder: string;
  readonly file: string;
  readonly cwd: string;
  /** Column types in the service's store; absent if the service could not be asked. */
  readonly stored?: StoredTypes;
}

export interface BreakingReport {
  /** The baseline: `git:HEAD`, or a folder. */
  readonly against: string;
  readonly changes: readonly FoldedChange[];
}

/**
 * @param against `git:<revision>` or a folder with a catalogue. Default: the last commit, else the last generated output
 * @throws Error (one sentence) if there is no baseline
 */
export function breakingChanges(today: Today, against: string | undefined): BreakingReport {
  const after = parseCatalogue(today.catalogue, "the catalogue");
  const before = earlier(today, against);
  const inStore = today.stored === undefined ? [] : compareWithStore(today.stored, after);
  const types = [...inStore, ...compareWithHistory(history(today.folder, after), after)];
  const found = compareCatalogues(before.channels, after);
  // Report each field's type change once. Sources by precedence: the catalogues, the store, the history.
  const described = new Set(found.filter(({ kind }) => kind === "type").map(placeOf));
  const rest = types.filter((change) => !described.has(placeOf(change)) && described.add(placeOf(change)));
  return { against: before.shown, changes: folded([...found, ...rest]) };
}

function placeOf({ channel, struct, field }: Change): string {
  return [channel, struct, field].join("\n");
}

function earlier({ folder, file, cwd }: Today, against: string | undefined): { channels: Channels; shown: string } {
  if (against === undefined) {
    const committed = gitCatalogue(folder, file, "HEAD");
    if (committed !== undefined) return { channels: parseCatalogue(committed, "git:HEAD"), shown: "git:HEAD" };
    return folderCatalogue(folder, folder);
  }
  if (!against.startsWith("git:")) {
    const isRevision = /^[^-]/.test(against) && !existsSync(resolve(cwd, against));
    if (isRevision && gitCatalogue(folder, file, against) !== undefined) {
      throw new Error(`there is no folder '${against}'; did you mean --against git:${against}?`);
    }
    return folderCatalogue(resolve(cwd, against), against);
  }
  const revision = against.slice("git:".length);
  const text = /^[^-]/.test(revision) ? gitCatalogue(folder, file, revision) : undefined;
  if (text === undefined) throw new Error(`git has no ${join(folder, file)} at '${revision}'`);
  return { channels: parseCatalogue(text, against), shown: against };
}

function folderCatalogue(folder: string, shown: string): { channels: Channels; shown: string } {
  const file = [CATALOGUE_FILE, KEPT_CATALOGUE_FILE].find((name) => existsSync(join(folder, name)));
  if (file === undefined) throw new Error(`there is no ${CATALOGUE_FILE} in ${shown} to compare with`);
  return { channels: parseCatalogue(readFileSync(join(folder, file), "utf8"), join(shown, file)), shown };
}

function gitCatalogue(folder: string, file: string, revision: string): string | undefined {
  try {
    return execFileSync("git", ["show", `${revision}:./${file}`], {
      cwd: existing(folder),
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
      maxBuffer: 1 << 28,
    });
  } catch {
    return undefined;
  }
}

function existing(folder: string): string {
  try {
    readdirSync(folder);
    return folder;
  } catch {
    return dirname(folder);
  }
}

/** All layouts in `history` of these channels. Files that are not valid layouts are ignored. */
function history(folder: string, after: Channels): { channel: string; schema: string; struct: OldStruct }[] {
  return Object.keys(after).flatMap((channel) =>
    keptLayouts(folder, channel).flatMap(({ schema, text }) => {
      const struct = structIn(text, after[channel]!.byteOrder);
      return struct === undefined ? [] : [{ channel, schema, struct }];
    }),
  );
}

function structIn(text: string, byteOrder: string): OldStruct | undefined {
  try {
    return readStruct(JSON.parse(text), byteOrder);
  } catch {
    return undefined;
  }
}

/** One line for each change, grouped by message. */
export function breakingText({ against, changes }: BreakingReport): string {
  if (changes.length === 0) return `nothing breaks against ${against}\n`;
  const lines = changes.map(({ kind, channel, struct, field, text, consequences = [] }) => {
    const place = [channel, struct, field].filter((part) => part !== undefined).join(" ");
    return `${kind.padEnd(5)}  ${place}: ${[text, ...consequences].join("; ")}`;
  });
  const count = `${changes.length} breaking change${changes.length === 1 ? "" : "s"} against ${against}`;
  return `${lines.join("\n")}\n${count}\n`;
}
