import assert from "node:assert/strict";
import { test } from "node:test";
import { writtenFiles } from "../../scripts/docs/written-files.ts";

test("files that are made from tables in the source are current (npm run docs)", async () => {
  for await (const { path, is, should } of writtenFiles()) assert.equal(is, should, `${path}: npm run docs`);
});
