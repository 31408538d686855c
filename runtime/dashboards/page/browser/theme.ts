/** Colours of the page's style sheet, for what is drawn on a canvas. */

export interface Theme {
  readonly text: string;
  readonly faint: string;
  readonly grid: string;
  readonly mark: string;
  readonly warn: string;
  readonly bad: string;
  readonly lines: readonly string[];
  /** Behind the names of states. */
  readonly states: readonly string[];
  readonly onState: string;
}

export const LINE_COLOURS = 8;

/** As the style sheet has them now; they change with the system's light or dark setting. */
export function currentTheme(): Theme {
  const style = getComputedStyle(document.documentElement);
  const read = (name: string) => style.getPropertyValue(name).trim();
  const many = (name: string) => Array.from({ length: LINE_COLOURS }, (_none, i) => read(`--${name}-${i}`));
  return {
    text: read("--text"),
    faint: read("--faint"),
    grid: read("--grid"),
    mark: read("--mark"),
    warn: read("--warn"),
    bad: read("--bad"),
    lines: many("line"),
    states: many("state"),
    onState: read("--on-state"),
  };
}

export function onThemeChange(listener: () => void): void {
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", listener);
}
