/** The documentation at `/docs`. */

import { fileURLToPath } from "node:url";
import type { PartKind } from "../part-kind.ts";

/** In a clone and the npm package; beside the program without Node; in the Debian package. */
const FOLDERS = ["../docs", "../../docs", "../../../docs", "../../../share/doc/structline"];

export const DOCS: PartKind = {
  name: "docs",
  open: () => ({
    async view({ routes }) {
      const { serveDocs } = await import("./serve-docs.ts");
      routes.route("/", serveDocs(FOLDERS.map((path) => fileURLToPath(new URL(path, import.meta.url)))));
      return undefined;
    },
  }),
};
