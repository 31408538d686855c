/** Texts of headers that mean something in other languages: every emitted file is read by a program of its language. */

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { Script } from "node:vm";
import { heldBy } from "../../../generator/codec/text.ts";
import { hostileFiles, hostileHeader } from "../../support/hostile-texts.ts";
import { CAN_PROGRAM, needsPeers, peerRequire, run } from "../../support/peers.ts";
import { requires } from "../../support/requirements.ts";
import { inTemporaryFolder } from "../../support/temporary-folder.ts";

const PYTHON = "import ast, sys; ast.parse(open(sys.argv[1], encoding='utf8').read())";
const XML = "import sys, xml.etree.ElementTree as tree; tree.parse(sys.argv[1])";

const JSON_READ = "import json, sys; json.load(open(sys.argv[1], encoding='utf8'))";
const DBC = "import sys, cantools; cantools.database.load_file(sys.argv[1])";

type Check = (file: string) => unknown;
const READERS: readonly (readonly [program: string, skip: false | string, ending: RegExp, check: Check])[] = [
  [
    "rustc",
    needsPeers("rustc"),
    /\.rs$/,
    (file) => run("rustc", ["--edition=2021", "--crate-type=lib", "--emit=metadata", "-o", `${file}.out`, file]),
  ],
  ["Python", needsPeers("python3"), /\.py$/, (file) => run("python3", ["-c", PYTHON, file])],
  ["Python's XML", needsPeers("python3"), /\.xml$/, (file) => run("python3", ["-c", XML, file])],
  [
    "gcc",
    needsProgram("gcc", "--version"),
    /\.(?:[ch]|ino)$/,
    (file) => run("gcc", ["-E", "-trigraphs", "-Wcomment", "-Werror", "-x", "c", "-"], withoutIncludes(file)),
  ],
  [
    "protoc",
    needsPeers("protoc"),
    /\/rig\.proto$|^rig\.proto$/,
    (file) => run("protoc", [`--proto_path=${dirname(file)}`, `--descriptor_set_out=${file}.out`, file]),
  ],
  [
    "Octave",
    needsPeers("octave-cli"),
    /\.m$/,
    (file) => run("octave-cli", ["--no-gui", "--norc", "--eval", `__parse_file__("${file}")`]),
  ],
  [
    "Ruby's templates",
    needsProgram("ruby", "--version"),
    /cosmos.*\.(?:txt|rb)$/,
    (file) =>
      run("ruby", ["-rerb", "-e", "t = File.read(ARGV[0]); abort 'changed' unless ERB.new(t).result == t", file]),
  ],
  ["Wireshark", requires("tshark"), /\.lua$/, loadInWireshark],
  ["Lua", needsProgram("luac", "-v"), /\.lua$/, (file) => run("luac", ["-p", file])],
  ["YAML", needsPeers("npm"), /\.(?:ya?ml|ksy)$/, (file) => readYaml(readFileSync(file, "utf8"))],
  ["Python's JSON", needsPeers("python3"), /\.json$/, (file) => run("python3", ["-c", JSON_READ, file])],
  ["cantools", needsPeers("cantools"), /\.dbc$/, (file) => run(CAN_PROGRAM, ["-c", DBC, file])],
  ["Node", false, /\.js$/, (file) => execFileSync(process.execPath, ["--check", file])],
];

/** Comments are read before boards' headers are looked for. */
function withoutIncludes(file: string): string {
  return readFileSync(file, "utf8").replace(/^#include.*$/gm, "");
}

function needsProgram(program: string, version: string): false | string {
  return spawnSync(program, [version], { stdio: "ignore" }).status === 0 ? false : `needs ${program}`;
}

function loadInWireshark(file: string): void {
  const capture = `${file}.pcap`;
  // Without packets. [libpcap file format]
  writeFileSync(capture, Buffer.from("d4c3b2a1020004000000000000000000ffff000001000000", "hex"));
  const { status, stderr } = spawnSync("tshark", ["-X", `lua_script:${file}`, "-r", capture], { encoding: "utf8" });
  assert.deepEqual([status, stderr.match(/lua/i)], [0, null], stderr);
}

function readYaml(text: string): void {
  const { errors } = peerRequire("yaml").parseDocument(text) as { errors: unknown[] };
  assert.deepEqual(errors, []);
}

const { files: all, diagnostics } = await hostileFiles();

/** A library for boards has the header itself, as it is. */
const files = all.filter(({ text }) => !text.includes(hostileHeader()));

test("the header with texts of all languages is accepted", () => {
  assert.deepEqual(
    diagnostics.filter(({ code }) => code.startsWith("E")).map(({ message }) => message),
    [],
  );
  assert.ok(files.length > 20, `${files.length} files`);
});

test("no text reaches a template, a comment's end, or a line of its own", () => {
  for (const { path, text } of files) {
    if (path.includes("cosmos")) assert.doesNotMatch(text, /<%|%>/, path);
    assert.doesNotMatch(text, /[\u202e\u2028\u2029\u200b\u2066\ufffe\uffff]/, path);
    if (path.endsWith(".json")) JSON.parse(text);
    if (path.endsWith(".js") && !/^\s*(?:import|export)\b/m.test(text)) new Script(text);
  }
});

/** Marks of languages whose texts have no escape for them. */
const MARKS = [
  ["block comment", "*/x", /\/\*|\*\//],
  ["XML comment", "-x ", /--|-$/],
  ["ERB", "<%>=", /<%|%>/],
  ["docstring", "*/]#[", /\/\*|\*\/|\]#|#\[/],
] as const;

test("what stands for a mark does not make another one", () => {
  for (const [language, letters, mark] of MARKS) {
    let texts = [""];
    for (let length = 1; length <= 7; length++) {
      texts = texts.flatMap((text) => [...letters].map((letter) => text + letter));
      for (const text of texts) {
        const held = heldBy(language, text);
        if (mark.test(held)) assert.fail(`${language}: '${text}' becomes '${held}'`);
        assert.equal(held.replaceAll(" ", ""), text.replaceAll(" ", ""));
      }
    }
  }
});

for (const [program, skip, ending, check] of READERS) {
  test(`${program} reads what is written for it`, { skip }, () =>
    inTemporaryFolder(async (folder) => {
      for (const { path, text } of all) {
        mkdirSync(dirname(join(folder, path)), { recursive: true });
        writeFileSync(join(folder, path), text);
      }
      const own = files.filter(({ path, built }) => !built && ending.test(path));
      assert.notEqual(own.length, 0);
      for (const { path } of own) check(join(folder, path));
    }),
  );
}
