/** Parts that a build leaves out: their lines in the list of parts, and with them all that only they load. */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const FOLDER = "runtime/parts";
const LIST = join(ROOT, FOLDER, "parts.ts");

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
  return readdirSync(join(ROOT, FOLDER), { recursive: true })
    .map((name) => String(name).replaceAll("\\", "/"))
    .filter((name) => /^[^/]+\/(?:page\/)?[\w-]+-process\.ts$/.test(name))
    .map((name) => ({ in: `${FOLDER}/${name}`, out: basename(name, ".ts") }));
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

/** For esbuild: reads the list without these parts. */
export function leftOut(without) {
  return {
    name: "parts left out",
    setup({ onLoad }) {
      onLoad({ filter: /[\\/]runtime[\\/]parts[\\/]parts\.ts$/ }, () => ({
        contents: without.reduce(withoutPart, readFileSync(LIST, "utf8")),
        loader: "ts",
      }));
    },
  };
}
