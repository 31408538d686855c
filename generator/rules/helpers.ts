/**
 * The helper functions of generated code: their TypeScript, and which need which. They compute what mathjs computes, bit for
 * bit, and NaN where mathjs throws or turns to complex numbers [D10]. In their files a helper is an exported function, with
 * the functions behind it that only it calls.
 */

import { ownText } from "../source/own-text.ts";

const FILES = ["rounding", "arithmetic", "trigonometry", "logic", "integers", "special", "statistics"];

interface Helper {
  readonly source: string;
  /** Other helpers that it calls. */
  readonly needs: readonly string[];
}

let known: ReadonlyMap<string, Helper> | undefined;

/** TypeScript of a helper: its function declaration, with those of its parts, without what it `needs`. */
export function helperSource(name: string): string {
  return helperOf(name).source;
}

/** Names of all helpers. */
export function helperNames(): readonly string[] {
  return [...helpers().keys()];
}

/** The given helpers and all they call, sorted by name. */
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

/** Read when the first is asked for. */
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
