/** The colours of the page's style sheet, without a browser. */

/** The variables of `:root`; a dark page changes some of them. */
export function themeOf(css: string, kind: "light" | "dark"): object {
  const [light, dark] = [...css.matchAll(/:root\s*\{([^}]*)\}/g)].map(([, body]) => variables(body!));
  const values = { ...light, ...(kind === "dark" && dark) };
  const read = (name: string): string => {
    const value = values[name];
    if (value === undefined) throw new Error(`the style sheet has no --${name}`);
    return value;
  };
  const many = (name: string) => Array.from({ length: 8 }, (_none, i) => read(`${name}-${i}`));
  const single = Object.fromEntries(
    ["panel", "text", "faint", "grid", "mark", "warn", "bad"].map((name) => [name, read(name)]),
  );
  return { ...single, lines: many("line"), states: many("state"), onState: read("on-state") };
}

function variables(body: string): Record<string, string> {
  return Object.fromEntries(
    [...body.matchAll(/--([\w-]+):\s*([^;]+);/g)].map(([, name, value]) => [name, value!.trim()]),
  );
}
