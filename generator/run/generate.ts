/** One run of the generator: reads the configuration and the headers, writes the output folder. */

import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { parse } from "jsonc-parser";
import { includePathsOf } from "../../runtime/channels/channel-settings.ts";
import { ConfigError } from "../../runtime/config/config-error.ts";
import type { Settings } from "../../runtime/settings/settings.ts";
import { CATALOGUE_FILE, KEPT_CATALOGUE_FILE } from "../codec/catalogue-file.ts";
import { type ChannelGroup, channelGroups } from "../codec/channel-groups.ts";
import { DEFINITIONS_FOLDER, type EmittedFile } from "../codec/emitted-file.ts";
import { PLAIN_RECORDS, type RecordShape } from "../codec/record-shape.ts";
import type { Compilation, CompiledGroup } from "../compile.ts";
import { CONFIG } from "../diagnostics/codes/config.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { hasErrors } from "../diagnostics/order.ts";
import { report } from "../diagnostics/report.ts";
import type { ChannelPlan } from "../plan/channel-plan.ts";
import { plansOf } from "../plan/plans-of.ts";
import { folderReader } from "../source/folder-reader.ts";
import { recordingReader } from "../source/recording-reader.ts";
import { applyChanges, type Changes, outputsPresent, planChanges } from "./files.ts";
import { inputsFingerprint } from "./fingerprint.ts";
import type { GenerateOptions, GenerateResult } from "./generation.ts";
import { type KeptOutputs, keptGroups, type OpenChannel, recordOf } from "./kept-groups.ts";
import { keptLayouts } from "./kept-layouts.ts";
import { readBytes } from "./known-files.ts";
import { withLock } from "./lock.ts";
import { type Manifest, readManifest, writeManifest } from "./manifest.ts";
import { type OutputPlace, placeOf, shownOutput } from "./output-place.ts";
import {
  configurationSource,
  outputProblem,
  readSettings,
  rejectedConfiguration,
  shownPath,
} from "./outside-problems.ts";

/** How long a run waits for another run in the same folder, in ms. On a busy machine a run may take a minute. */
const PATIENCE_MS = 120_000;

/** Mistakes of the user and file system errors become diagnostics, not exceptions. */
export async function generate(options: GenerateOptions): Promise<GenerateResult> {
  const settings = readSettings(options);
  if (settings instanceof ConfigError) return rejectedConfiguration(settings, options);
  const task = openTask(settings, options);
  try {
    if (options.mode === "check") return await check(task);
    // Check without the lock first: an up-to-date folder may be read-only.
    const done = unchanged(task, task.last) ?? (await withLock(task.folder, PATIENCE_MS, () => write(task)));
    if (!("copied" in done)) return done;
    const again = await generate(options);
    return { ...again, diagnostics: [...again.diagnostics, ...done.copied] };
  } catch (error) {
    return finish(task, [outputProblem(error, options.cwd)], {});
  }
}

/** The result of a run without writing. */
export interface Preview {
  readonly result: GenerateResult;
  /** Absent after errors. */
  readonly catalogue: string | undefined;
  /** Location of the last run's catalogue. */
  readonly place: { readonly folder: string; readonly file: string };
  /** Absent if they cannot be read. */
  readonly settings?: Settings;
}

/** What an editor has that the disk has not, and what was compiled before. */
export interface Edited {
  /** The configuration's text, if it is open. */
  readonly configuration: string | undefined;
  /** The text of an open header, by its absolute path. */
  unsaved(path: string): Uint8Array | undefined;
  /** Compiles a channel with its versions, or returns what that gave before. */
  compiled(group: ChannelGroup<OpenChannel>): CompiledGroup;
}

/** Compiles the current headers and writes nothing. With `edited`, it reports what a run that writes would report. */
export async function generateNothing(options: GenerateOptions, edited?: Edited): Promise<Preview> {
  const settings = readSettings(options, edited?.configuration);
  if (settings instanceof ConfigError) {
    const place = { folder: "", file: CATALOGUE_FILE };
    const result = rejectedConfiguration(settings, options, edited?.configuration);
    return { result, catalogue: undefined, place };
  }
  const task = openTask(settings, options);
  const channels = openChannels(task, edited?.unsaved);
  const { files, diagnostics } = await compileAll(task, channels, edited?.compiled ?? keptOf(task, task.last));
  const file = catalogueOf(task);
  const place = { folder: task.folder, file };
  if (edited !== undefined && stops(diagnostics, options)) {
    return { result: await refuse(task, channels, diagnostics), place, settings, catalogue: undefined };
  }
  const catalogue = files.find(({ path }) => path === file);
  return {
    result: finish(task, diagnostics, {}),
    // Its text is made when somebody asks for it.
    get catalogue() {
      return catalogue?.text;
    },
    place,
    settings,
  };
}

/** The last run's result, if this run would produce the same. */
function unchanged(task: Task, last: Manifest | undefined): GenerateResult | undefined {
  if (last === undefined || !isCurrent(last, task)) return undefined;
  return finish(task, last.diagnostics, { unchanged: Object.keys(last.outputs).length });
}

async function check(task: Task): Promise<GenerateResult> {
  const channels = openChannels(task);
  const { files, diagnostics, stopped } = await compileAll(task, channels, keptOf(task, task.last));
  if (stops(diagnostics, task.options) && stopped.length === 0) return refuse(task, channels, diagnostics);
  const changes = planChanges(task.place, files, task.last);
  return finish(task, [...diagnostics, ...notCurrent(changes, task)], { stopped });
}

/** Runs with the lock held. The run that held the lock before may have done the work. */
async function write(task: Task): Promise<GenerateResult | { readonly copied: readonly Diagnostic[] }> {
  const last = readManifest(task.folder);
  const done = last === task.last ? undefined : unchanged(task, last);
  if (done !== undefined) return done;
  const channels = openChannels(task);
  const { files, diagnostics, groups, stopped } = await compileAll(task, channels, keptOf(task, last));
  if (stops(diagnostics, task.options) && stopped.length === 0) {
    const { copyFromCompiler } = await import("./compiler-headers.ts");
    const copied = copyFromCompiler(channels, diagnostics, task.settings.directory, task.options.environment);
    return copied.length > 0 ? { copied } : refuse(task, channels, diagnostics);
  }
  const changes = applyChanges(task.place, files, last);
  const { outputs, keys } = changes;
  const records = channelGroups(channels).flatMap((group, index) => {
    const made = groups[index];
    if (made === undefined) return [];
    const reads = group.channels.map(({ reader }) => reader.reads);
    const paths = made.files.map(({ path }) => path).filter((path) => path in outputs);
    return [{ inputs: inputsOf(task, group), reads, paths, diagnostics: made.diagnostics }];
  });
  const { inputs, place, folder } = task;
  writeManifest(folder, { inputs, groups: records, outputs, keys, diagnostics });
  const written = [...changes.missing, ...changes.different].map((file) => shownOutput(place, file.path));
  const removed = changes.leftOver.map((path) => shownOutput(place, path));
  return finish(task, diagnostics, { written, removed, unchanged: changes.unchanged, stopped });
}

/** Loaded on demand: parsers, mathjs and ts-morph take a second, which an unchanged run should not wait for. */
async function compileAll(
  task: Task,
  channels: readonly OpenChannel[],
  kept: Edited["compiled"] | ReturnType<typeof keptGroups> | undefined,
): Promise<Compilation> {
  const { options, form, folder, place, importExtension, shape } = task;
  const { compile } = await import("../compile.ts");
  const contract = options.standalone ? { contract: "./codec.js" } : {};
  const history = (stem: string) => keptLayouts(folder, stem);
  const previous = (path: string) => textOf(join(place.definitions ?? folder, path));
  const tool = {
    version: options.version,
    history,
    catalogue: catalogueOf(task),
    importExtension,
    shape,
    previous,
    ...contract,
    ...(form === "sources" && { unasked: "left out" as const }),
  };
  const own = place.definitions === undefined ? {} : { definitions: DEFINITIONS_FOLDER };
  const errors = options.keepGoing === true ? "stop their channel" : "stop all";
  const compilation = compile(channels, { ...tool, ...own }, kept, errors);
  return form === "service" ? compilation : { ...compilation, files: compilation.files.filter(isPlainSource) };
}

function textOf(file: string): string | undefined {
  const bytes = readBytes(file);
  return bytes && new TextDecoder().decode(bytes);
}

/** With `--out`, only plain sources are written: the other project builds them itself and needs no history. */
function isPlainSource({ path, built }: EmittedFile): boolean {
  return !built && !path.startsWith("history/");
}

function catalogueOf({ form }: Pick<Task, "form">): string {
  return form === "service" ? CATALOGUE_FILE : KEPT_CATALOGUE_FILE;
}

interface Task {
  readonly settings: Settings;
  readonly options: GenerateOptions;
  readonly plans: readonly ChannelPlan[];
  readonly folder: string;
  readonly place: OutputPlace;
  /** `.js`, `.ts` or empty. */
  readonly importExtension: string;
  readonly shape: RecordShape;
  /** `service`: everything for the service and for Node; `sources`: plain sources for another project. */
  readonly form: "service" | "sources";
  readonly shown: string;
  /** The manifest as it was when the run began. */
  readonly last: Manifest | undefined;
  readonly inputs: string;
  readonly sources: Map<string, string>;
}

function openTask(settings: Settings, options: GenerateOptions): Task {
  const folder = resolve(options.cwd, options.out ?? settings.generatedDirectory);
  const form = folder === settings.generatedDirectory ? "service" : "sources";
  const last = readManifest(folder);
  const { emit, emitDirectory: definitions } = settings.gen;
  const plans = settings.channels.flatMap((channel) => plansOf(channel, emit, basename(settings.file)));
  const importExtension = form === "service" ? ".js" : importExtensionOf(folder, settings.gen.importExtension);
  const { int64, typedArrays } = settings.gen;
  const shape = form === "service" ? PLAIN_RECORDS : { int64, typedArrays };
  return {
    settings,
    options,
    plans,
    folder,
    place: { folder, definitions: definitions === folder ? undefined : definitions },
    importExtension,
    shape,
    form,
    shown: shownPath(folder, options.cwd),
    last,
    inputs: inputsFingerprint(plans, contextOf({ options, settings, form, importExtension, shape })),
    sources: configurationSource(settings.file),
  };
}

/** Settings that affect the output, besides the channels. */
function contextOf(task: Pick<Task, "options" | "settings" | "form" | "importExtension" | "shape">) {
  const { options, settings, form, importExtension } = task;
  const shape = [form, options.standalone === true, importExtension, task.shape, settings.gen.emitDirectory];
  return { version: options.version, shownFrom: settings.directory, form: shape };
}

function inputsOf(task: Task, { channels, names }: ChannelGroup<OpenChannel>): string {
  return inputsFingerprint(
    channels.map(({ plan }) => plan),
    { ...contextOf(task), names },
  );
}

function keptOf(task: Task, last: Manifest | undefined): ReturnType<typeof keptGroups> | undefined {
  return last && keptGroups(keptOutputs(task, last));
}

function keptOutputs(task: Task, last: Manifest): KeptOutputs {
  const { place, form } = task;
  return { place, form, catalogue: catalogueOf(task), last, inputsOf: (group) => inputsOf(task, group) };
}

function openChannels({ plans, settings, sources }: Task, unsaved?: Edited["unsaved"]): OpenChannel[] {
  return plans.map((plan) => {
    const reader = recordingReader(folderReader(includePathsOf(plan), settings.directory, unsaved), sources);
    return { plan, reader };
  });
}

/** True if a run would produce the last run's output: same generator, settings, headers (including missing ones) and outputs. */
function isCurrent(last: Manifest, task: Task): boolean {
  if (last.inputs !== task.inputs) return false;
  const outputs = keptOutputs(task, last);
  const groups = channelGroups(openChannels(task));
  return groups.every((group) => recordOf(group, outputs) !== undefined) && outputsPresent(task.place, last);
}

function stops(diagnostics: readonly Diagnostic[], { warnings }: GenerateOptions): boolean {
  if (hasErrors(diagnostics)) return true;
  return warnings === "strict" && diagnostics.some((diagnostic) => diagnostic.severity === "warning");
}

async function refuse(
  task: Task,
  channels: readonly OpenChannel[],
  diagnostics: readonly Diagnostic[],
): Promise<GenerateResult> {
  const { namedElsewhere } = await import("./compiler-headers.ts");
  return finish(task, [...diagnostics, ...namedElsewhere(channels, diagnostics, task.options.environment)], {});
}

type Effects = Partial<Pick<GenerateResult, "written" | "removed" | "unchanged" | "stopped">>;

function finish(task: Task, diagnostics: readonly Diagnostic[], effects: Effects): GenerateResult {
  const { options, settings, sources, shown } = task;
  return {
    ok: !stops(diagnostics, options),
    diagnostics,
    sources,
    folder: shown,
    written: effects.written ?? [],
    removed: effects.removed ?? [],
    unchanged: effects.unchanged ?? 0,
    stopped: effects.stopped ?? [],
    inputFolders: inputFolders(settings, sources),
  };
}

/** Includes the folders of included headers. */
function inputFolders({ directory, channels }: Settings, sources: ReadonlyMap<string, string>): string[] {
  const ofFiles = [...sources.keys()].map((file) => dirname(resolve(directory, file)));
  return [...new Set([directory, ...channels.flatMap(includePathsOf), ...ofFiles])];
}

function notCurrent({ missing, different, leftOver }: Changes, { place, options }: Task): Diagnostic[] {
  const about = (path: string, state: "missing" | "different" | "left over") =>
    report(CONFIG, "E504", undefined, { path: shownPath(placeOf(place, path), options.cwd), state });
  return [
    ...missing.filter((file) => !file.built).map((file) => about(file.path, "missing")),
    ...different.filter((file) => !file.built).map((file) => about(file.path, "different")),
    ...leftOver.filter((path) => !/(?<!\.lorawan)\.js$|\.d\.ts$/.test(path)).map((path) => about(path, "left over")),
  ];
}

/** Maximum depth of `extends`. */
const MOST_BASES = 8;

/**
 * Node, Deno, Bun and bundlers resolve `.ts`. TypeScript's compiler needs an option for it, otherwise `.js`.
 * @param folder of the sources, absolute
 */
function importExtensionOf(folder: string, configured: "ts" | "js" | "none" | undefined): string {
  if (configured !== undefined) return configured === "none" ? "" : `.${configured}`;
  const config = nearest(folder);
  return config === undefined || allowsTypeScript(config) ? ".ts" : ".js";
}

function nearest(folder: string): string | undefined {
  const file = join(folder, "tsconfig.json");
  if (existsSync(file)) return file;
  return dirname(folder) === folder ? undefined : nearest(dirname(folder));
}

function allowsTypeScript(file: string, bases = 0): boolean {
  const { compilerOptions = {}, extends: base } = read(file);
  for (const option of ["allowImportingTsExtensions", "rewriteRelativeImportExtensions"]) {
    if (compilerOptions[option] !== undefined) return compilerOptions[option] === true;
  }
  const relatives = [base].flat().filter((each) => typeof each === "string" && each.startsWith("."));
  return bases < MOST_BASES && relatives.some((each) => allowsTypeScript(resolve(dirname(file), `${each}`), bases + 1));
}

interface Config {
  readonly compilerOptions?: Readonly<Record<string, unknown>>;
  readonly extends?: unknown;
}

function read(file: string): Config {
  try {
    return (parse(readFileSync(existsSync(file) ? file : `${file}.json`, "utf8")) as Config | undefined) ?? {};
  } catch {
    return {};
  }
}
