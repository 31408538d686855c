/** Which language the page speaks: the one that somebody chose, else the browser's. */

import { type Language, useWords } from "./words.ts";

const KEY = "structline.language";

/** To be awaited before anything is drawn. */
export async function loadLanguage(): Promise<void> {
  const language = (kept() ?? navigator.language).startsWith("de") ? "de" : "en";
  useWords(language, language === "de" ? (await import("./words-de.ts")).GERMAN : {});
  document.documentElement.lang = language;
}

export function chooseLanguage(chosen: Language): void {
  try {
    localStorage.setItem(KEY, chosen);
  } catch {
    // Storage is off: the browser's own language stays.
  }
  location.reload();
}

function kept(): string | undefined {
  try {
    return localStorage.getItem(KEY) ?? undefined;
  } catch {
    return undefined;
  }
}
