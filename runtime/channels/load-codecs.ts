/** Loads the generated codecs of a configuration, and rejects outdated ones. */

import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { basename, dirname, join, relative, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { isDeepStrictEqual } from "node:util";
import type { ChannelCodecs, StructCodec } from "../codec/struct-codec.ts";
import type { FrameFormat } from "../frames/frame-format.ts";
import { dictionary } from "../lib/dictionary.ts";
import type { Log } from "../lib/log.ts";
import { namesIn } from "../lib/names-in.ts";
import { optionValues } from "../lib/option-values.ts";
import { permissionDenied } from "../lib/permission-denied.ts";
import { type ChannelSettings, type ConfiguredChannels, olderName } from "./channel-settings.ts";
import { moduleDigest, readReplacedName, replacedName } from "./codec-modules.ts";
import { messageText } from "./frame-keys.ts";

/** The part of `catalogue.json` that shows whether codecs are current. */
interface CatalogueChannel {
  readonly abi: string;
  readonly byteOrder: string;
  /** Absent if each struct's layout is decided separately. */
  readonly layout?: string;
  readonly defines: Readonly<Record<string, string>>;
  readonly cflags?: readonly string[];
  readonly compiler?: string;
  readonly storeExclude: readonly string[];
  readonly versionColumns?: readonly string[];
  readonly headerFiles: readonly string[];
  /** Absent if the section does not list messages. */
  readonly messages?: readonly string[];
  readonly frames?: FrameFormat;
  readonly headers: readonly { readonly path: string; readonly sha256: string }[];
  readonly structs: readonly CatalogueStruct[];
}

interface CatalogueStruct {
  /** Path of its module in the generated folder. */
  readonly module: string;
  /** Name of the codec in that module. */
  readonly codec: string;
}

interface Catalogue {
  readonly version: number;
  /** Channels without codecs because of errors in their headers. */
  readonly stopped?: readonly string[];
  readonly channels: Readonly<Record<string, CatalogueChannel>>;
}

type CodecModule = Readonly<Record<string, StructCodec>>;

/** By their texts: channels with the same struct share its codec, which V8 then compiles once, and sooner. */
const LOADED = new Map<string, Promise<CodecModule>>();
/** The codecs' modules, and the files that have, or had, their text. */
const MODULES = new WeakMap<StructCodec, { readonly digest: string; readonly files: Set<string> }>();

/** Undefined for a codec that comes from no file. */
export function codecDigest(codec: StructCodec): string | undefined {
  return MODULES.get(codec)?.digest;
}

/** The module's text, also after `gen` has replaced it; undefined if the file is gone. */
export async function codecText(codec: StructCodec): Promise<string | undefined> {
  const { digest, files = [] } = MODULES.get(codec) ?? {};
  if (digest === undefined) return undefined;
  for (const file of files) {
    const folder = dirname(file);
    const replaced = replacedName(basename(file, ".js"), digest);
    for (const path of [file, join(dirname(folder), "history", basename(folder), replaced)]) {
      const text = await readFile(path, "utf8").catch(() => "");
      if (moduleDigest(text) === digest) return text;
    }
  }
  return undefined;
}

/** Codecs are missing or outdated; `message` is one sentence with the command to run. */
export class CodecError extends Error {
  override readonly name = "CodecError";
}

/**
 * Codecs of all configured channels, by channel name.
 * @param layouts `current`: without layouts that no header has any more
 * @throws CodecError
 */
export async function loadCodecs(
  settings: ConfiguredChannels,
  layouts: "all" | "current" = "all",
): Promise<ReadonlyMap<string, ChannelCodecs>> {
  if (settings.channels.length === 0) return new Map();
  const catalogue = readCatalogue(settings);
  const loaded = settings.channels.map(async (channel) => {
    const codecs = await loadChannel(channel, catalogue, settings);
    return [
      channel.name,
      layouts === "all" ? { ...codecs, ...(await loadFormer(codecs, catalogue, settings)) } : codecs,
    ] as const;
  });
  return new Map(await Promise.all(loaded));
}

/**
 * All codecs of the given channels in the generated folder: of every version, of former layouts, and of the named
 * modules that were replaced. They decode messages of earlier configurations. Missing ones are left out.
 * @param channels name → digests of modules
 */
export async function loadKnownCodecs(
  settings: Pick<ConfiguredChannels, "generatedDirectory" | "file">,
  channels: ReadonlyMap<string, ReadonlySet<string>>,
): Promise<ReadonlyMap<string, readonly StructCodec[]>> {
  if (channels.size === 0 || !existsSync(catalogueFile(settings))) return new Map();
  const catalogue = readCatalogue(settings);
  const known = Array.from(channels, async ([name, digests]) => {
    const versions = Object.entries(catalogue.channels).filter(([of]) => of === name || of.startsWith(`${name}@`));
    const entries = versions.flatMap(([, { structs }]) => structs);
    const loaded = await Promise.allSettled(entries.map((struct) => importCodec(struct, settings)));
    const structs = loaded.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
    const { former = [] } = await loadFormer({ name, structs, byId: {} }, catalogue, settings);
    const there = new Set([...structs, ...former].map(codecDigest));
    const missing = new Set([...digests].filter((digest) => !there.has(digest)));
    const folders = new Set([name, ...entries.map(({ module }) => dirname(module))]);
    return [name, [...structs, ...former, ...(await loadReplaced(folders, missing, settings))]] as const;
  });
  return new Map(await Promise.all(known));
}

/** Treats an unreadable module, or one whose content does not match its name, as missing. */
async function loadReplaced(
  folders: ReadonlySet<string>,
  digests: ReadonlySet<string>,
  { generatedDirectory }: Pick<ConfiguredChannels, "generatedDirectory">,
): Promise<StructCodec[]> {
  if (digests.size === 0) return [];
  const files = Array.from(folders, (name) => join(generatedDirectory, "history", name)).flatMap((folder) =>
    namesIn(folder)
      .filter((file) => digests.has(readReplacedName(file)?.digest ?? ""))
      .map((file) => join(folder, file)),
  );
  const modules = await Promise.allSettled(files.map(importModule));
  const codecs = modules.flatMap((each) => (each.status === "fulfilled" ? Object.values(each.value) : []));
  return codecs.filter((codec) => digests.has(codecDigest(codec) ?? ""));
}

/**
 * The settings without the channels that have no codecs because of errors in their headers (`gen --keep-going`).
 * @throws CodecError if the catalogue cannot be read
 */
export function servedSettings<Whole extends ConfiguredChannels>(settings: Whole, log: Log): Whole {
  if (settings.channels.length === 0 || !existsSync(catalogueFile(settings))) return settings;
  const { stopped = [] } = readCatalogue(settings);
  const left = settings.channels.filter(({ name }) => stopped.includes(name));
  for (const { name } of left) {
    const command = generateCommand(settings);
    const sentence = `channel '${name}' is not served: its headers have errors; correct them, and run '${command}'`;
    log.warn({ event: "channel.stopped", channel: name }, sentence);
  }
  return left.length === 0
    ? settings
    : { ...settings, channels: settings.channels.filter((one) => !left.includes(one)) };
}

/** The first digits of the catalogue's SHA-256, which change with the codecs. Undefined without channels or codecs. */
export function codecsHash(settings: ConfiguredChannels): string | undefined {
  const file = catalogueFile(settings);
  return settings.channels.length > 0 && existsSync(file) ? sha256Of(file).slice(0, 12) : undefined;
}

/** Loads a channel with its older versions; each is compared with its own headers. */
async function loadChannel(
  channel: ChannelSettings,
  catalogue: Catalogue,
  settings: ConfiguredChannels,
): Promise<ChannelCodecs> {
  const load = async (of: ChannelSettings, version?: string) => {
    checkChannel(of, catalogue, settings);
    const codecs = await importChannel(of.name, catalogue.channels[of.name]!, settings);
    return version === undefined ? codecs : { ...codecs, version };
  };
  const [newest, ...older] = [...(channel.versions ?? [])].reverse();
  if (newest === undefined) return load(channel);
  const loaded = older.map(({ name, headerFiles }) => {
    return load({ ...channel, name: olderName(channel.name, name), headerFiles }, name);
  });
  // In parallel: awaiting them one by one would leave a rejection unhandled.
  const [codecs, ...rest] = await Promise.all([load(channel, newest.name), ...loaded]);
  return { ...codecs, older: rest };
}

/** Codecs of layouts that exist only in the channel's history. */
async function loadFormer(
  { name, structs, older = [] }: ChannelCodecs,
  { channels }: Catalogue,
  { generatedDirectory }: Pick<ConfiguredChannels, "generatedDirectory">,
): Promise<Pick<ChannelCodecs, "former">> {
  const folder = join(generatedDirectory, "history", dirname(channels[name]?.structs[0]?.module ?? name));
  const current = new Set([...structs, ...older.flatMap((version) => version.structs)].map(({ schema }) => schema));
  const files = namesIn(folder).filter((file) => /^[0-9a-f]{8}\.js$/.test(file) && !current.has(file.slice(0, 8)));
  const codecs = await Promise.all(files.map((file) => importFormer(join(folder, file), file.slice(0, 8))));
  const former = codecs.filter((codec) => codec !== undefined);
  return former.length === 0 ? {} : { former };
}

async function importFormer(file: string, schema: string): Promise<StructCodec | undefined> {
  const exports = await importModule(file);
  return Object.values(exports).find((value) => value.schema === schema);
}

/** The command that generates the codecs of these settings. */
export function generateCommand(settings: Pick<ConfiguredChannels, "file">): string {
  const file = relative(process.cwd(), settings.file);
  // What was set for this start only, as far as codecs depend on it; other keys may be secrets.
  const set = optionValues(process.argv.slice(2), "--set").filter((value) => /^(?:gen|lab|realm)\b/.test(value));
  const options = [...(file === "channels.ini" ? [] : [["--config", file]]), ...set.map((value) => ["--set", value])];
  const option = options.map(([name, value = ""]) => ` ${name} ${quoted(value)}`).join("");
  const clone = cloneFolder();
  // Linked to the PATH, a clone is used like a package.
  const isLinked = basename(process.argv[1] ?? "") === "structline";
  if (clone === undefined || isLinked) return `${ownCommand()} gen${option}`;
  // Only there are structline's npm scripts.
  const elsewhere = isInside(process.cwd(), clone) ? "" : ` --prefix ${quoted(clone)}`;
  return `npm run gen${elsewhere}${option === "" ? "" : ` --${option}`}`;
}

/** A word as shells take it. */
function quoted(word: string): string {
  return /[\s"'$&;*?()<>|`]/.test(word) ? JSON.stringify(word) : word;
}

/** The clone from which this program runs. */
function cloneFolder(): string | undefined {
  if (!import.meta.url.startsWith("file:")) return undefined;
  const above = ["../", "../../"].map((path) => new URL(path, import.meta.url));
  const found = above.find((url) => existsSync(new URL("scripts/run.cjs", url)));
  return found && resolve(fileURLToPath(found));
}

/** npm finds the nearest package.json above; a lab inside of the clone may be a package of its own. */
function isInside(folder: string, clone: string): boolean {
  for (let at = folder; ; at = dirname(at)) {
    if (at === clone) return true;
    if (existsSync(join(at, "package.json")) || at === dirname(at)) return false;
  }
}

/** The command of an npm package; a system package is on the PATH. */
function ownCommand(): string {
  return import.meta.url.includes("/node_modules/") ? "npx structline" : "structline";
}

function catalogueFile({ generatedDirectory }: Pick<ConfiguredChannels, "generatedDirectory">): string {
  return join(generatedDirectory, "catalogue.json");
}

function readCatalogue(settings: Pick<ConfiguredChannels, "generatedDirectory" | "file">): Catalogue {
  const file = catalogueFile(settings);
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EACCES")
      throw new CodecError(`${file} cannot be read, ${permissionDenied(file)}`);
    throw new CodecError(`there are no codecs in ${settings.generatedDirectory}; run '${generateCommand(settings)}'`);
  }
  try {
    const catalogue = JSON.parse(text) as Catalogue;
    return { ...catalogue, channels: dictionary(catalogue.channels) };
  } catch {
    throw new CodecError(`${file} is damaged; run '${generateCommand(settings)}'`);
  }
}

function checkChannel(channel: ChannelSettings, { channels, stopped }: Catalogue, settings: ConfiguredChannels): void {
  const known = channels[channel.name];
  const stale = (reason: string) =>
    new CodecError(`channel '${channel.name}': ${reason}; run '${generateCommand(settings)}'`);
  if (stopped?.includes(channel.name)) throw stale("it has no codecs, since its headers have errors");
  if (known === undefined) throw stale("it has no codecs");
  const changed = changedSetting(channel, known);
  if (changed !== undefined) throw stale(`its codecs were generated with another '${changed}'`);
  for (const { path, sha256 } of known.headers) {
    const file = join(settings.directory, path);
    // A machine that only runs the service may lack the headers.
    if (existsSync(file) && sha256Of(file) !== sha256) throw stale(`its codecs are older than ${path}`);
  }
}

function changedSetting(channel: ChannelSettings, known: CatalogueChannel): string | undefined {
  if (channel.abi !== known.abi) return "abi";
  if (channel.byteOrder !== known.byteOrder) return "byte_order";
  if (channel.layout !== known.layout) return "layout";
  if (!isDeepStrictEqual(Object.fromEntries(channel.defines), known.defines)) return "defines";
  if (!isDeepStrictEqual(channel.cflags ?? [], known.cflags ?? [])) return "cflags";
  if (channel.compiler !== known.compiler) return "compiler";
  if (!isDeepStrictEqual(channel.storeExclude, known.storeExclude)) return "store_exclude";
  if (!isDeepStrictEqual(channel.versionColumns, known.versionColumns)) return "version_columns";
  if (!isDeepStrictEqual(channel.headerFiles, known.headerFiles)) return "header_files";
  if (!isDeepStrictEqual(channel.messages?.map(messageText), known.messages)) return "messages";
  if (!isDeepStrictEqual(channel.frames && JSON.parse(JSON.stringify(channel.frames)), known.frames)) return "id";
  return undefined;
}

function sha256Of(file: string): string {
  return createHash("sha256").update(readFileSync(file)).digest("hex");
}

/** Imports the modules that the catalogue names; each struct's codec is an export of one. */
async function importChannel(
  name: string,
  known: CatalogueChannel,
  settings: ConfiguredChannels,
): Promise<ChannelCodecs> {
  const structs = await Promise.all(known.structs.map((struct) => importCodec(struct, settings)));
  const byId: Record<number, StructCodec> = {};
  for (const codec of structs) byId[codec.id] = codec;
  return { name, structs, byId };
}

async function importCodec(
  { module, codec }: CatalogueStruct,
  settings: Pick<ConfiguredChannels, "generatedDirectory" | "file">,
): Promise<StructCodec> {
  const file = join(settings.generatedDirectory, module);
  if (!existsSync(file)) {
    throw new CodecError(
      `the codecs in ${settings.generatedDirectory} are not built; run '${generateCommand(settings)}'`,
    );
  }
  const exports = await importModule(file);
  const found = exports[codec];
  if (found === undefined) throw new CodecError(`${file} has no '${codec}'; run '${generateCommand(settings)}'`);
  if (typeof found.storedValues !== "function") {
    throw new CodecError(`${file} was generated by an older structline; run '${generateCommand(settings)}'`);
  }
  return found;
}

/** The file's hash in the URL bypasses the module cache, so that a reload after `npm run gen` gets the new module. */
async function importModule(file: string): Promise<CodecModule> {
  const text = readFileSync(file, "utf8");
  const sha256 = createHash("sha256").update(text).digest("hex");
  const loading = LOADED.get(sha256) ?? (import(`${pathToFileURL(file).href}?${sha256}`) as Promise<CodecModule>);
  LOADED.set(sha256, loading);
  // A later load tries again: a file may be back.
  loading.catch(() => LOADED.delete(sha256));
  const exports = await loading;
  for (const value of Object.values(exports)) {
    if (typeof value !== "object" || value === null) continue;
    const known = MODULES.get(value);
    if (known === undefined) MODULES.set(value, { digest: moduleDigest(text), files: new Set([file]) });
    else known.files.add(file);
  }
  return exports;
}
