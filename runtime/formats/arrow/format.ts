/** Arrow's streams and files (Feather, version 2). */

import type { ExportFormat } from "../format.ts";

export const ARROW_FORMATS: readonly ExportFormat[] = [
  {
    name: "arrow",
    contentType: "application/vnd.apache.arrow.stream",
    load: async () => (await import("./arrow.ts")).encodeArrow,
  },
  {
    name: "feather",
    contentType: "application/vnd.apache.arrow.file",
    load: async () => (await import("./arrow.ts")).encodeFeather,
  },
];
