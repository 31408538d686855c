/** Sections `[store]` and `[store-<name>]`. */

import { section } from "../config/part.ts";
import { nothing, parseList, parseSize, yesOrNo } from "../config/values.ts";
import { parseKeep } from "../model/keep.ts";

export const STORE = section({
  section: "store",
  meaning: "The store of the rows.",
  keys: [
    {
      key: "url",
      absent: nothing,
      shown: "without secrets",
      default: "duckdb:data/telemetry.duckdb",
      meaning: "Where the rows are.",
    },
    {
      key: "adopt",
      parse: yesOrNo,
      default: "no",
      meaning: "`yes`, for one start: a new `head.duckdb` takes over the Parquet files of a lost one.",
    },
    {
      key: "keep",
      parse: parseKeep,
      absent: nothing,
      default: "everything for ever",
      reload: "applied",
      meaning: "[How long](stores.md#how-long-data-is-kept) DuckDB keeps rows, and summaries of minutes.",
      example: "90d, 1m:2y",
    },
    {
      key: "backlog",
      parse: parseSize,
      absent: nothing,
      default: "half of [journal] max_size, in a cluster of [cluster] max_size",
      meaning: "How much may wait for [one output](stores.md#one-of-them-is-away).",
    },
  ],
});

export const NAMED_STORE = section({
  section: "store-<name>",
  meaning: "A server for some databases. The first section that matches applies, else `[store]`.",
  keys: [
    {
      key: "databases",
      parse: parseList,
      default: "required",
      meaning: "Names, with `*` for any text and `?` for any character.",
      example: "plant_a_*, mqttkit_1_testdrive",
    },
    {
      key: "url",
      shown: "without secrets",
      default: "required",
      meaning: "As in `[store]`.",
    },
    {
      key: "backlog",
      parse: parseSize,
      absent: nothing,
      default: "half of [journal] max_size, in a cluster of [cluster] max_size",
      meaning: "As in `[store]`.",
    },
  ],
});
