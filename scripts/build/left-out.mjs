/** Parts that a build leaves out: their lines in the list of parts, and with them all that only they load. */

import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";

const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const FOLDER = "runtime/parts";
const LIST = join(ROOT, FOLDER, "parts.ts");
const LIST_PATH = /[\\/]runtime[\\/]parts[\\/]parts\.ts$/;

/** Folders of all parts of the service. */
export function partNames() {
  return readdirSync(join(ROOT, FOLDER), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
}

/** The list without the part's line: its import, and its value in the array. @throws Error if it has none */
export function withoutPart(list, name) {
  const line = new RegExp(`^import \\{ (\\w+) \\} from "\\./${name}/[^"]+";\\n`, "m");
  const value = line.exec(list)?.[1];
  if (value === undefined) throw new Error(`the list has no line for '${name}'`);
  return list.replace(line, "").replace(new RegExp(`\\b${value},\\s*|,\\s*${value}\\b`), "");
}

/** All parts but these: of what a build should have. @throws Error for a part that does not exist */
export function parseOnly(text) {
  const kept = parseWithout(text);
  return partNames()
    .filter((name) => !kept.includes(name))
    .sort();
}

/** @param values options of a build: `without`, or `only` in its place. @throws Error */
export function partsWithout({ without, only }) {
  if (without !== undefined && only !== undefined) throw new Error("--only and --without cannot be combined");
  return only === undefined ? parseWithout(without ?? "") : parseOnly(only);
}

/** @param text names separated by commas; @returns them in order. @throws Error for a part that does not exist */
export function parseWithout(text) {
  const names = text.split(",").flatMap((name) => name.trim() || []);
  const known = partNames();
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new Error(`there is no part '${unknown}'; known are ${known.join(", ")}`);
  return [...new Set(names)].sort();
}

/** Of a build's files, those of the parts that it has. */
export function isBuilt(path, without) {
  const [, name] = /runtime\/parts\/([^/]+)\//.exec(path) ?? [];
  return name === undefined || !without.includes(name);
}

/** Programs of parts that run in processes of their own: `sql-process.ts`. They are built under these names. */
export function partProcesses() {
  return programsOf("process");
}

/** Programs that `structline` starts: `cluster-command.ts` for `structline cluster`. */
export function partCommands() {
  return programsOf("command");
}

function programsOf(kind) {
  const program = new RegExp(`^[^/]+/(?:page/)?[\\w-]+-${kind}\\.ts$`);
  return readdirSync(join(ROOT, FOLDER), { recursive: true })
    .map((name) => String(name).replaceAll("\\", "/"))
    .filter((name) => program.test(name))
    .map((name) => ({ in: `${FOLDER}/${name}`, out: basename(name, ".ts") }));
}

/** What a part's declaration loads, and the members that it stands in, each the first of its line or object. A declaration ends with a brace at a line's beginning. */
const LOADS =
  /^\}|(?<=^ +|\{ )(?:async )?(actions|broker|bus|depots|endpoints|exchange|follow|ingest|join|prepare|routes|sources|storing|stores|threadLog|view)(?=:|\()|import\("(\.\/[^"]+)"\)/gm;

/**
 * Replaces each import of code in a part's declaration.
 * @param replace gets the import, the file, and the member; undefined for code beside the declaration, as of a kind of stores
 */
export function replaceLoads(text, replace) {
  let member;
  return text.replace(LOADS, (found, name, file) => {
    if (file !== undefined) return replace(found, file, member);
    member = name;
    return found;
  });
}

/** What these load, each process needs; the rest only where its configuration or a command asks for it. */
const OPENED = ["broker", "exchange", "ingest", "sources", "storing", "view"];

/** Modules that parts load whenever a process starts: its followers (`follow`) in the store's thread, the others beside it. */
export function openedAtStart({ follow }) {
  const members = follow ? ["follow"] : OPENED;
  return partNames().flatMap((part) => {
    const found = [];
    replaceLoads(readFileSync(join(ROOT, FOLDER, part, "part.ts"), "utf8"), (text, file, member) => {
      if (members.includes(member)) found.push(`${FOLDER}/${part}/${file.slice(2)}`);
      return text;
    });
    return found;
  });
}

/** Files that parts need beside the programs: places in `dist`, by places in the tree. Of a part's `files.mjs`. */
export async function partFiles() {
  const names = partNames().filter((name) => existsSync(join(ROOT, FOLDER, name, "files.mjs")));
  const found = names.map(async (name) => {
    const { FILES } = await import(pathToFileURL(join(ROOT, FOLDER, name, "files.mjs")).href);
    return { part: name, files: Object.entries(FILES) };
  });
  return Promise.all(found);
}

/** Of packages beside the programs, those that some folder of this build may import. */
export function neededPackages(names, without) {
  const owners = JSON.parse(readFileSync(join(ROOT, "scripts/check/package-owners.json"), "utf8"));
  return names.filter((name) => {
    const folders = [owners[name] ?? []].flat();
    return folders.length === 0 || folders.some((folder) => isBuilt(folder, without));
  });
}

const NOTHING_LEFT_OUT = "LEFT_OUT: readonly LeftOutPart[] = []";

/** For esbuild: reads the list without these parts, and with what they could be configured with. */
export async function leftOut(without) {
  const named = `LEFT_OUT: readonly LeftOutPart[] = ${JSON.stringify(await wordsOf(without))}`;
  return {
    name: "parts left out",
    setup({ onLoad }) {
      onLoad({ filter: LIST_PATH }, () => ({
        contents: without.reduce(withoutPart, readFileSync(LIST, "utf8")).replace(NOTHING_LEFT_OUT, named),
        loader: "ts",
      }));
    },
  };
}

/** What a configuration would say to use these parts. Of their declarations, without the code that these load. */
async function wordsOf(names) {
  if (names.length === 0) return [];
  const { outputFiles } = await build({
    entryPoints: [LIST],
    bundle: true,
    write: false,
    platform: "node",
    format: "esm",
    packages: "external",
    plugins: [DECLARATIONS],
  });
  const file = join(mkdtempSync(join(ROOT, "node_modules/.parts-")), "parts.mjs");
  try {
    writeFileSync(file, outputFiles[0].text);
    const { PARTS } = await import(pathToFileURL(file).href);
    return PARTS.filter(({ name }) => names.includes(name)).map(wordsOfPart);
  } finally {
    rmSync(dirname(file), { recursive: true });
  }
}

const DECLARATIONS = {
  name: "declarations",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /./ }, ({ path, kind }) =>
      kind === "dynamic-import" ? { path, namespace: "unopened" } : undefined,
    );
    onLoad({ filter: /./, namespace: "unopened" }, () => ({ contents: "" }));
  },
};

function wordsOfPart({ name, settings, keys = [], stores = [], depots = [], forms, endpoints = [] }) {
  const beginning = (form) => /^(?:parquet:)?[a-z0-9]+/.exec(form)[0];
  return {
    name,
    sections: (settings?.sections ?? []).map(({ section }) => section),
    keys: keys.flatMap(({ section, keys: own }) => own.map(({ key }) => `${section}.${key}`)),
    stores: [...stores.flatMap((kind) => kind.forms), ...depots.map(({ form }) => form)].map(beginning),
    dialects: forms?.dialects ?? [],
    endpoints: endpoints.flatMap(({ kinds }) => kinds),
  };
}
