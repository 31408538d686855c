/** A build without some parts refuses configurations that need them. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { parseIni } from "../../../runtime/config/ini.ts";
import { leftOut } from "../../../runtime/settings/left-out.ts";

const maps = (["airrohr", "json"] as const).map((dialect) => ({ topic: "a/+", address: "kit/a/b/{1}", dialect }));
const asked = {
  realms: [{ name: "kit", networks: [], timezone: "UTC", maps }],
  channels: [
    { name: "rig", sources: [{ kind: "udp" as const }, { kind: "file" as const }, { kind: "stdin" as const }] },
  ],
};

const ini = parseIni("[lab-rig]\nsources = udp:1, file:a.pcap, -\n[realm-kit]\n[map-a]\ndialect = airrohr\n");

test("dialects and endpoints without their part are named; with it nothing is missing", () => {
  const forms = { dialects: ["airrohr"] };
  const endpoints = [{ kinds: ["file" as const, "stdin" as const] }];
  assert.deepEqual(leftOut(asked, [{ name: "both", forms, endpoints }], ini), []);
  const rest = "needs a part, which this build of structline leaves out; the build without '--without' has all parts";
  assert.deepEqual(
    leftOut(asked, [], ini).map(({ line, message }) => `${line}: ${message}`),
    [`5: the dialect 'airrohr' ${rest}`, `2: sources: file: ${rest}`, `2: sources: - ${rest}`],
  );
});
