/** Excel's worksheets. */

import type { ExportFormat } from "../format.ts";

export const XLSX_FORMATS: readonly ExportFormat[] = [
  {
    name: "xlsx",
    onPage: true,
    contentType: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    // The file holds its creation time.
    varies: true,
    // [Excel specifications and limits]
    columns: { most: 16_384, of: "A worksheet" },
    load: async () => (await import("./xlsx.ts")).encodeXlsx,
  },
];
