import { test } from "node:test";
import { assertNotLoaded, filesLoadedAtStart } from "../../support/loaded-files.ts";

test("a start without configuration does not load the provisioning of Grafana", async () => {
  assertNotLoaded(await filesLoadedAtStart(), "GrafanaProvisioner=class");
});
