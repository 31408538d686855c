/** The user's settings for this browser: language, time zone, clock. */

import { loadPart } from "../data/load-part.ts";
import { type Language, useWords } from "../text/words.ts";
import { type Clock, useZone } from "../text/zone.ts";
import { keep, kept } from "./kept.ts";

const LANGUAGE = "structline.language";
const ZONE = "structline.zone";
const CLOCK = "structline.clock";

/** Must be awaited before anything is drawn. */
export async function loadPreferences(): Promise<void> {
  const language = (kept(LANGUAGE) ?? navigator.language).startsWith("de") ? "de" : "en";
  useWords(language, language === "de" ? (await loadPart(() => import("../text/words-de.ts"))).GERMAN : {});
  document.documentElement.lang = language;
  const clock = kept(CLOCK) === "12" ? "12" : "24";
  try {
    useZone(kept(ZONE), clock);
  } catch {
    // The browser does not know the zone: use its own.
    useZone(undefined, clock);
  }
}

export function chooseLanguage(chosen: Language): void {
  keep(LANGUAGE, chosen);
  // Reloads the page to translate everything.
  location.reload();
}

/** @param zone empty: the computer's zone */
export function chooseZone(zone: string, clock: Clock): void {
  keep(ZONE, zone);
  keep(CLOCK, clock);
  location.reload();
}
