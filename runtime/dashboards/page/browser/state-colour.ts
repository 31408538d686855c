/** The colours of states, by what their names mean. No DOM. */

import type { Theme } from "./theme-colours.ts";

/** Words with a meaning, and the state colour that has it: green, red, amber, grey. */
const MEANINGS: readonly (readonly [words: RegExp, colour: number])[] = [
  [wholeWords("fault|error|err|fail|failed|failure|alarm|critical|emergency|abort|aborted|lost"), 4],
  [wholeWords("warn|warning|degraded|caution"), 1],
  [wholeWords("safe|ok|okay|good|normal|ready|fine|healthy"), 3],
  [wholeWords("off|idle|standby|none|unknown|disabled"), 0],
];
/** State colours without a meaning. */
const PLAIN = [2, 5, 6, 7];

function wholeWords(words: string): RegExp {
  return new RegExp(`(?<![a-z])(?:${words})(?![a-z])`, "i");
}

/** The colour of a value, independent of other values: by the meaning of its name, else by the value. */
export function stateColour(value: number | string, theme: Theme, name = String(value)): string {
  const meant = MEANINGS.find(([words]) => words.test(name))?.[1];
  const index = typeof value === "number" ? Math.abs(Math.trunc(value)) : hash(value);
  return theme.states[meant ?? PLAIN[index % PLAIN.length]!]!;
}

function hash(text: string): number {
  let sum = 0;
  for (let i = 0; i < text.length; i += 1) sum = (sum * 31 + text.charCodeAt(i)) >>> 0;
  return sum;
}
