/** A build without some parts refuses configurations that need them. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { leftOut } from "../../../runtime/settings/left-out.ts";

const maps = (["airrohr", "json"] as const).map((dialect) => ({ topic: "a/+", address: "kit/a/b/{1}", dialect }));
const asked = {
  realms: [{ name: "kit", networks: [], timezone: "UTC", compat: ["tasmota" as const], maps }],
};

test("dialects without their part are named; with it nothing is missing", () => {
  const forms = { names: ["tasmota", "airrohr"] };
  assert.deepEqual(leftOut(asked, [{ forms }]), []);
  assert.deepEqual(leftOut(asked, []), [
    "this build of structline does not have the part with the dialect 'tasmota'",
    "this build of structline does not have the part with the dialect 'airrohr'",
  ]);
});
