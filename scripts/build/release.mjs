/**
 * `npm run release [-- --publish | --files | --dry-run]`: checks that version, changelog, tag, packages and the repository that they name
 * agree, and shows what npm would publish. `--publish` publishes, with a provenance statement if the workflow provides an identity;
 * `--files` makes the executables, the Debian package, the bill of materials and their sums; `--dry-run` does all of it against a registry
 * on loopback, and tries every way to install from there (`--parts packages`: only those from the registry).
 */

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { buildBinary, EMBEDDED_NODE } from "./binary.mjs";
import { buildDeb } from "./deb.mjs";
import { npmCommand } from "./npm.mjs";
import { buildPackages } from "./package.mjs";
import { publish, registryObjection, startRegistry } from "./registry.mjs";
import { buildPrograms, installPackages, ROOT } from "./setup.mjs";
import { tryWays, waysToInstall } from "./ways.mjs";

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

/**
 * All that a release does, without a release: packages in a registry on loopback, executables, Debian package, bill of materials and sums
 * in `out`; then each way to install them, tried as a stranger would.
 */
async function dryRun(folders, { out, version, parts }) {
  const files = parts === "all" ? await buildFiles(out, version) : {};
  await writeBill(out, version);
  writeSums(out);
  const objection = registryObjection();
  if (objection !== undefined) {
    console.error(`structline: nothing was installed from a registry: it ${objection}`);
    return 1;
  }
  const trial = mkdtempSync(join(tmpdir(), "structline-release-"));
  const registry = await startRegistry(join(trial, "registry"));
  try {
    publish(folders, registry.settings);
    const ways = waysToInstall({ version, folder: join(trial, "ways"), settings: registry.settings, ...files });
    const results = await tryWays(ways, (line) => console.log(line));
    writeFileSync(join(out, "transcripts.txt"), results.map(({ name, said }) => `## ${name}\n\n${said}\n`).join("\n"));
    return results.some(({ outcome }) => outcome === "fails") ? 1 : 0;
  } finally {
    registry.stop();
    rmSync(trial, { recursive: true, force: true, maxRetries: 10 });
  }
}

/** Executables for this machine, and a Debian package where `dpkg-deb` is. */
async function buildFiles(out, version) {
  const binary = join(out, `structline-${version}-${process.platform}-${process.arch}`);
  await buildBinary(binary);
  execFileSync("tar", ["-czf", `${binary}.tar.gz`, "-C", out, basename(binary)]);
  const deb = existsSync("/usr/bin/dpkg-deb") ? await buildDeb({ out, version, binary }) : undefined;
  return { binary, deb };
}

/** What we ship is made of, as npm's own command lists it (CycloneDX), without what only our tests and tools need. */
async function writeBill(out, version) {
  const { BESIDE } = await import("./programs.mjs");
  const [program, ...args] = npmCommand();
  const options = { cwd: ROOT, encoding: "utf8", maxBuffer: 64 << 20 };
  const command = [...args, "sbom", "--sbom-format=cyclonedx", "--package-lock-only"];
  writeFileSync(
    join(out, `structline-${version}.cdx.json`),
    shippedBill(execFileSync(program, command, options), BESIDE),
  );
}

/** @param beside packages that lie beside the programs, also those that a start in a clone does without */
export function shippedBill(text, beside) {
  const bill = JSON.parse(text);
  const parts = new Map(bill.dependencies.map(({ ref, dependsOn = [] }) => [ref, dependsOn]));
  const isTool = ({ properties = [] }) => properties.some(({ name }) => name === "cdx:npm:package:development");
  const shipped = new Set();
  const add = (ref) => {
    if (shipped.has(ref)) return;
    shipped.add(ref);
    for (const part of parts.get(ref) ?? []) add(part);
  };
  for (const one of bill.components) if (!isTool(one) || beside.includes(one.name)) add(one["bom-ref"]);
  bill.components = bill.components.filter((one) => shipped.has(one["bom-ref"]));
  const [{ ref: own }] = bill.dependencies;
  bill.dependencies = bill.dependencies
    .filter(({ ref }) => ref === own || shipped.has(ref))
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((part) => shipped.has(part)) }));
  return `${JSON.stringify(bill, null, 2)}\n`;
}

/** `sha256sum -c SHA256SUMS` checks them. */
function writeSums(out) {
  const files = readdirSync(out, { withFileTypes: true }).filter((entry) => entry.isFile() && !NO_SUM.has(entry.name));
  const sum = (name) =>
    createHash("sha256")
      .update(readFileSync(join(out, name)))
      .digest("hex");
  writeFileSync(join(out, "SHA256SUMS"), files.map(({ name }) => `${sum(name)}  ${name}\n`).join(""));
}

const NO_SUM = new Set(["SHA256SUMS", "transcripts.txt"]);

async function release({ out, parts, ...what }) {
  await installPackages({ tests: true });
  await buildPrograms();
  const read = (path) => readFileSync(path, "utf8");
  const { version } = JSON.parse(read(join(ROOT, "package.json")));
  const folders = buildPackages(join(out, "npm"));
  mkdirSync(out, { recursive: true });
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
  // A trial goes on: it shows whether the rest works while there is no tag yet.
  if (what["dry-run"]) return dryRun(folders, { out, version, parts });
  if (what.files) {
    const [major] = process.versions.node.split(".");
    if (Number(major) !== EMBEDDED_NODE) {
      console.error(
        `structline: the executables of a release contain Node ${EMBEDDED_NODE}; this is Node ${process.versions.node}`,
      );
      return 1;
    }
    await buildFiles(out, version);
    await writeBill(out, version);
    writeSums(out);
    return 0;
  }
  if (wrong.length > 0) return 1;
  for (const folder of folders) {
    const [program, ...args] = [...npmCommand(), "publish", folder, ...(what.publish ? [] : ["--dry-run"])];
    execFileSync(program, args, { stdio: "inherit" });
  }
  return 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({
    options: {
      publish: { type: "boolean", default: false },
      "dry-run": { type: "boolean", default: false },
      files: { type: "boolean", default: false },
      parts: { type: "string", default: "all" },
      out: { type: "string", default: join(ROOT, "build/release") },
    },
  });
  const out = resolve(process.env["INIT_CWD"] ?? process.cwd(), values.out);
  process.exitCode = await release({ ...values, out });
}
