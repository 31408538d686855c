/** A `channels.ini` with its headers, as the editor has them: open texts replace those on disk. */

import { basename, dirname, relative, resolve, sep } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { Settings } from "../../runtime/settings/settings.ts";
import type { ChannelGroup } from "../codec/channel-groups.ts";
import type { ChannelModel } from "../codec/model.ts";
import { type CompiledGroup, compileGroup } from "../compile.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { inOrder } from "../diagnostics/order.ts";
import { channelModels } from "../emitters/emit.ts";
import type { CompiledChannel } from "../rules/compiled-rule.ts";
import { generateNothing, type Preview } from "../run/generate.ts";
import type { GenerateOptions } from "../run/generation.ts";
import type { OpenChannel } from "../run/kept-groups.ts";
import type { ReadRecord } from "../source/recording-reader.ts";
import { FieldIndex } from "./field-index.ts";

/** The text of an open file by its absolute path. */
export type OpenText = (path: string) => string | undefined;

interface KeptGroup {
  readonly plans: readonly OpenChannel["plan"][];
  readonly reads: readonly ReadRecord[];
  readonly compiled: CompiledGroup;
}

/** What one state of the texts gives. */
export interface State {
  readonly preview: Preview;
  /** As `gen` reports them. */
  readonly diagnostics: readonly Diagnostic[];
  /** The last settings that could be read. */
  readonly settings: Settings | undefined;
  /** All channels, with their older versions. A channel with errors has the structs that compiled. */
  readonly channels: readonly CompiledChannel[];
  /** Absolute paths of the files that were read. */
  readonly files: ReadonlySet<string>;
  /** Made on first use. */
  readonly index: FieldIndex;
}

export class Project {
  readonly file: string;
  readonly #open: OpenText;
  readonly #environment: NodeJS.ProcessEnv;
  readonly #version: string;
  readonly #kept = new Map<string, KeptGroup>();
  #settings: Settings | undefined;
  /** What the last configuration that could be read gave: while a key is being written, headers keep their hovers. */
  #readable: Pick<State, "channels" | "files"> | undefined;

  /** @param file absolute path of the configuration */
  constructor(
    file: string,
    open: OpenText,
    { environment, version }: Pick<GenerateOptions, "environment" | "version">,
  ) {
    this.file = file;
    this.#open = open;
    this.#environment = environment;
    this.#version = version;
  }

  get directory(): string {
    return dirname(this.file);
  }

  /**
   * Compiles what has changed.
   * @param open other texts than the editor's, to try an edit
   */
  async compile(open: OpenText = this.#open): Promise<State> {
    const trial = open !== this.#open;
    const groups: CompiledGroup[] = [];
    const preview = await generateNothing(this.options, {
      configuration: open(this.file),
      unsaved: (path) => {
        const text = open(path);
        return text === undefined ? undefined : new TextEncoder().encode(text);
      },
      compiled: (group) => {
        const compiled = this.#compiled(group, trial ? "try" : "keep");
        groups.push(compiled);
        return compiled;
      },
    });
    if (preview.settings !== undefined && !trial) this.#settings = preview.settings;
    const sources = [...preview.result.sources.keys()].map((shown) => this.pathOf(shown));
    const own = {
      channels: groups.flatMap(({ compiled }) => compiled.channels),
      files: new Set([this.file, ...sources]),
    };
    if (preview.settings !== undefined && !trial) this.#readable = own;
    const { channels, files } = preview.settings === undefined ? (this.#readable ?? own) : own;
    let index: FieldIndex | undefined;
    return {
      preview,
      diagnostics: inOrder(preview.result.diagnostics),
      settings: preview.settings ?? this.#settings,
      channels,
      files,
      get index() {
        index ??= new FieldIndex(modelsOf(channels));
        return index;
      },
    };
  }

  /** The absolute path of a path as diagnostics show it. */
  pathOf(shown: string): string {
    return shown === basename(this.file) ? this.file : resolve(this.directory, shown);
  }

  /** The path as diagnostics show it. */
  shownOf(path: string): string {
    return path === this.file ? basename(path) : relative(this.directory, path).split(sep).join("/");
  }

  get options(): GenerateOptions {
    return {
      config: this.file,
      out: undefined,
      mode: "check",
      warnings: "allowed",
      version: this.#version,
      cwd: this.directory,
      environment: this.#environment,
    };
  }

  #compiled(group: ChannelGroup<OpenChannel>, use: "keep" | "try"): CompiledGroup {
    const plans = group.channels.map(({ plan }) => plan);
    const key = plans[0]?.name ?? "";
    const kept = this.#kept.get(key);
    if (kept !== undefined && isDeepStrictEqual(kept.plans, plans) && isAsRead(group, kept.reads)) {
      return { ...kept.compiled, compiled: { ...kept.compiled.compiled, names: group.names } };
    }
    const compiled = compileGroup(group);
    const reads = group.channels.map(({ reader }) => reader.reads);
    if (use === "keep") this.#kept.set(key, { plans, reads, compiled });
    return compiled;
  }
}

/** Reads the headers again, so that this run lists them as inputs too. */
function isAsRead(group: ChannelGroup<OpenChannel>, reads: readonly ReadRecord[]): boolean {
  const isSame = group.channels.every(({ reader }, index) => reader.isAsRecorded(reads[index] ?? {}));
  if (!isSame) return false;
  for (const [index, { reader }] of group.channels.entries()) {
    for (const header of Object.keys(reads[index] ?? {})) reader.read(header);
  }
  return true;
}

/** Models of the channels that can be described. While a struct is being written, its channel may have none. */
function modelsOf(channels: readonly CompiledChannel[]): ChannelModel[] {
  try {
    return channelModels(channels);
  } catch {
    return channels.flatMap((channel) => {
      try {
        return channelModels([channel]);
      } catch {
        return [];
      }
    });
  }
}
