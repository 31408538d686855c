/** Maps stack traces of the built programs to their TypeScript sources, if the build's source maps are present. */

import { readFileSync } from "node:fs";
import { SourceMap } from "node:module";
import { fileURLToPath } from "node:url";

const maps = new Map<string, SourceMap | undefined>();

/**
 * For this thread. A map is read when a stack needs it; Node's own support reads the maps of all modules when they are
 * loaded.
 */
export function showSourcePlaces(): void {
  Error.prepareStackTrace = (error, sites) =>
    [Error.prototype.toString.call(error), ...sites.map((site) => `    at ${describe(site)}`)].join("\n");
}

function describe(site: NodeJS.CallSite): string {
  const built = site.getFileName();
  const [line, column] = [site.getLineNumber(), site.getColumnNumber()];
  if (!built?.startsWith("file:") || line === null || column === null) return `${site}`;
  const entry = mapOf(built)?.findEntry(line - 1, column - 1);
  if (entry === undefined || !("originalSource" in entry)) return `${site}`;
  const source = fileURLToPath(new URL(entry.originalSource, built));
  const place = `${source}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
  return `${site}`.replace(`${built}:${line}:${column}`, () => place);
}

function mapOf(built: string): SourceMap | undefined {
  if (!maps.has(built)) maps.set(built, readMap(built));
  return maps.get(built);
}

/** Undefined if there is none: the executables have no maps. */
function readMap(built: string): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(readFileSync(new URL(`${built}.map`), "utf8")));
  } catch {
    return undefined;
  }
}
