/** What the page of a plot draws. */
export interface PlotTable {
  /** s since 1970; absent where the table has no times: rows are numbered then. */
  readonly times?: readonly number[];
  readonly series: readonly { readonly name: string; readonly values: readonly (number | null)[] }[];
}
