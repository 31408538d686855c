import assert from "node:assert/strict";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { BucketDepot } from "../../../runtime/parts/s3/bucket-depot.ts";
import { S3 } from "../../../runtime/parts/s3/s3.ts";
import { assertNothingLost } from "../../support/crashes.ts";
import { ENVIRONMENT, startS3 } from "./s3-server.ts";

test("whatever is killed at any point, every durable message is stored once, or kept once as a dead letter: bucket", async () => {
  const server = await startS3();
  await assertNothingLost({
    kind: "parquet",
    program: ["--import", "tsx", fileURLToPath(new URL("crash-target.ts", import.meta.url))],
    more: [JSON.stringify(server.settings)],
    environment: ENVIRONMENT,
    depotOf: (directory) =>
      new BucketDepot({ s3: new S3(server.settings, ENVIRONMENT), directory, cacheBytes: 2 ** 24 }),
  });
  const left = new Set([...server.objects.keys()].filter((key) => key.endsWith(".parquet")));
  const manifests = [...server.objects].filter(([key]) => key.endsWith("manifest.json"));
  const named = manifests.flatMap(([, text]) => JSON.parse(String(text)).files.map(({ key }: { key: string }) => key));
  assert.ok(named.length > 0, `${named.length} places of death`);
  assert.deepEqual(
    named.filter((key) => !left.has(key)),
    [],
    "a manifest names what there is",
  );
  await server.halt();
});
