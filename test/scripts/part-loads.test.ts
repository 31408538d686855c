/** What a build knows of the code that a part's declaration loads, wherever in `part.ts` it stands. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { replaceLoads } from "../../scripts/build/left-out.mjs";

const DECLARATION = `const STORE: StoreKind<Settings> = {
  meaning: ["one", "other"].join(", "),
  parse: (text) => (text === "x" ? { kind: "x" } : undefined),
  make: async (settings) => (await import("./store.ts")).open(settings),
};

export const PART: PartKind = {
  name: "x",
  stores: [STORE, { make: async () => (await import("./second.ts")).open() }],
  open: (settings) => ({
    ingest: async (ingest) => (await import("./ingest.ts")).ingest(ingest),
    view: async () => Promise.all([import("./one.ts"), import("./other.ts")]),
  }),
  follow: async () => (await import("./rows.ts")).follow,
};

async function helper() {
  return import("./beside.ts");
}
`;

test("an import belongs to the member that it stands in, or to none beside the declaration", () => {
  const found: [string, string | undefined][] = [];
  const kept = replaceLoads(DECLARATION, (text, file, member) => {
    found.push([file, member]);
    return text;
  });
  assert.equal(kept, DECLARATION);
  assert.deepEqual(found, [
    ["./store.ts", undefined],
    ["./second.ts", "stores"],
    ["./ingest.ts", "ingest"],
    ["./one.ts", "view"],
    ["./other.ts", "view"],
    ["./rows.ts", "follow"],
    ["./beside.ts", undefined],
  ]);
});
