import { UsageError } from "./command-error.ts";

/** A positive integer; undefined if the option is absent. @throws UsageError */
export function count(value: unknown, name: string, range: { most?: number }): number | undefined {
  if (value === undefined) return undefined;
  const number = /^\d+$/.test(String(value)) ? Number(value) : Number.NaN;
  const most = range.most ?? Number.MAX_SAFE_INTEGER;
  if (!(number >= 1 && number <= most))
    throw new UsageError(`--${name} '${value}' is not a whole number from 1 to ${most}`);
  return number;
}

/** A number above zero; undefined if the option is absent. @throws UsageError */
export function positive(value: unknown, name: string): number | undefined {
  if (value === undefined) return undefined;
  const number = String(value).trim() === "" ? Number.NaN : Number(value);
  if (!(number > 0 && Number.isFinite(number))) throw new UsageError(`--${name} '${value}' is not a number above 0`);
  return number;
}
