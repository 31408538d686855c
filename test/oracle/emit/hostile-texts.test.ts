/** What programs of other languages read of a header's texts that mean something there: the texts themselves. */

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { DuckDBInstance } from "@duckdb/node-api";
import { Marked } from "marked";
import { fileText } from "../../support/compiled-channels.ts";
import { type GoModule, needsGoModule, runGo } from "../../support/go-module.ts";
import { asComment, asUnit, HOSTILE_TEXTS, hostileFiles } from "../../support/hostile-texts.ts";
import { CAN_PROGRAM, needsPeers, PYTHON_PROGRAM, peerRequire, run } from "../../support/peers.ts";
import { inTemporaryFolder } from "../../support/temporary-folder.ts";

const PROTOCOMPILE: GoModule = { path: "github.com/bufbuild/protocompile", version: "v0.14.1" };
const STAND_IN = fileURLToPath(new URL("simulink-stand-in", import.meta.url));

const { files } = await hostileFiles();

/** A comment without letters or digits says nothing: it is a line that somebody drew. */
const TEXTS = HOSTILE_TEXTS.map((text, index) => ({ text, index })).filter(({ text }) => /[a-z0-9]/i.test(text));
const UNITS = TEXTS.filter(({ index }) => index % 2 === 0);

/** As every language shows it: spaces as one, and what nobody would see as its number. */
function shown(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.replace(/[\u200b-\u206f\ufffe\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16)}`);
}

/** Without the spaces that keep a comment's marks apart. */
const together = (text: string) => text.replace(/([/*<%\]#-]) (?=[*/%>#[-])/g, "$1");
const asDocstring = (text: string) => text.replace(/["\\]/g, "'");
const asAscii = (text: string) =>
  text
    .replace(/"/g, "'")
    .replace(/\\/g, "/")
    .replace(/[^ -~]/gu, "?");
const asCosmos = (text: string) => text.replace(/"/g, "'").replace(/\\/g, "/");

interface Read {
  readonly comment?: string;
  readonly unit?: string | undefined;
}
type Reader = (name: string, column: string) => Read | undefined;

/** Compares what was read with the header, in the form that the language has for it. */
function assertReads(read: Reader, as: (text: string) => string = (text) => text): void {
  const form = (text: string) => together(as(shown(text)));
  for (const { text, index } of TEXTS) {
    const column = index % 2 === 0 ? `v${index}` : `f${index}`;
    const found = read(`f${index}`, column);
    assert.ok(found, `f${index} is missing`);
    const comment = together(found.comment ?? "");
    // What the file says of the field besides may stand before it or behind it.
    if (found.comment !== undefined) assert.ok(comment.includes(form(asComment(text))), `${comment} <> ${text}`);
    if ("unit" in found && index % 2 === 0) assert.equal(together(found.unit ?? ""), form(asUnit(text)));
  }
}

function textOf(path: RegExp): string {
  return fileText(files, path);
}

function written(work: (folder: string) => void): Promise<void> {
  return inTemporaryFolder(async (folder) => {
    for (const { path, text } of files) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    work(folder);
  });
}

function pythonReads(program: string, script: string, file: string): Record<string, Read> {
  return JSON.parse(run(program, ["-W", "ignore", "-c", script, file])) as Record<string, Read>;
}

/** What Kaitai's compiler writes in the language. */
async function kaitai(language: string): Promise<string> {
  const definition = peerRequire("yaml").parse(textOf(/\.ksy$/));
  const written = await peerRequire("kaitai-struct-compiler").compile(language, definition, null, false);
  return Object.values(written as Readonly<Record<string, string>>)[0] ?? "";
}

/** Comments of a text of generated code, by the field that each begins with. */
function byField(comments: readonly string[]): Reader {
  return (name) => {
    const comment = comments.find((each) => each.includes(`uint8_t ${name}. `));
    return comment === undefined ? undefined : { comment };
  };
}

test("protocompile, and Go's own parser for what Kaitai writes", {
  skip: needsGoModule(PROTOCOMPILE) || needsPeers("npm"),
}, async () => {
  const said = await inTemporaryFolder(async (folder) => {
    for (const name of ["rig.proto", "structline_options.proto"]) {
      writeFileSync(join(folder, name), fileText(files, new RegExp(`^${name}$`)));
    }
    copyFileSync(fileURLToPath(new URL("hostile-peer.go", import.meta.url)), join(folder, "main.go"));
    writeFileSync(join(folder, "kaitai.txt"), `package rig\n${await kaitai("go")}`);
    return JSON.parse(runGo(folder, PROTOCOMPILE, "")) as {
      proto: Record<string, { comment: string; options: Record<string, string> }>;
      kaitai: string[];
    };
  });
  assertReads((_, column) => {
    const { comment, options } = said.proto[column] ?? {};
    return comment === undefined ? undefined : { comment, unit: options?.["structline.unit"] };
  });
  assertReads(byField(said.kaitai), asDocstring);
});

test(
  "Java's compiler, for what Kaitai writes",
  {
    skip: needsPeers("npm") || (spawnSync("javac", ["--version"]).status !== 0 && "needs a JDK"),
  },
  () =>
    inTemporaryFolder(async (folder) => {
      writeFileSync(join(folder, "Rig.java"), await kaitai("java"));
      const program = fileURLToPath(new URL("JavaComments.java", import.meta.url));
      assertReads(byField(run("java", [program, join(folder, "Rig.java")]).split("\n")), asDocstring);
    }),
);

for (const [language, program, args] of [
  ["python", "python3", ["-c", "import ast, sys; ast.parse(sys.stdin.read())"]],
  ["ruby", "ruby", ["-c"]],
  ["lua", "luac", ["-p", "-"]],
  ["php", "php", ["-l"]],
] as const) {
  const skip = needsPeers("npm") || (spawnSync(program, ["-v"]).error !== undefined && `needs ${program}`);
  test(`${program}, for what Kaitai writes`, { skip }, async () => {
    assert.notEqual(run(program, args, await kaitai(language)), undefined);
  });
}

test("Nim's nested comments do not end in what Kaitai writes", { skip: needsPeers("npm") }, async () => {
  const text = await kaitai("nim");
  assert.match(text, /]##/);
  assert.deepEqual(text.match(/##\[(?!\n)|#\[(?!\n)|(?<!^ *)\]##?/gm), null);
});

const XTCE = `
import json, sys
from xml.etree import ElementTree
n = {"x": "http://www.omg.org/spec/XTCE/20180204"}
root = ElementTree.parse(sys.argv[1]).getroot()
units = {t.get("name"): t.findtext("x:UnitSet/x:Unit", None, n) for t in root.iterfind(".//x:ParameterTypeSet/*", n)}
print(json.dumps({p.get("name")[4:]: {"comment": p.findtext("x:LongDescription", "", n), "unit": units[p.get("parameterTypeRef")]}
    for p in root.iterfind(".//x:Parameter", n)}))`;

const COSMOS = `
import json, sys
from openc3.packets.packet_config import PacketConfig
config = PacketConfig()
config.process_file(sys.argv[1], "RIG")
print(json.dumps({i.name.lower(): {"comment": i.description, "unit": i.units} for p in config.telemetry["RIG"].values() for i in p.sorted_items}))`;

const DBC = `
import json, sys, cantools
base = cantools.database.load_file(sys.argv[1])
print(json.dumps({s.name: {"comment": s.comment, "unit": s.unit} for s in base.messages[0].signals}))`;

const ARROW = `
import ast, json, sys
calls = [n for n in ast.walk(ast.parse(open(sys.argv[1], encoding="utf8").read())) if isinstance(n, ast.Call) and n.keywords]
said = {c.args[0].value: {k.arg: k.value for k in c.keywords}.get("metadata") for c in calls if isinstance(c.args[0], ast.Constant)}
print(json.dumps({name: {"comment": (of := ast.literal_eval(v))["meaning"], "unit": of["unit"]} for name, v in said.items() if v}))`;

/** Type checkers read comments too. [PEP 484] */
const TYPE_COMMENTS = `import ast, sys; ast.parse(open(sys.argv[1], encoding="utf8").read(), type_comments=True)`;

test("Python's XML, for XTCE", { skip: needsPeers("python3") }, () =>
  written((folder) => {
    const read = pythonReads("python3", XTCE, join(folder, "rig.xtce.xml"));
    assertReads((name) => read[name]);
  }),
);

test("COSMOS", { skip: needsPeers("PyPI") }, () =>
  written((folder) => {
    const file = join(folder, "openc3-cosmos-rig/targets/RIG/cmd_tlm/tlm.txt");
    const read = pythonReads(PYTHON_PROGRAM, COSMOS, file);
    assertReads((name) => read[name], asCosmos);
  }),
);

test("cantools", { skip: needsPeers("cantools") }, () =>
  written((folder) => {
    const read = pythonReads(CAN_PROGRAM, DBC, join(folder, "rig.dbc"));
    assertReads((name) => read[name], asAscii);
  }),
);

test("Python, for Arrow's schema, and with comments as types", { skip: needsPeers("python3") }, () =>
  written((folder) => {
    const read = pythonReads("python3", ARROW, join(folder, "rig_arrow.py"));
    assertReads((_, column) => read[column]);
    run("python3", ["-c", TYPE_COMMENTS, join(folder, "rig.py")]);
  }),
);

test("DuckDB", async () => {
  const database = await DuckDBInstance.create(":memory:");
  const connection = await database.connect();
  await connection.run(textOf(/\.sql$/));
  const rows = await connection.runAndReadAll(
    "select column_name, comment from duckdb_columns() where comment not null",
  );
  const read = new Map(rows.getRows().map(([name, comment]) => [String(name), String(comment)]));
  assertReads((_, column) => ({ comment: read.get(column) ?? "" }));
  for (const { text, index } of UNITS) {
    const end = together(`, in ${shown(asUnit(text))}`);
    assert.ok(together(read.get(`v${index}`) ?? "").endsWith(end), `v${index}: ${read.get(`v${index}`)}`);
  }
  connection.closeSync();
  database.closeSync();
});

test("Octave, for Simulink's buses", { skip: needsPeers("octave-cli") }, () =>
  written((folder) => {
    const script = `addpath('${STAND_IN}'); addpath('${folder}'); b = rig_bus(); n = fieldnames(b);
      e = b.(n{1}).Elements; for k = 1:numel(e); printf('%s\\t%s\\n', e(k).Name, e(k).Description); end`;
    const lines = run("octave-cli", ["--norc", "--no-history", "--quiet", "--eval", script]).split("\n");
    const read = new Map(lines.map((line) => line.split("\t") as [string, string]));
    assertReads((name) => ({ comment: read.get(name) ?? "" }));
  }),
);

test("JSON: the catalogue and Open MCT have the header's own words", () => {
  const { channels } = JSON.parse(textOf(/catalogue\.json$/));
  const { fields } = channels.rig.structs[0] as { fields: (Read & { path: string })[] };
  const { measurements } = JSON.parse(textOf(/openmct\.json$/)) as {
    measurements: { key: string; description: string; values: { unit: string }[] }[];
  };
  for (const { text, index } of TEXTS) {
    const [name, column] = [`f${index}`, index % 2 === 0 ? `v${index}` : `f${index}`];
    const field = fields.find(({ path }) => path === name);
    const object = measurements.find(({ key }) => key === `01_rig.${column}`);
    const comment = shown(asComment(text));
    assert.deepEqual([field?.comment, object?.description], [comment, comment]);
    if (index % 2 === 0) assert.deepEqual([field?.unit, object?.values[0]?.unit], [asUnit(text), asUnit(text)]);
  }
});

test("AsyncAPI's parser, and the JSON schema", { skip: needsPeers("npm") }, async () => {
  const { Parser } = peerRequire("@asyncapi/parser");
  const { document, diagnostics } = await new Parser().parse(textOf(/asyncapi\.yaml$/));
  assert.deepEqual(
    (diagnostics as { severity: number }[]).filter(({ severity }) => severity === 0),
    [],
  );
  const properties = (of: object) => propertiesWith("v0", of) as Record<string, { description: string }>;
  for (const schema of [document.json(), JSON.parse(textOf(/schema\.json$/))]) {
    for (const { text, index } of UNITS) {
      const { description } = properties(schema)[`v${index}`] ?? {};
      assert.equal(description, `f${index} / 10 in ${asUnit(text)}, from f${index}`);
    }
  }
});

function propertiesWith(name: string, value: unknown, seen = new Set<unknown>()): object | undefined {
  if (typeof value !== "object" || value === null || seen.has(value)) return undefined;
  seen.add(value);
  if (Object.hasOwn(value, name)) return value;
  for (const each of Object.values(value)) {
    const found = propertiesWith(name, each, seen);
    if (found !== undefined) return found;
  }
  return undefined;
}

test("a Markdown renderer shows the texts, and runs none", () => {
  const html = new Marked({ gfm: true }).parse(textOf(/^rig\.md$/), { async: false });
  assert.deepEqual(html.match(/<(?:b|img|script|\?|!\[)[^>]*>/g), null);
  assert.match(html, /href="http:\/\/127\.0\.0\.1\/a_\(b\)\?c=1&(?:amp;)?d=\*#e"/);
  const rows = new Map(
    [...html.matchAll(/<tr>([\s\S]*?)<\/tr>/g)].map(([, row = ""]) => {
      const cells = [...row.matchAll(/<td[^>]*>([\s\S]*?)<\/td>/g)].map(([, cell = ""]) => plainText(cell));
      return [cells[1] ?? "", cells] as const;
    }),
  );
  assertReads((name) => {
    const cells = rows.get(name);
    return cells && { comment: cells.at(-1) ?? "", unit: cells[5] };
  });
});

function plainText(html: string): string {
  return html
    .replace(/<[^>]*>/g, "")
    .replace(/&lt;/g, "<")
    .replace(/&gt;/g, ">")
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&amp;/g, "&");
}
