import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { objections, shippedBill, type Tag, tagOf } from "../../scripts/build/release.mjs";
import { temporaryFolder } from "../support/temporary-folder.ts";

const GOOD = {
  version: "1.2.0",
  changelog: "# Changelog\n\n## 1.2.0 - 2026-11-23\n\n- New.\n\n## 1.1.0 - 2026-01-01\n\n- Old.\n",
  tags: ["v1.2.0"],
  status: "",
  manifests: [{ name: "structline", version: "1.2.0", repository: { url: "git+https://example.org/a/b.git" } }],
  head: "c0ffee",
  tagAt: (): Tag => ({ commit: "c0ffee" }),
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
  [
    "a repository that nobody reaches",
    { tagAt: () => ({ error: "could not resolve host" }) },
    /^the repository https:\/\/example\.org\/a\/b\.git cannot be read: could not resolve host$/,
  ],
  ["a tag that was not pushed", { tagAt: () => ({}) }, /^the repository \S+ has no tag v1\.2\.0: push it first$/],
  [
    "somebody else's repository",
    { tagAt: () => ({ commit: "badbad" }) },
    /^the tag v1\.2\.0 of the repository \S+ is commit badbad, and here it is c0ffee$/,
  ],
] as const) {
  test(`a release with ${what} is refused`, () => {
    const found = objections({ ...GOOD, ...change } as typeof GOOD);
    assert.match(found.join("\n"), sentence);
  });
}

test("the tag's commit is read from the repository's own list", () => {
  const remote = temporaryFolder();
  try {
    const author = ["-c", "user.name=a", "-c", "user.email=a@example.org"];
    const git = (...args: string[]) =>
      execFileSync("git", [...author, ...args], { cwd: remote, encoding: "utf8" }).trim();
    git("init", "--quiet");
    git("commit", "--quiet", "--allow-empty", "-m", "one");
    git("tag", "v1.0.0");
    git("tag", "-a", "v1.0.1", "-m", "annotated");
    git("tag", "v1.0.10");
    const commit = git("rev-parse", "HEAD");
    assert.deepEqual(tagOf(remote, "v1.0.0"), { commit });
    assert.deepEqual(tagOf(remote, "v1.0.1"), { commit });
    assert.deepEqual(tagOf(remote, "v1.0.2"), { commit: undefined });
    assert.match(tagOf(join(remote, "none"), "v1.0.0").error ?? "", /does not (appear to be a git repository|exist)/);
  } finally {
    rmSync(remote, { recursive: true });
  }
});

test("the bill of materials has what we ship, also where a tool needs it too, and no tools", () => {
  const tool = { properties: [{ name: "cdx:npm:package:development", value: "true" }] };
  const component = (name: string, more = {}) => ({ "bom-ref": `${name}@1`, name, ...more });
  const bill = {
    components: [
      component("store"),
      component("shared"),
      component("linter", tool),
      component("canvas", tool),
      component("canvas-linux", tool),
    ],
    dependencies: [
      { ref: "own@1", dependsOn: ["store@1", "linter@1", "canvas@1"] },
      { ref: "store@1", dependsOn: ["shared@1"] },
      { ref: "shared@1" },
      { ref: "linter@1", dependsOn: ["shared@1"] },
      { ref: "canvas@1", dependsOn: ["canvas-linux@1"] },
      { ref: "canvas-linux@1", dependsOn: [] },
    ],
  };
  const shipped = JSON.parse(shippedBill(JSON.stringify(bill), ["canvas"])) as typeof bill;
  assert.deepEqual(
    shipped.components.map(({ name }) => name),
    ["store", "shared", "canvas", "canvas-linux"],
  );
  assert.deepEqual(shipped.dependencies[0]?.dependsOn, ["store@1", "canvas@1"]);
  assert.equal(JSON.stringify(shipped).includes("linter"), false);
});
