/**
 * `npm run release [-- --publish]`: checks that version, changelog, tag, packages and the repository that they name agree, and
 * shows what npm would publish. With `--publish` it publishes, with a provenance statement if the workflow provides an identity.
 */

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { npmCommand } from "./npm.mjs";
import { buildPackages } from "./package.mjs";
import { buildPrograms, installPackages, ROOT } from "./setup.mjs";

/** One sentence per obstacle to a release. */
export function objections({ version, changelog, tags, status, manifests, head, tagAt }) {
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
      ...(manifest.repository === undefined ? [`${manifest.name} has no repository in package.json`] : []),
    ]),
    ...(tags.includes(`v${version}`) ? repositoriesOf(manifests).flatMap((url) => elsewhere(tagAt(url), url)) : []),
  ];

  /** npm shows the address to everybody, and `provenance` refers to it: it must have this commit. */
  function elsewhere({ commit, error }, url) {
    if (error !== undefined) return [`the repository ${url} cannot be read: ${error}`];
    if (commit === undefined) return [`the repository ${url} has no tag v${version}: push it first`];
    return commit === head
      ? []
      : [`the tag v${version} of the repository ${url} is commit ${commit}, and here it is ${head}`];
  }
}

/** Addresses as git takes them. */
function repositoriesOf(manifests) {
  const urls = manifests.flatMap(({ repository }) => (repository === undefined ? [] : [repository.url]));
  return [...new Set(urls.map((url) => url.replace(/^git\+/, "")))];
}

/** @returns the commit of a tag in a repository elsewhere; an annotated tag has a second line `^{}` with its commit */
export function tagOf(url, tag) {
  try {
    const lines = listRemote(url, tag)
      .split("\n")
      .map((line) => line.split("\t"));
    const commitOf = (ref) => lines.find(([, name]) => name === ref)?.[0];
    return { commit: commitOf(`refs/tags/${tag}^{}`) ?? commitOf(`refs/tags/${tag}`) };
  } catch (error) {
    const [said = error.message] = String(error.stderr ?? "")
      .trim()
      .split("\n")
      .filter((line) => line !== "");
    return { error: said };
  }
}

function listRemote(url, tag) {
  // Asking for a password would wait for somebody.
  const env = { ...process.env, GIT_TERMINAL_PROMPT: "0" };
  const options = { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"], timeout: 60_000, env };
  return execFileSync("git", ["ls-remote", "--tags", url, `refs/tags/${tag}`, `refs/tags/${tag}^{}`], options);
}

function git(...args) {
  return execFileSync("git", args, { cwd: ROOT, encoding: "utf8" }).trim();
}

async function release(publish) {
  await installPackages({ tests: true });
  await buildPrograms();
  const folders = buildPackages(join(ROOT, "build/npm"));
  const read = (path) => readFileSync(path, "utf8");
  const { version } = JSON.parse(read(join(ROOT, "package.json")));
  const wrong = objections({
    version,
    head: git("rev-parse", "HEAD"),
    tagAt: (url) => tagOf(url, `v${version}`),
    changelog: read(join(ROOT, "CHANGELOG.md")),
    tags: git("tag", "--points-at", "HEAD").split("\n"),
    status: git("status", "--porcelain"),
    manifests: folders.map((folder) => JSON.parse(read(join(folder, "package.json")))),
  });
  for (const sentence of wrong) console.error(`structline: ${sentence}`);
  if (wrong.length > 0) return 1;
  for (const folder of folders) {
    const [program, ...args] = [...npmCommand(), "publish", folder, ...(publish ? [] : ["--dry-run"])];
    execFileSync(program, args, { stdio: "inherit" });
  }
  return 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({ options: { publish: { type: "boolean", default: false } } });
  process.exitCode = await release(values.publish);
}
