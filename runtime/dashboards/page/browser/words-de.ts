/** German. */

export const GERMAN: Readonly<Record<string, string>> = {};
