/** The colours of the page's style sheet, without a browser. */

import { pick, themeFrom } from "../browser/theme-colours.ts";

/** Reads the custom properties of `:root`, each with its light and its dark value. */
export function themeOf(css: string, kind: "light" | "dark"): object {
  const body = /:root\s*\{([^}]*)\}/.exec(css)?.[1] ?? "";
  const values = new Map([...body.matchAll(/--([\w-]+):\s*([^;]+);/g)].map(([, name, value]) => [`--${name}`, value!]));
  const read = (name: string): string => {
    const value = values.get(name);
    if (value === undefined) throw new Error(`the style sheet has no ${name}`);
    return value;
  };
  return { ...themeFrom(read, kind), panel: pick(read("--panel").trim(), kind) };
}
