/** A function that generated code carries along when a rule needs more than an expression in a line. */

export interface Helper {
  /** TypeScript of the function; it computes what mathjs computes, bit for bit, and NaN where mathjs throws or turns to complex numbers [D10]. */
  readonly source: string;
  /** Other helpers that it calls. */
  readonly needs: readonly string[];
}
