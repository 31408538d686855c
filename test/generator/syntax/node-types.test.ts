import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { nodeTypesFile } from "../../../scripts/node-types.ts";

test("node types match the grammars' own descriptions", () => {
  const file = new URL("../../../generator/syntax/parse/node-types.ts", import.meta.url);
  assert.equal(readFileSync(file, "utf8"), nodeTypesFile());
});
