/** Data type of a dragged series: the column's name; its panel knows the measurement. */
export const SERIES_TYPE = "application/x-structline-series";
