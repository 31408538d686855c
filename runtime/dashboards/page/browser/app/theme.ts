/** Light or dark, from the system or the user's choice, with the style sheet's colours. */

import { keep, kept } from "./kept.ts";
import { type Theme, themeFrom } from "./theme-colours.ts";

export type ThemeChoice = "auto" | "light" | "dark";

const KEY = "structline.theme";
const DARK = "(prefers-color-scheme: dark)";

/** The current colours; they change with the system's setting and the user's choice. Paper is light. */
export function currentTheme(medium: "screen" | "paper" = "screen"): Theme {
  const style = getComputedStyle(document.documentElement);
  const choice = themeChoice();
  const isDark = medium === "screen" && (choice === "auto" ? matchMedia(DARK).matches : choice === "dark");
  return themeFrom((name) => style.getPropertyValue(name), isDark ? "dark" : "light");
}

export function themeChoice(): ThemeChoice {
  const chosen = document.documentElement.dataset["theme"];
  return chosen === "light" || chosen === "dark" ? chosen : "auto";
}

export function chooseTheme(choice: ThemeChoice): void {
  applyTheme(choice);
  keep(KEY, choice === "auto" ? undefined : choice);
}

/** Applies the stored choice. */
export function loadTheme(): void {
  const chosen = kept(KEY);
  if (chosen === "light" || chosen === "dark") applyTheme(chosen);
}

function applyTheme(choice: ThemeChoice): void {
  if (choice === "auto") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = choice;
}

export function onThemeChange(listener: () => void): void {
  matchMedia(DARK).addEventListener("change", listener);
  new MutationObserver(listener).observe(document.documentElement, { attributeFilter: ["data-theme"] });
}
