/** The colours of the style sheet for drawing. No DOM. */

export interface Theme {
  readonly text: string;
  readonly faint: string;
  readonly grid: string;
  readonly mark: string;
  /** Text colours on the mark and on the text's colour. */
  readonly onMark: string;
  readonly warn: string;
  readonly bad: string;
  readonly lines: readonly string[];
  /** Background colours of states. */
  readonly states: readonly string[];
  readonly onState: string;
}

export const LINE_COLOURS = 8;

/** @param read a custom property's text: a colour, or `light-dark(…, …)` */
export function themeFrom(read: (name: string) => string, kind: "light" | "dark"): Theme {
  const one = (name: string) => pick(read(`--${name}`).trim(), kind);
  const many = (name: string) => Array.from({ length: LINE_COLOURS }, (_none, i) => one(`${name}-${i}`));
  return {
    text: one("text"),
    faint: one("faint"),
    grid: one("grid"),
    mark: one("mark"),
    onMark: one("panel"),
    warn: one("warn"),
    bad: one("bad"),
    lines: many("line"),
    states: many("state"),
    onState: one("on-state"),
  };
}

export function pick(value: string, kind: "light" | "dark"): string {
  const both = /^light-dark\(\s*([^,]+?)\s*,\s*([^)]+?)\s*\)$/.exec(value);
  return both === null ? value : both[kind === "light" ? 1 : 2]!;
}
