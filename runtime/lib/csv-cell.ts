/** Writes cells of separated values. [RFC 4180] */

/** @param special characters that need quotes, as the inside of a character class, without `"` */
export function csvCells(special: string): (text: string) => string {
  const needsQuotes = new RegExp(`["${special}\\r\\n]`);
  return (text) => (needsQuotes.test(text) ? inQuotes(text) : text);
}

export function inQuotes(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}
