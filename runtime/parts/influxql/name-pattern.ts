/** Patterns of names and texts from requests: a subset of regular expressions whose matching time is linear. */

import { type Choice, fits, type TextPattern } from "../../model/text-pattern.ts";
import type { NamePattern } from "./statement.ts";
import { InfluxqlError, quoted } from "./tokens.ts";

const LONGEST = 200;

/** @throws InfluxqlError */
export function namePattern(text: string): NamePattern {
  const pattern = textPattern(text);
  return { isWanted: (name) => fits(pattern, name) };
}

/**
 * Supports texts with `.*`, `^`, `$`, `|` and escaped characters, as Grafana's search produces them: `(?i)volt`.
 * @throws InfluxqlError for other patterns
 */
export function textPattern(text: string): TextPattern {
  const isCaseless = text.startsWith("(?i)");
  const pattern = isCaseless ? text.slice(4) : text;
  const fold = (name: string) => (isCaseless ? name.toLowerCase() : name);
  if (pattern.length > LONGEST) throw new InfluxqlError(`a pattern has at most ${LONGEST} characters`);
  // Grafana writes the choice of several values like this: ^(a|b)$
  const [, whole] = /^\^\(([^()]*)\)\$$/.exec(pattern) ?? [];
  const choices = (whole ?? pattern.replace(/^\((.*)\)$/, "$1"))
    .split(/(?<!\\)\|/)
    .map((choice) => choiceOf(whole === undefined ? choice : `^${choice}$`, fold));
  return { choices, isCaseless };
}

function choiceOf(choice: string, fold: (text: string) => string): Choice {
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
