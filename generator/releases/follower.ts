/** Takes published versions: headers and configuration, then codecs. The service reads them with its next reload. */

import type { KeyObject } from "node:crypto";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { ChannelSettings } from "../../runtime/channels/channel-settings.ts";
import { INDEX_FILE, type Looked, type ReleaseName } from "../../runtime/channels/looked.ts";
import { unfinishedVersions } from "../../runtime/channels/unfinished-versions.ts";
import { ConfigError } from "../../runtime/config/config-error.ts";
import type { TextPlace } from "../../runtime/lib/text-place.ts";
import type { Settings } from "../../runtime/settings/settings.ts";
import { compileGroup } from "../compile.ts";
import { generate, generateNothing } from "../run/generate.ts";
import type { GenerateOptions } from "../run/generation.ts";
import { withLock } from "../run/lock.ts";
import { outputProblem, readSettings } from "../run/outside-problems.ts";
import { writeWhole } from "../run/write-whole.ts";
import { decodeText } from "../source/decode-text.ts";
import { pathOf, type Release, type ReleaseIndex, readIndex, readRelease } from "./release.ts";
import { withoutVersion, withVersion } from "./version-entry.ts";

/** How long a look waits for that of another process with the same configuration, ms. */
const PATIENCE_MS = 120_000;

type IndexedRelease = ReleaseIndex["releases"][number];
type Found = { -readonly [Name in keyof Looked]: Looked[Name] extends readonly (infer One)[] ? One[] : Looked[Name] };

export class Follower {
  readonly #place: TextPlace;
  readonly #options: GenerateOptions;
  readonly #key: KeyObject | undefined;

  /** @param key whose signature releases must have */
  constructor(place: TextPlace, options: GenerateOptions, key?: KeyObject) {
    this.#place = place;
    this.#options = options;
    this.#key = key;
  }

  /** Never throws. */
  async look(): Promise<Looked> {
    const found: Found = { published: 0, taken: [], revoked: [], changed: [], problems: [] };
    try {
      const text = (await this.#place.read(INDEX_FILE))?.text;
      const index = readIndex(text, `${this.#place.shown}/${INDEX_FILE}`, this.#key);
      found.published = index.releases.length;
      const settings = this.#settings();
      for (const entry of index.releases)
        if (entry.revoked === undefined && wasWithdrawn(entry, settings))
          found.problems.push(
            `${entry.channel} ${entry.version} was withdrawn: ${this.#place.shown}/${INDEX_FILE} is an older one`,
          );
      if (existsSync(unfinishedVersions(settings)) || index.releases.some((entry) => isNews(entry, settings)))
        await withLock(join(settings.directory, ".versions"), PATIENCE_MS, () => this.#change(index, found));
      const { channels } = this.#settings();
      const inUse = index.releases.filter((entry) => channels.some((channel) => has(channel, entry)));
      found.taken.push(...inUse.map(nameOf));
      found.revoked.push(...index.releases.filter(({ revoked }) => revoked !== undefined).map(nameOf));
    } catch (error) {
      found.problems.push(sentenceOf(error as Error, this.#options.cwd));
    }
    return found;
  }

  /** @throws Error (one sentence) */
  #settings(): Settings {
    const settings = readSettings(this.#options);
    if (settings instanceof ConfigError) throw settings;
    return settings;
  }

  async #change({ releases }: ReleaseIndex, found: Found): Promise<void> {
    for (const entry of releases) {
      // Each one changes them, and so may another process have done.
      const settings = this.#settings();
      const channel = settings.channels.find(({ name }) => name === entry.channel);
      if (channel === undefined || !isNews(entry, settings)) continue;
      try {
        if (entry.revoked === undefined) {
          if (await this.#take(entry, channel, settings)) found.changed.push(nameOf(entry));
          continue;
        }
        if (hasTaken(channel, entry)) {
          await this.#remove(entry, channel, settings);
          found.changed.push(nameOf(entry));
        }
        writeWhole(join(folderOf(channel, entry.version), WITHDRAWN), `${entry.revoked}\n`);
      } catch (error) {
        found.problems.push(`${entry.channel} ${entry.version}: ${sentenceOf(error as Error, this.#options.cwd)}`);
      }
    }
    if (existsSync(unfinishedVersions(this.#settings()))) await this.#generate();
  }

  /** False if the channel's own headers are those of the version. @throws Error (one sentence) */
  async #take(entry: IndexedRelease, channel: ChannelSettings, settings: Settings): Promise<boolean> {
    const path = pathOf(entry.channel, entry.version);
    const text = (await this.#place.read(path))?.text;
    if (text === undefined) throw new Error(`${this.#place.shown} has no ${path}, which its index names`);
    const release = readRelease(text, entry, path);
    const folder = folderOf(channel, entry.version);
    if (isPresent(release, channel)) {
      writeWhole(join(folder, SAME), "These headers are the channel's own.\n");
      return false;
    }
    await this.#add(release, channel, folder, settings);
    return true;
  }

  /** Writes the headers, and the configuration if all channels compile with it. @throws Error (one sentence) */
  async #add(release: Release, channel: ChannelSettings, folder: string, settings: Settings): Promise<void> {
    const { abi, byteOrder, version, headers, headerFiles } = release;
    if (abi !== channel.abi || byteOrder !== channel.byteOrder) {
      throw new Error(
        `it is for ${abi}, ${byteOrder}-endian, and the channel for ${channel.abi}, ${channel.byteOrder}-endian`,
      );
    }
    const texts = new Map(Object.entries(headers).map(([name, text]) => [join(folder, name), text]));
    const files = headerFiles.map((name) => `releases/${channel.name}/${version}/${name}`);
    const written = withVersion(readFileSync(settings.file, "utf8"), sectionOf(channel), version, files);
    await this.#check(written, texts);
    for (const [path, text] of texts) writeWhole(path, text);
    rewrite(settings, written);
  }

  /** Its headers stay. @throws Error (one sentence), also if the configuration needs the version elsewhere */
  async #remove({ version }: IndexedRelease, channel: ChannelSettings, settings: Settings): Promise<void> {
    const written = withoutVersion(readFileSync(settings.file, "utf8"), sectionOf(channel), version);
    await this.#check(written, new Map());
    rewrite(settings, written);
  }

  /** @throws Error (one sentence) if the channels do not compile with the configuration and the headers */
  async #check(configuration: string, headers: ReadonlyMap<string, string>): Promise<void> {
    const { result } = await generateNothing(
      { ...this.#options, mode: "check" },
      {
        configuration,
        unsaved: (path) => {
          const text = headers.get(path);
          return text === undefined ? undefined : new TextEncoder().encode(text);
        },
        compiled: compileGroup,
      },
    );
    const [error] = result.diagnostics.filter(({ severity }) => severity === "error");
    if (error !== undefined) throw new Error(`with it the channels do not compile: ${error.code}: ${error.message}`);
  }

  /** @throws Error (one sentence) */
  async #generate(): Promise<void> {
    const { ok, diagnostics } = await generate(this.#options);
    const error = diagnostics.find(({ severity }) => severity === "error");
    if (!ok) throw new Error(`the codecs were not generated: ${error?.message}`);
    rmSync(unfinishedVersions(this.#settings()), { force: true });
  }
}

/** Marks the folder of a version whose headers are the channel's own. */
const SAME = ".same";
/** Marks that of a version that was withdrawn: an index from before that brings it not back. */
const WITHDRAWN = ".withdrawn";

/** From here to the end of `#generate`, the codecs are not those of the configuration; a restart completes them. */
function rewrite(settings: Settings, configuration: string): void {
  writeWhole(unfinishedVersions(settings), "");
  writeWhole(settings.file, configuration);
}

/** One sentence; with the path if a file cannot be written. */
function sentenceOf(error: Error, cwd: string): string {
  return "syscall" in error ? outputProblem(error, cwd).message : error.message;
}

function sectionOf({ name }: ChannelSettings): string {
  return `lab-${name}`;
}

function folderOf({ includePath, name }: ChannelSettings, version: string): string {
  return join(includePath, "releases", name, version);
}

function nameOf({ channel, version }: IndexedRelease): ReleaseName {
  return { channel, version };
}

/** Whether the configuration has to change for it. */
function isNews(entry: IndexedRelease, { channels }: Settings): boolean {
  const channel = channels.find(({ name }) => name === entry.channel);
  if (channel === undefined) return false;
  if (entry.revoked !== undefined) return hasTaken(channel, entry) || !isMarked(channel, entry, WITHDRAWN);
  return !has(channel, entry) && ![SAME, WITHDRAWN].some((mark) => isMarked(channel, entry, mark));
}

function isMarked(channel: ChannelSettings, { version }: IndexedRelease, mark: string): boolean {
  return existsSync(join(folderOf(channel, version), mark));
}

function wasWithdrawn(entry: IndexedRelease, { channels }: Settings): boolean {
  const channel = channels.find(({ name }) => name === entry.channel);
  return channel !== undefined && isMarked(channel, entry, WITHDRAWN);
}

function has({ name, versions }: ChannelSettings, { channel, version }: IndexedRelease): boolean {
  return name === channel && versions?.some((each) => each.name === version) === true;
}

/** A version that somebody wrote into the configuration with headers of their own stays. */
function hasTaken({ name, versions = [] }: ChannelSettings, { version }: IndexedRelease): boolean {
  const own = `releases/${name}/${version}/`;
  return versions.some((each) => each.name === version && each.headerFiles.every((file) => file.startsWith(own)));
}

/** True if the channel's newest headers have the release's texts. */
function isPresent({ headers }: Release, { includePath }: ChannelSettings): boolean {
  return Object.entries(headers).every(([name, text]) => {
    try {
      return decodeText(readFileSync(join(includePath, name))) === text;
    } catch {
      return false;
    }
  });
}
