/** A firmware repository with three commits: a compatible change, a breaking one, a wrong one. */

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { before, test } from "node:test";
import { Ajv } from "ajv";
import { ROOT } from "../../support/lab.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const INI =
  "[lab]\nchannels = lab-rig\n[lab-rig]\nudp_port = 8888\nwamp_topic = lab.rig\ninclude_path = include\nheader_files = rig.h\nabi = arm-eabi\ncflags = -x c\n";
const HEADER = `#include <stdint.h>
struct struct_a {
  uint8_t length, ID;
  uint16_t voltage; // @rule: unit=V
  uint16_t current;
} a = {6, 1};
`;
const COMMITS = {
  first: HEADER,
  compatible: `${HEADER}struct struct_b { uint8_t length, ID; uint16_t x; } b = {4, 2};\n`,
  breaking: HEADER.replace("  uint16_t voltage", "  uint16_t added;\n  uint16_t voltage").replace("{6", "{8"),
  wrong: HEADER.replace("uint16_t current", "volts_t current"),
};
type Name = keyof typeof COMMITS;

const repository = temporaryFolder();
const program = join(ROOT, "dist/structline.cjs");

function git(...args: readonly string[]): string {
  const identity = ["-c", "user.name=a", "-c", "user.email=a@example.org"];
  return execFileSync("git", [...identity, ...args], { cwd: repository, encoding: "utf8" }).trim();
}

before(() => {
  git("init", "-q", "-b", "main");
  mkdirSync(join(repository, "fw/include"), { recursive: true });
  writeFileSync(join(repository, "fw/channels.ini"), INI);
  for (const [name, text] of Object.entries(COMMITS)) {
    if (name !== "first") git("checkout", "-q", "-b", name, "main");
    writeFileSync(join(repository, "fw/include/rig.h"), text);
    git("add", "-A");
    git("commit", "-qm", name);
  }
});

interface Ran {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

function ran(command: string, args: readonly string[], cwd: string, env: NodeJS.ProcessEnv = {}): Ran {
  const { GITHUB_BASE_REF: _ref, CI_MERGE_REQUEST_DIFF_BASE_SHA: _sha, GITHUB_OUTPUT: _out, ...own } = process.env;
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: "utf8", env: { ...own, ...env } });
  return { status, stdout, stderr };
}

function ci(commit: Name, args: readonly string[], env: NodeJS.ProcessEnv = {}): Ran {
  git("checkout", "-q", commit === "first" ? "main" : commit);
  return ran(process.execPath, [program, "ci", ...args], join(repository, "fw"), env);
}

const read = (name: string) => readFileSync(join(repository, "fw", name), "utf8");

test("a compatible change passes", () => {
  const { status, stdout, stderr } = ci("compatible", ["--against", "main"]);
  assert.deepEqual([status, stderr], [0, ""]);
  assert.match(stdout, /^compatible: 0 breaking, 0 errors.*compared with main \([0-9a-f]{8}\)/);
});

test("a breaking change fails at the field's line, with what to do", () => {
  const { status, stderr } = ci("breaking", ["--against", "main"]);
  assert.equal(status, 1);
  assert.match(
    stderr,
    /^fw\/include\/rig\.h:4:1: error breaking-wire: rig struct_a added: is new .*2 other fields move by \+2 bytes/,
  );
  assert.match(stderr, /hint: firmware with the old header is still in the field/);
});

test("--allow-breaking makes it a warning", () => {
  const { status, stderr } = ci("breaking", ["--against", "main", "--allow-breaking"]);
  assert.equal(status, 0);
  assert.match(stderr, /warning breaking-wire/);
});

test("a wrong change fails with the diagnostic", () => {
  const { status, stderr } = ci("wrong", ["--against", "main"]);
  assert.equal(status, 1);
  assert.match(stderr, /^fw\/include\/rig\.h:5:3: error E\d+: .*volts_t/m);
});

test("without a commit to compare with it says so, and fails nothing", () => {
  const { status, stderr, stdout } = ci("compatible", ["--against", "elsewhere"]);
  assert.equal(status, 0);
  assert.match(stderr, /warning no-baseline: nothing was compared: git knows no commit 'elsewhere'/);
  assert.match(stdout, /compared with nothing/);
});

test("a baseline that does not compile is no reason to refuse what mends it", () => {
  git("checkout", "-q", "wrong");
  git("checkout", "-q", "-B", "mended");
  writeFileSync(join(repository, "fw/include/rig.h"), HEADER);
  git("commit", "-qam", "mended");
  const { status, stderr } = ran(process.execPath, [program, "ci", "--against", "wrong"], join(repository, "fw"));
  assert.equal(status, 0);
  assert.match(stderr, /the headers of wrong \([0-9a-f]+\) do not compile/);
});

test("committed codecs that are not current are an error", () => {
  git("checkout", "-q", "-B", "codecs", "main");
  ran(process.execPath, [program, "gen"], join(repository, "fw"));
  git("add", "-fA");
  git("commit", "-qm", "codecs");
  writeFileSync(join(repository, "fw/include/rig.h"), COMMITS.compatible);
  const { status, stderr } = ran(process.execPath, [program, "ci"], join(repository, "fw"));
  assert.equal(status, 1);
  assert.match(stderr, /error E504/);
  git("checkout", "-q", ".");
});

/** A command without blanks, wherever Node and the program are. */
function commandOf(path: string): string {
  const command = join(temporaryFolder(), "structline");
  writeFileSync(command, `#!/bin/sh\nexec "${process.execPath}" "${path}" "$@"\n`, { mode: 0o755 });
  return command;
}

test("GitHub's script: annotations, outputs and a comment", () => {
  // The script of action.yml, with its inputs in the environment as GitHub sets them.
  const action = readFileSync(join(ROOT, "action.yml"), "utf8");
  const script = action.slice(action.indexOf("run: |") + "run: |".length).replaceAll("\n        ", "\n");
  const inputs = {
    CONFIG: "fw/channels.ini",
    COMMENT: "fw/comment.md",
    SARIF: "fw/out.sarif",
    COMMAND: commandOf(program),
  };
  const results = (["compatible", "breaking", "wrong"] as const).map((name) => {
    git("checkout", "-q", name);
    const outputs = join(temporaryFolder(), "outputs");
    const env = { ...inputs, AGAINST: git("rev-parse", "main"), ALLOW_BREAKING: "false", GITHUB_OUTPUT: outputs };
    const { status, stdout } = ran("bash", ["-euo", "pipefail", "-c", script], repository, env);
    return { name, status, stdout, outputs: readFileSync(outputs, "utf8"), comment: read("comment.md") };
  });
  assert.deepEqual(
    results.map(({ status }) => status),
    [0, 1, 1],
  );
  for (const { name, outputs } of results) assert.match(outputs, new RegExp(`^result=${name}\n`));
  assert.match(
    results[1]?.stdout ?? "",
    /^::error file=fw\/include\/rig\.h,line=4,endLine=4,col=1,title=structline breaking-wire::rig struct_a added: .*%0Ahint: /m,
  );
  assert.match(results[1]?.comment ?? "", /\| breaking-wire \| `fw\/include\/rig\.h:4` \| `rig struct_a added: /);
  assert.match(results[2]?.outputs ?? "", /^errors=1$/m);
});

test("a header's text can neither end the comment's table nor a workflow command", () => {
  git("checkout", "-q", "-B", "hostile", "main");
  const hostile = HEADER.replace("uint16_t current;", "uint16_t current; // @rule: unti=|`<img>@somebody::error::x%0A");
  writeFileSync(join(repository, "fw/include/rig.h"), hostile);
  const { stdout } = ran(process.execPath, [program, "ci", "--github", "--comment", "c.md"], join(repository, "fw"));
  assert.equal(stdout.split("\n").filter((line) => line.startsWith("::")).length, 1);
  const rows = read("c.md")
    .split("\n")
    .filter((line) => line.startsWith("| E"));
  assert.ok(rows.length > 0, "no row for the error");
  for (const row of rows) assert.equal(row.split(/(?<!\\)\|/).length, 6, row);
  git("checkout", "-q", ".");
});

test("SARIF is valid by the schema, of ci and of gen, and has places and rules", () => {
  const schema = createRequire(import.meta.url).resolve("@microsoft/jest-sarif/package.json");
  const text = readFileSync(join(dirname(schema), "lib/schemas/sarif-2.1.0-rtm.5.json"), "utf8");
  // It is a draft 4 schema, whose `id` is `$id` today.
  const { $schema: _draft, id: _id, ...definition } = JSON.parse(text) as Record<string, unknown>;
  const validate = new Ajv({ strict: false, validateFormats: false, unicodeRegExp: false }).compile(definition);
  for (const name of ["compatible", "breaking", "wrong"] as const) {
    ci(name, ["--against", "main", "--sarif", "out.sarif"]);
    const log = JSON.parse(read("out.sarif"));
    const isValid: boolean = validate(log);
    assert.ok(isValid, JSON.stringify(validate.errors));
    assert.equal(log.runs[0].results.length > 0, name !== "compatible");
    for (const { locations, ruleId, ruleIndex } of log.runs[0].results) {
      assert.equal(locations[0].physicalLocation.artifactLocation.uri, "fw/include/rig.h");
      assert.equal(log.runs[0].tool.driver.rules[ruleIndex].id, ruleId);
    }
  }
  ran(process.execPath, [program, "gen", "--check", "--sarif", "gen.sarif"], join(repository, "fw"));
  assert.ok(validate(JSON.parse(read("gen.sarif"))), JSON.stringify(validate.errors));
});

test("GitLab's reports: code quality with stable fingerprints, JUnit that a parser reads", () => {
  const reports = ["--codeclimate", "cq.json", "--junit", "junit.xml"];
  const env = { CI_MERGE_REQUEST_DIFF_BASE_SHA: git("rev-parse", "main") };
  assert.equal(ci("breaking", reports, env).status, 1);
  const [issue] = JSON.parse(read("cq.json"));
  assert.deepEqual(
    [issue.check_name, issue.severity, issue.location],
    ["breaking-wire", "major", { path: "fw/include/rig.h", lines: { begin: 4, end: 4 } }],
  );
  assert.match(issue.fingerprint, /^[0-9a-f]{64}$/);
  const parsed = ran("python3", ["-c", PYTHON, "junit.xml"], join(repository, "fw"));
  assert.deepEqual([parsed.status, parsed.stdout.trim()], [0, "1 1 breaking-wire"]);
  ci("compatible", reports, env);
  assert.deepEqual(JSON.parse(read("cq.json")), []);
  assert.match(read("junit.xml"), /tests="2" failures="0"|tests="3" failures="0"/);
});

const PYTHON = `import sys, xml.etree.ElementTree as tree
suite = tree.parse(sys.argv[1]).getroot()[0]
failures = suite.findall("testcase/failure")
print(suite.get("failures"), len(failures), failures[0].get("type"))`;

test("the pre-commit hook's entry checks against HEAD", () => {
  const hooks = readFileSync(join(ROOT, ".pre-commit-hooks.yaml"), "utf8");
  const entry = /entry: npx --yes structline (.*)/.exec(hooks)?.[1]?.split(" ") ?? [];
  git("checkout", "-q", "main");
  writeFileSync(join(repository, "fw/include/rig.h"), COMMITS.breaking);
  const { status } = ran(process.execPath, [program, ...entry], join(repository, "fw"));
  assert.equal(status, 1);
  git("checkout", "-q", ".");
  assert.equal(ran(process.execPath, [program, ...entry], join(repository, "fw")).status, 0);
});

const actionlint = [process.env["HOME"] ?? "", "/usr/local"].map((folder) => join(folder, "go/bin/actionlint"));
const linter = ["actionlint", ...actionlint.filter((path) => existsSync(path))].find(
  (path) => spawnSync(path, ["-version"]).status === 0,
);

test("actionlint accepts the example workflow", { skip: linter === undefined && "needs actionlint" }, () => {
  const workflow = join(ROOT, "examples/firmware-ci/.github/workflows/headers.yml");
  const { status, stdout } = ran(linter ?? "", [workflow], dirname(workflow));
  assert.deepEqual([status, stdout], [0, ""]);
});

test("wrong usage is exit 2", () => {
  for (const args of [["--against"], ["--agianst", "main"], ["main"], ["--github=yes"]]) {
    const { status, stderr } = ran(process.execPath, [program, "ci", ...args], repository);
    assert.equal(status, 2, args.join(" "));
    assert.match(stderr, /structline ci --help/);
  }
});
