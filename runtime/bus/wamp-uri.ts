/** URIs of WAMP topics, and patterns of them. [WAMP 2, URIs; pattern-based subscriptions] */

export type MatchPolicy = "exact" | "prefix" | "wildcard";

/** Longest URI that a client may send, characters. */
const MAX_LENGTH = 1024;

// The loose rule: components may hold anything but blanks, `#` and `.`, so device names like `area-42` are valid.
const EXACT = /^[^\s.#]+(?:\.[^\s.#]+)*$/;
const PATTERN = /^[^\s#]*$/;

/** Whether a client may name `uri` as a topic, a realm or a reason. */
export function isUri(uri: unknown): uri is string {
  return typeof uri === "string" && uri.length <= MAX_LENGTH && EXACT.test(uri);
}

/**
 * Whether `uri` can be subscribed to with `policy`; patterns may have empty components, and the empty prefix matches
 * all topics.
 */
export function isPattern(uri: string, policy: MatchPolicy): boolean {
  if (policy === "exact") return isUri(uri);
  return uri.length <= MAX_LENGTH && PATTERN.test(uri);
}

/** URIs in the router's own namespace; clients may not publish there. */
export function isReserved(uri: string): boolean {
  return uri === "wamp" || uri.startsWith("wamp.");
}

/** Converts any text to one component of a topic; characters that a component cannot hold become `_`. */
export function uriComponent(text: string): string {
  return text.replace(/[\s.#]/g, "_") || "_";
}
