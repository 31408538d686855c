/** A service that finds firmware versions in a bucket. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { firmware, INI, OLD, structline } from "../../support/firmware-releases.ts";
import { Lab, sendDatagrams } from "../../support/lab.ts";
import { until } from "../../support/until.ts";
import { BUCKET, ENVIRONMENT, startS3 } from "../s3/s3-server.ts";

test("a running service takes a version out of a bucket", async (t) => {
  const s3 = await startS3();
  t.after(() => s3.halt());
  const from = `s3://${BUCKET}/firmware`;
  const env = { ...ENVIRONMENT, AWS_ENDPOINT_URL: s3.endpoint, AWS_REGION: "eu-central-1" };
  const lab = new Lab({ ini: `${INI}[versions]\nfrom = ${from}\nevery = 1d\n`, headers: { "rig.h": OLD } });
  t.after(() => lab.remove());
  assert.equal(lab.generate().status, 0);
  const service = await lab.start(env);
  const published = await structline(["publish", "--version", "v2", "--to", from], firmware(), env);
  assert.equal(published.status, 0, published.stderr);
  await sendDatagrams(service.udpPort("rig"), [Buffer.from([6, 1, 10, 0, 11, 0])]);
  await until(async () => {
    await service.settled();
    return /"flow":11/.test(
      await (await fetch(`${service.url}/read/rows?database=lab_rig&measurement=01_tank`)).text(),
    );
  });
});

test("two publishers at one moment: the bucket refuses the second one's index, and both releases are there", async (t) => {
  const s3 = await startS3();
  t.after(() => s3.halt());
  const to = `s3://${BUCKET}/firmware`;
  const env = { ...ENVIRONMENT, AWS_ENDPOINT_URL: s3.endpoint, AWS_REGION: "eu-central-1" };
  const publish = (version: string) => structline(["publish", "--version", version, "--to", to], firmware(), env);
  const ended = await Promise.all(["v1", "v2", "v3"].map(publish));
  assert.deepEqual(
    ended.map(({ stderr }) => stderr),
    ["", "", ""],
  );
  const index = JSON.parse(String(s3.objects.get("firmware/index.json")));
  assert.deepEqual(index.releases.map(({ version }: { version: string }) => version).sort(), ["v1", "v2", "v3"]);
});
