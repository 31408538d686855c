/** InfluxDB's line protocol over HTTP: `/write`, `/api/v2/write` and the like. */

import type { PartKind } from "../part-kind.ts";
import { lines } from "./lines.ts";

export const LINES: PartKind = { name: "lines", sources: [lines] };
