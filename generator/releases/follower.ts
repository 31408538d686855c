/** Takes published versions: headers and configuration, then codecs, then the service's reload. */

import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { ChannelSettings } from "../../runtime/channels/channel-settings.ts";
import { ConfigError } from "../../runtime/config/config-error.ts";
import { compileGroup } from "../compile.ts";
import { generate, generateNothing } from "../run/generate.ts";
import type { GenerateOptions } from "../run/generation.ts";
import { readSettings } from "../run/outside-problems.ts";
import { writeWhole } from "../run/write-whole.ts";
import { decodeText } from "../source/decode-text.ts";
import { INDEX_FILE, pathOf, type Release, readIndex, readRelease } from "./release.ts";
import type { ReleasePlace } from "./shelf.ts";
import { withVersion } from "./version-entry.ts";

export class Follower {
  readonly #place: ReleasePlace;
  readonly #options: GenerateOptions;
  readonly #service: "reload" | "alone";
  /** Problems that were said; the same one is not repeated. */
  readonly #said = new Set<string>();
  /** Versions were added that the service may not have yet. */
  #isBehind = false;

  constructor(place: ReleasePlace, options: GenerateOptions, service: "reload" | "alone") {
    this.#place = place;
    this.#options = options;
    this.#service = service;
  }

  /** False if a version could not be taken, or the service did not get it. */
  async look(): Promise<boolean> {
    try {
      const settings = readSettings(this.#options);
      if (settings instanceof ConfigError) throw settings;
      const index = readIndex(await this.#place.read(INDEX_FILE), `${this.#place.shown}/${INDEX_FILE}`);
      let refused = 0;
      for (const { channel: name, version, sha256 } of index.releases) {
        const channel = settings.channels.find((each) => each.name === name);
        if (channel === undefined) continue;
        const done = await this.#take(channel, version, sha256, settings.file);
        if (done === "added") this.#isBehind = true;
        if (done === "refused") refused += 1;
      }
      // Tried again with the next look where it fails.
      if (this.#isBehind) this.#isBehind = !(await this.#apply());
      return refused === 0 && !this.#isBehind;
    } catch (error) {
      this.#say((error as Error).message);
      return false;
    }
  }

  async #take(
    channel: ChannelSettings,
    version: string,
    sha256: string,
    file: string,
  ): Promise<"added" | "known" | "refused"> {
    const folder = join(channel.includePath, "releases", channel.name, version);
    if (channel.versions?.some(({ name }) => name === version)) return "known";
    if (existsSync(join(folder, ".same"))) return "known";
    try {
      const path = pathOf(channel.name, version);
      const text = await this.#place.read(path);
      if (text === undefined) throw new Error(`${this.#place.shown} has no ${path}, which its index names`);
      const release = readRelease(text, sha256, path);
      if (isPresent(release, channel)) {
        writeFile(join(folder, ".same"), "These headers are the channel's own.\n");
        return "known";
      }
      await this.#add(release, channel, folder, file);
      process.stdout.write(`${channel.name} ${version}: added\n`);
      return "added";
    } catch (error) {
      this.#say(`${channel.name} ${version}: ${(error as Error).message}`);
      return "refused";
    }
  }

  /** Writes the headers, and the configuration if all channels compile with it. @throws Error (one sentence) */
  async #add(release: Release, channel: ChannelSettings, folder: string, file: string): Promise<void> {
    const { abi, byteOrder, version, headers, headerFiles } = release;
    if (abi !== channel.abi || byteOrder !== channel.byteOrder) {
      throw new Error(
        `it is for ${abi}, ${byteOrder}-endian, and the channel for ${channel.abi}, ${channel.byteOrder}-endian`,
      );
    }
    const texts = new Map(Object.entries(headers).map(([name, text]) => [join(folder, name), text]));
    const files = headerFiles.map((name) => `releases/${channel.name}/${version}/${name}`);
    const written = withVersion(readFileSync(file, "utf8"), `lab-${channel.name}`, version, files);
    const { result } = await generateNothing(
      { ...this.#options, mode: "check" },
      {
        configuration: written,
        unsaved: (path) => {
          const text = texts.get(path);
          return text === undefined ? undefined : new TextEncoder().encode(text);
        },
        compiled: compileGroup,
      },
    );
    const [error] = result.diagnostics.filter(({ severity }) => severity === "error");
    if (error !== undefined) throw new Error(`with it the channels do not compile: ${error.code}: ${error.message}`);
    for (const [path, text] of texts) writeFile(path, text);
    writeWhole(file, written);
  }

  /** False if the service did not reload. */
  async #apply(): Promise<boolean> {
    const { ok, diagnostics } = await generate(this.#options);
    if (!ok)
      throw new Error(
        `the codecs were not generated: ${diagnostics.find(({ severity }) => severity === "error")?.message}`,
      );
    if (this.#service === "alone") return true;
    const program = fileURLToPath(new URL("../structline.cjs", import.meta.url));
    const config =
      this.#options.config === undefined ? [] : ["--config", resolve(this.#options.cwd, this.#options.config)];
    const { status, stderr, stdout } = spawnSync(process.execPath, [program, "reload", ...config], {
      encoding: "utf8",
    });
    process.stdout.write(stdout);
    if (status !== 0) this.#say(`the service did not reload: ${stderr.trim()}`);
    return status === 0;
  }

  #say(sentence: string): void {
    if (this.#said.has(sentence)) return;
    this.#said.add(sentence);
    process.stderr.write(`structline follow: ${sentence}\n`);
  }
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

function writeFile(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeWhole(file, text);
}
