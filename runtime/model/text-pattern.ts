/** Patterns of texts as plain data, which can be passed between threads: a machine whose states are steps. Its time is linear. */

export interface TextPattern {
  readonly steps: readonly Step[];
  /** The first one. */
  readonly from: number;
}

export type Step =
  | Taking
  /** All of these come next. */
  | { readonly kind: "fork"; readonly to: readonly number[] }
  /** Goes on only at such a place. */
  | { readonly kind: "place"; readonly place: Place; readonly to: number }
  | { readonly kind: "done" };

/** Takes one character. */
interface Taking extends Characters {
  readonly kind: "take";
  readonly to: number;
}

/** Code points in one of the ranges, or in none of them. */
export interface Characters {
  readonly ranges: readonly (readonly [first: number, last: number])[];
  readonly isNone: boolean;
  readonly isCaseless: boolean;
}

export type Place = "beginning" | "end" | "edge of a word" | "no edge of a word";

/** What is known behind a character: which steps may come next, whatever stands before them. */
interface State {
  readonly to: readonly number[];
  readonly before: "nothing" | "word" | "other";
  readonly after: Map<number, State | "fits">;
  fitsAtEnd?: boolean;
}

const MOST_STATES = 1000;

/** The states that texts lead to are kept, so that most characters cost one look-up. */
export function matcherOf({ steps, from }: TextPattern): (text: string) => boolean {
  const known = new Map<string, State>();
  const stateOf = (to: readonly number[], before: State["before"]): State => {
    const key = `${before} ${to}`;
    const found = known.get(key) ?? { to, before, after: new Map() };
    if (known.size >= MOST_STATES) {
      // Also those that the others lead to.
      for (const state of known.values()) state.after.clear();
      known.clear();
    }
    known.set(key, found);
    return found;
  };
  const afterOf = (state: State, code: number): State | "fits" => {
    const next = isOfWord(code) ? "word" : "other";
    const reached = reachedIn(steps, state, next);
    if (reached === "done") return "fits";
    const taken = reached.filter((step) => isTaken(step, code)).map(({ to }) => to);
    // The pattern may begin anywhere.
    return stateOf([...new Set([...taken, from])], next);
  };
  return (text) => {
    let state = stateOf([from], "nothing");
    for (let at = 0; at < text.length; ) {
      const code = text.codePointAt(at)!;
      at += code > 0xffff ? 2 : 1;
      let after = state.after.get(code);
      if (after === undefined) {
        after = afterOf(state, code);
        state.after.set(code, after);
      }
      if (after === "fits") return true;
      state = after;
    }
    state.fitsAtEnd ??= reachedIn(steps, state, "nothing") === "done";
    return state.fitsAtEnd;
  };
}

/** The steps that take a character, where `after` stands next. */
function reachedIn(steps: TextPattern["steps"], { to, before }: State, after: State["before"]): Taking[] | "done" {
  const seen = new Set(to);
  const taking: Taking[] = [];
  // What is added meanwhile is visited, too.
  for (const index of seen) {
    const step = steps[index]!;
    if (step.kind === "done") return "done";
    if (step.kind === "take") taking.push(step);
    else if (step.kind === "fork") for (const one of step.to) seen.add(one);
    else if (isAt(step.place, before, after)) seen.add(step.to);
  }
  return taking;
}

function isAt(place: Place, before: State["before"], after: State["before"]): boolean {
  if (place === "beginning") return before === "nothing";
  if (place === "end") return after === "nothing";
  const isEdge = (before === "word") !== (after === "word");
  return isEdge === (place === "edge of a word");
}

function isOfWord(code: number): boolean {
  return code < 128 && /\w/.test(String.fromCharCode(code));
}

function isTaken({ ranges, isNone, isCaseless }: Characters, code: number): boolean {
  const codes = isCaseless ? [code, ...casesOf(code)] : [code];
  return codes.some((one) => ranges.some(([first, last]) => one >= first && one <= last)) !== isNone;
}

function casesOf(code: number): number[] {
  const text = String.fromCodePoint(code);
  return [text.toLowerCase(), text.toUpperCase()].map((one) => one.codePointAt(0)!);
}
