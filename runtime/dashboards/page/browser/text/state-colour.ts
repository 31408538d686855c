/** Names of states, and their colours: the header's, else by what the names mean. No DOM. */

import { STATE_COLOURS } from "../../../../codec/state-colours.ts";
import type { StateColour } from "../../../../codec/struct-codec.ts";
import type { ColumnDescription } from "../../../../model/measurement.ts";
import type { Theme } from "../app/theme-colours.ts";

type Named = Pick<ColumnDescription, "states" | "stateColours">;

/** Words with a meaning, and the state colour that has it: green, red, amber, grey. */
const MEANINGS: readonly (readonly [words: RegExp, colour: StateColour])[] = [
  [wholeWords("fault|error|err|fail|failed|failure|alarm|critical|emergency|abort|aborted|lost"), "red"],
  [wholeWords("warn|warning|degraded|caution"), "amber"],
  [wholeWords("safe|ok|okay|good|normal|ready|fine|healthy"), "green"],
  [wholeWords("off|idle|standby|none|unknown|disabled"), "grey"],
];
/** State colours without a meaning. */
const PLAIN: readonly StateColour[] = ["blue", "violet", "teal", "yellow"];

/** For elements: the style sheet's own, so that what is out of sight has the other theme's at once. */
export const STYLED: Pick<Theme, "states"> = { states: STATE_COLOURS.map((_colour, i) => `var(--state-${i})`) };

function wholeWords(words: string): RegExp {
  return new RegExp(`(?<![a-z])(?:${words})(?![a-z])`, "i");
}

export function stateName(value: number | string, { states }: Named = {}): string {
  return states?.[String(value)] ?? String(value);
}

/** The colour of a value, independent of other values: the header's, else by the meaning of its name, else by the value. */
export function stateColour(value: number | string, theme: Pick<Theme, "states">, named: Named = {}): string {
  const name = stateName(value, named);
  const meant = named.stateColours?.[String(value)] ?? MEANINGS.find(([words]) => words.test(name))?.[1];
  const index = typeof value === "number" ? Math.abs(Math.trunc(value)) : hash(value);
  return theme.states[STATE_COLOURS.indexOf(meant ?? PLAIN[index % PLAIN.length]!)]!;
}

function hash(text: string): number {
  let sum = 0;
  for (let i = 0; i < text.length; i += 1) sum = (sum * 31 + text.charCodeAt(i)) >>> 0;
  return sum;
}
