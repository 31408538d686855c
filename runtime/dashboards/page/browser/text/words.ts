import { dictionary } from "../../../../lib/dictionary.ts";

/** Translates the page's texts, in this one place. The code contains the English texts. No DOM. */

export type Language = "en" | "de";

let table: Readonly<Record<string, string>> = dictionary({});
let language: Language = "en";

export function currentLanguage(): Language {
  return language;
}

export function useWords(chosen: Language, words: Readonly<Record<string, string>>): void {
  language = chosen;
  table = words;
}

/** Returns the sentence in the page's language; `{0}` is the first value. */
export function say(english: string, ...values: readonly (string | number)[]): string {
  const text = table[english] ?? english;
  if (values.length === 0) return text;
  return text.replace(/\{(\d)\}/g, (_match, place: string) => String(values[Number(place)]));
}
