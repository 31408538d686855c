/** Parts that a build leaves out: their lines in the list of parts, and with them all that only they load. */

import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

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
