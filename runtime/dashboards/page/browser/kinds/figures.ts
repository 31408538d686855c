/** What a tile can show of its series. */
export const FIGURES = ["last", "min", "mean", "max"] as const;
