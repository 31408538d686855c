/**
 * `npm run release [-- --publish]`: checks that version, changelog, tag and packages agree, and shows what npm would publish. With
 * `--publish` it publishes, with a provenance statement if the workflow provides an identity.
 */

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { buildPackages } from "./build-package.mjs";
import { buildPrograms, installPackages, ROOT } from "./setup.mjs";

/** One sentence per obstacle to a release. */
export function objections({ version, changelog, tags, status, manifests }) {
  const [section = "", ...rest] = changelog.split(/^## /m).slice(1);
  const [released, body] = section.startsWith("Unreleased") ? [rest[0] ?? "", section] : [section, undefined];
  const [title = "", ...lines] = released.split("\n");
  const [, told, date] = /^\[?([^\]\s]+)\]? - (\d{4}-\d\d-\d\d)$/.exec(title.trim()) ?? [];
  const isEmpty = (text) => text.split("\n").slice(1).join("").trim() === "";
  return [
    ...(/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version) ? [] : [`'${version}' is not a version of the form 1.2.3`]),
    ...(body === undefined || isEmpty(body) ? [] : ["CHANGELOG.md has unreleased changes: give them a version"]),
    ...(told === version && date !== undefined
      ? []
      : [`CHANGELOG.md's first version is '${title.trim()}', and not '${version} - YYYY-MM-DD'`]),
    ...(lines.join("").trim() === "" ? [`CHANGELOG.md says nothing of ${version}`] : []),
    ...(tags.includes(`v${version}`) ? [] : [`the commit has no tag v${version}`]),
    ...(status === "" ? [] : ["there are changes that are not committed"]),
    ...manifests.flatMap((manifest) => [
      ...(manifest.version === version ? [] : [`${manifest.name} has version ${manifest.version}`]),
      ...(manifest.repository === undefined
        ? [`${manifest.name} has no repository: 'repository' in package.json, or a remote 'origin' that others reach`]
        : []),
    ]),
  ];
}

function git(...args) {
  return execFileSync("git", args, { cwd: ROOT, encoding: "utf8" }).trim();
}

function release(publish) {
  installPackages();
  buildPrograms();
  const folders = buildPackages(join(ROOT, "build/npm"));
  const read = (path) => readFileSync(path, "utf8");
  const wrong = objections({
    version: JSON.parse(read(join(ROOT, "package.json"))).version,
    changelog: read(join(ROOT, "CHANGELOG.md")),
    tags: git("tag", "--points-at", "HEAD").split("\n"),
    status: git("status", "--porcelain"),
    manifests: folders.map((folder) => JSON.parse(read(join(folder, "package.json")))),
  });
  for (const sentence of wrong) console.error(`structline: ${sentence}`);
  if (wrong.length > 0) return 1;
  for (const folder of folders) {
    execFileSync("npm", ["publish", folder, ...(publish ? [] : ["--dry-run"])], { stdio: "inherit" });
  }
  return 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({ options: { publish: { type: "boolean", default: false } } });
  process.exitCode = release(values.publish);
}
