/** Positions in source files. Lines and columns count from 1; a column counts UTF-16 code units of the normalised text. */

export interface Position {
  readonly line: number;
  readonly column: number;
}

export interface Span {
  /** Path as shown to the user: relative to the configuration file, with slashes. */
  readonly file: string;
  readonly start: Position;
  /** One past the last character. */
  readonly end: Position;
}
