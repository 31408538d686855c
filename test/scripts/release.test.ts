import assert from "node:assert/strict";
import { test } from "node:test";
import { objections } from "../../scripts/release.mjs";

const GOOD = {
  version: "1.2.0",
  changelog: "# Changelog\n\n## 1.2.0 - 2026-11-23\n\n- New.\n\n## 1.1.0 - 2026-01-01\n\n- Old.\n",
  tags: ["v1.2.0"],
  status: "",
  manifests: [{ name: "structline", version: "1.2.0", repository: { url: "git+https://example.org/a/b.git" } }],
};

test("a release whose version, changelog, tag and packages agree is accepted", () => {
  assert.deepEqual(objections(GOOD), []);
  assert.deepEqual(objections({ ...GOOD, changelog: GOOD.changelog.replace("## 1.2", "## Unreleased\n\n## 1.2") }), []);
});

for (const [what, change, sentence] of [
  ["a version that is none", { version: "1.2" }, /not a version of the form/],
  ["a changelog of another version", { changelog: GOOD.changelog.replace("1.2.0", "1.3.0") }, /'1\.3\.0 - 2026-11-23'/],
  [
    "a version without a date",
    { changelog: GOOD.changelog.replace(" - 2026-11-23", "") },
    /first version is '1\.2\.0'/,
  ],
  ["an empty section", { changelog: GOOD.changelog.replace("- New.", "") }, /says nothing of 1\.2\.0/],
  [
    "unreleased changes",
    { changelog: GOOD.changelog.replace("## 1.2", "## Unreleased\n\n- More.\n\n## 1.2") },
    /unreleased/,
  ],
  ["no tag", { tags: [""] }, /no tag v1\.2\.0/],
  ["changes in the clone", { status: " M README.md" }, /not committed/],
  ["another version in a package", { manifests: [{ ...GOOD.manifests[0], version: "1.1.0" }] }, /has version 1\.1\.0/],
  ["no repository", { manifests: [{ name: "structline", version: "1.2.0" }] }, /has no repository/],
] as const) {
  test(`a release with ${what} is refused`, () => {
    const found = objections({ ...GOOD, ...change } as typeof GOOD);
    assert.match(found.join("\n"), sentence);
  });
}
