/** The data of a plot's page. */
export interface PlotTable {
  /** s since 1970; absent if the table has no times: rows are then numbered. */
  readonly times?: readonly number[];
  readonly series: readonly { readonly name: string; readonly values: readonly (number | null)[] }[];
}
