/** Names of series within a measurement: `cpu,cpu=cpu0,host=a`, as InfluxDB writes them. Pure. */

export const LONGEST_SERIES_NAME = 255;

/**
 * The tags by name, in InfluxDB's order. Separators and characters that are invalid in topics are percent-encoded, so
 * that two series never share a name; their rows of the same time would be merged.
 */
export function seriesName(measurement: string, tags: readonly (readonly [string, string])[]): string {
  const sorted = [...tags].sort(([a], [b]) => (a < b ? -1 : 1));
  return [measurement, ...sorted.map(([key, value]) => `${escapeSeries(key)}=${escapeSeries(value)}`)].join(",");
}

export function escapeSeries(text: string): string {
  return text.replace(/[\p{Cc},=%/+#]/gu, encodeURIComponent);
}
