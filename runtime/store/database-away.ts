/** A database, or a bucket, does not answer or cannot answer now: the same request may succeed later. */

/** The message says which one, and why. */
export class DatabaseAway extends Error {
  override readonly name = "DatabaseAway";
}

/** Also for an error of another thread, which has no class. */
export function isDatabaseAway({ name }: Error): boolean {
  return name === "DatabaseAway";
}
