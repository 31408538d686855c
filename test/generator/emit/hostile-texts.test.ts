/** Texts of headers that mean something in other languages: every emitted file is read by a program of its language. */

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { Script } from "node:vm";
import { compile } from "../../../generator/compile.ts";
import { EMIT_NAMES } from "../../../generator/emitters/emitters.ts";
import { folderReader } from "../../../generator/source/folder-reader.ts";
import { planOf } from "../../support/channel-plan.ts";
import { CAN_PROGRAM, needsPeers, peerRequire, run } from "../../support/peers.ts";
import { requires } from "../../support/requirements.ts";
import { inTemporaryFolder } from "../../support/temporary-folder.ts";

const PRINTABLE = String.fromCharCode(...Array.from({ length: 95 }, (_, index) => 32 + index));
/** Each ends or begins something in a language that we write, or is code there. */
const TEXTS = [
  "/* nested",
  "*/ ended",
  "/*/*/* */*/",
  "<%= 1 + 1 %>",
  "<% raise 'x' %>",
  "%> behind",
  "<%% x",
  "-- --> <!-- x",
  "]]> <![CDATA[ x",
  "</script><b>x</b>",
  "&amp; &#x41; &x;",
  '""" x',
  "''' x",
  '"; drop table x; --',
  "'; x",
  "\\ x",
  "\\\\u000a x",
  "\\N{DASH} \\x41 \\u{41}",
  "#{1 + 1} #x",
  "${x} $(x) `x`",
  "{{ x }} {% x %}",
  "]] --[[ x",
  "%{ x %} % x",
  "%s %d %n %%",
  "... x",
  "??/ x ??' x",
  "# - x: y",
  "- x: [y, {z: w}]",
  "&x *x !x |x >x @x",
  "\u202e x \u200b\u2066",
  "\u2028 x \u2029",
  "\ud83d\ude80 é ß 漢",
  "NaN null true ~",
  "=cmd|'x'!A0",
];

function header(): string {
  const fields = [...TEXTS, PRINTABLE.replaceAll("@", "").trimEnd().replace(/\\?~$/, "~")].map((text, index) => {
    const rule =
      index % 2 === 0 ? ` @rule: name=v${index}; expr=f${index} / 10; unit=${text.replace(/[;@\\]/g, "")}` : "";
    return `  uint8_t f${index}; // ${text.replaceAll("@", "(at)")}${rule}`;
  });
  const states = `enum state { ${TEXTS.map((text, index) => `S${index}, // ${text.replaceAll("@", "(at)")}`).join("\n")}\n };`;
  return `${states}\nstruct struct_rig {\n  uint8_t length;\n  uint8_t ID;\n  enum state s;\n${fields.join("\n")}\n  uint8_t end;\n} rig = {${fields.length + 7}, 1};\n`;
}

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
    /\.[ch]$/,
    (file) => run("gcc", ["-E", "-Wcomment", "-Werror", "-x", "c", "-"], withoutIncludes(file)),
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

const { files: all, diagnostics } = await inTemporaryFolder(async (folder) => {
  writeFileSync(join(folder, "rig.h"), header());
  const plan = planOf({ name: "rig", includePath: folder, headerFiles: ["rig.h"], emit: EMIT_NAMES });
  return compile([{ plan, reader: folderReader([folder], folder) }], { version: "0.0.0" });
});

/** A library for boards has the header itself, as it is. */
const files = all.filter(({ text }) => !text.includes(header()));

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
    assert.doesNotMatch(text, /[\u202e\u2028\u2029\u200b\u2066]/, path);
    if (path.endsWith(".json")) JSON.parse(text);
    if (path.endsWith(".js") && !/^\s*(?:import|export)\b/m.test(text)) new Script(text);
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
