/**
 * The helper functions of generated code: their TypeScript and their dependencies. They compute the same bits as mathjs,
 * and
 * NaN where mathjs throws or returns a complex number [D10]. In its file, a helper is an exported function, followed by
 * private
 * functions that only it calls.
 */

import { ownText } from "../source/own-text.ts";

const FILES = ["rounding", "arithmetic", "trigonometry", "logic", "integers", "special", "statistics"];

interface Helper {
  readonly source: string;
  readonly needs: readonly string[];
}

let known: ReadonlyMap<string, Helper> | undefined;

/** TypeScript of a helper: its function with private ones, without the helpers that it needs. */
export function helperSource(name: string): string {
  return helperOf(name).source;
}

export function helperNames(): readonly string[] {
  return [...helpers().keys()];
}

/** The given helpers and all helpers that they call, sorted by name. */
export function helpersNeeded(names: Iterable<string>): string[] {
  const needed = new Set<string>();
  const add = (name: string): void => {
    if (needed.has(name)) return;
    needed.add(name);
    for (const next of helperOf(name).needs) add(next);
  };
  for (const name of names) add(name);
  return [...needed].sort();
}

function helperOf(name: string): Helper {
  const helper = helpers().get(name);
  if (helper === undefined) throw new Error(`no helper is named ${name}`);
  return helper;
}

/** Parsed on first use. */
function helpers(): ReadonlyMap<string, Helper> {
  known ??= readHelpers();
  return known;
}

function readHelpers(): ReadonlyMap<string, Helper> {
  const sources = new Map(
    FILES.flatMap((file) => {
      const text = ownText(`generator/rules/helpers/${file}.ts`);
      const blocks = text.split(/\n\n(?=(?:\/\*\*[^\n]*\*\/\n|\/\*\*\n(?: \*[^\n]*\n)+)?export function )/).slice(1);
      return blocks.map((block): [string, string] => {
        const name = /^export function (\w+)/m.exec(block)?.[1] ?? "";
        return [name, block.trim().replace(/^export /m, "")];
      });
    }),
  );
  return new Map(
    [...sources].map(([name, source]) => {
      const called = new Set(source.match(/\brule\w+(?=\()/g));
      return [name, { source, needs: [...called].filter((other) => other !== name && sources.has(other)) }];
    }),
  );
}
