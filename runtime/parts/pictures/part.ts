/** Panels as pictures for reports: `/read/plot.png` and `/read/plot.svg`, and exports by a device's address that end in `.png`. */

import type { PartKind } from "../part-kind.ts";

export const PICTURES: PartKind = {
  name: "pictures",
  open: () => ({
    async view({ routes, reading, provided }) {
      const { picturesApi } = await import("./pictures-api.ts");
      const pictures = picturesApi(reading);
      routes.route("/", pictures);
      provided.pictures = (request, environment) => pictures.fetch(request, environment);
      return undefined;
    },
  }),
};
