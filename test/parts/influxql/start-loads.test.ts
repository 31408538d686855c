import { test } from "node:test";
import { assertNotLoaded, filesLoadedAtStart } from "../../support/loaded-files.ts";

test("a start without configuration does not load the parser of InfluxQL", async () => {
  assertNotLoaded(await filesLoadedAtStart(), "database name required");
});
