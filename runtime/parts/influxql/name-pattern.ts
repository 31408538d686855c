/** Name patterns from requests: a subset of regular expressions whose matching time is linear. */

import type { NamePattern } from "./statement.ts";
import { InfluxqlError, quoted } from "./tokens.ts";

const LONGEST = 200;

/**
 * Supports texts with `.*`, `^`, `$`, `|` and escaped characters, as Grafana's search produces them: `(?i)volt`.
 * @throws InfluxqlError for other patterns
 */
export function namePattern(text: string): NamePattern {
  const isCaseless = text.startsWith("(?i)");
  const pattern = isCaseless ? text.slice(4) : text;
  const fold = (name: string) => (isCaseless ? name.toLowerCase() : name);
  if (pattern.length > LONGEST) throw new InfluxqlError(`a pattern has at most ${LONGEST} characters`);
  const choices = pattern
    .replace(/^\((.*)\)$/, "$1")
    .split(/(?<!\\)\|/)
    .map((choice) => piecesOf(choice, fold));
  return { isWanted: (name) => choices.some((pieces) => matches(fold(name), pieces)) };
}

interface Pieces {
  readonly isFirst: boolean;
  readonly isLast: boolean;
  /** In this order, with any text in between. */
  readonly texts: readonly string[];
}

function piecesOf(choice: string, fold: (text: string) => string): Pieces {
  const isFirst = choice.startsWith("^");
  const isLast = /(?<!\\)\$$/.test(choice);
  const inner = choice.slice(isFirst ? 1 : 0, isLast ? -1 : undefined);
  const texts = inner.split(/(?<!\\)\.\*/).map((text) => fold(literal(text)));
  return { isFirst, isLast, texts };
}

function literal(text: string): string {
  const odd = text.replaceAll(/\\[^\w]/g, "");
  if (/[\\^$.|?*+()[\]{}]/.test(odd))
    throw new InfluxqlError(`the pattern ${quoted(text)} may have only text, '.*', '^', '$' and '|'`);
  return text.replaceAll(/\\(.)/g, "$1");
}

function matches(name: string, { isFirst, isLast, texts }: Pieces): boolean {
  let at = 0;
  for (const [index, text] of texts.entries()) {
    const isEnd = isLast && index === texts.length - 1;
    const found = isEnd ? name.lastIndexOf(text) : name.indexOf(text, at);
    if (found < at || (index === 0 && isFirst && !name.startsWith(text))) return false;
    if (index === 0 && isFirst && isEnd && name !== text) return false;
    if (isEnd && found + text.length !== name.length) return false;
    at = found + text.length;
  }
  return true;
}
