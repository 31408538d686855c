/** Whole runs, from headers to the output folder. */

import assert from "node:assert/strict";
import { chmodSync, readdirSync, statSync, utimesSync } from "node:fs";
import { join, relative } from "node:path";
import { test } from "node:test";
import type { GenerateResult } from "../../../generator/run/generation.ts";
import { writeEmit } from "../../../generator/run/write-emit.ts";
import { loadCodecs, servedSettings } from "../../../runtime/channels/load-codecs.ts";
import type { Log } from "../../../runtime/lib/log.ts";
import { loadSettings } from "../../../runtime/settings/load-settings.ts";
import { INI, project, TANK } from "./project.ts";

const OUTPUTS = [
  "catalogue.json",
  "history/rig/3213941d.json",
  "index.d.ts",
  "index.js",
  "index.ts",
  "package.json",
  "rig.d.ts",
  "rig.js",
  "rig.lua",
  "rig.md",
  "rig.ts",
  "rig/struct_tank.d.ts",
  "rig/struct_tank.js",
  "rig/struct_tank.ts",
];

function codes({ diagnostics }: GenerateResult): string[] {
  return diagnostics.map(({ code }) => code);
}

function effects({ ok, written, removed, unchanged }: GenerateResult) {
  return { ok, written: [...written].sort(), removed, unchanged };
}

test("the first run writes everything, the second nothing, and the output is always the same", async () => {
  const lab = project();
  assert.deepEqual(effects(await lab.run()), { ok: true, written: OUTPUTS, removed: [], unchanged: 0 });
  assert.deepEqual(lab.generated(), OUTPUTS);
  const texts = OUTPUTS.map((path) => lab.read(`generated/${path}`));
  assert.deepEqual(effects(await lab.run()), { ok: true, written: [], removed: [], unchanged: OUTPUTS.length });
  lab.remove("generated");
  await lab.run();
  assert.deepEqual(
    OUTPUTS.map((path) => lab.read(`generated/${path}`)),
    texts,
  );
});

test("a changed header or setting rewrites only the files it affects", async () => {
  const lab = project();
  await lab.run();
  lab.write("headers/rig.h", TANK.replace("unit=m", "unit=mm"));
  const header = await lab.run();
  assert.ok(header.written.includes("rig/struct_tank.ts"), `${header.written}`);
  assert.ok(!header.written.includes("package.json"), `${header.written}`);
  lab.write("channels.ini", `${INI}byte_order = big\n`);
  assert.ok((await lab.run()).written.includes("rig/struct_tank.js"), "the file is written");
});

const TWO = `${TANK}${TANK.replaceAll("tank", "well").replace("7}", "8}")}`;

test("one changed rule leaves the files of the header's other structs unchanged", async () => {
  const lab = project({ "headers/rig.h": TWO });
  await lab.run();
  lab.write("headers/rig.h", TWO.replace("unit=m", "unit=mm"));
  const { written } = await lab.run();
  assert.ok(written.includes("rig/struct_tank.ts"), `${written}`);
  assert.deepEqual(
    written.filter((path) => path.includes("well")),
    [],
  );
});

test("reused output equals what the run would generate", async () => {
  const two = `${INI.replace("channels = lab-rig", "channels = lab-rig, lab-well")}
[lab-well]
udp_port = 8889
wamp_topic = lab.well
include_path = headers
header_files = well.h
`;
  const well = `#include "parts.h"
/* Of the well. */
struct struct_well { uint8_t length; uint8_t ID; part_t part; enum mode mode; } well = {0, 3};
struct struct_pump
{
    uint8_t length;
    uint8_t ID;
    // Turns each minute.
    part_t speed; // @rule: expr=speed / 2
} pump = {0, 4};
`;
  const parts = "typedef uint16_t part_t;\nenum mode { IDLE, BUSY };\n";
  const files: Record<string, string> = {
    "channels.ini": two,
    "headers/rig.h": TANK,
    "headers/well.h": well,
    "headers/parts.h": parts,
  };
  const lab = project(files);
  await lab.run();
  const edit = (path: string, from: string, to: string) => () => {
    assert.ok(files[path]?.includes(from), `${path} has no '${from}'`);
    files[path] = (files[path] ?? "").replace(from, to);
    lab.write(path, files[path]);
  };
  const changes = [
    edit("headers/rig.h", "unit=m", "unit=mm"),
    edit("headers/well.h", "Of the well.", "Of the deep well."),
    edit("headers/well.h", "Turns each minute", "Turns each second"),
    edit("headers/well.h", "speed / 2", "speed / 4"),
    edit("headers/parts.h", "IDLE, BUSY", "IDLE, WAITING, BUSY"),
    edit("headers/parts.h", "enum mode", "/** What it does. */ enum mode"),
    edit("headers/parts.h", "enum mode {", "\nenum mode {"),
    edit("headers/parts.h", "16", "32"),
    edit("channels.ini", "udp_port = 8889", "udp_port = 8890"),
    edit("channels.ini", "header_files = well.h", "header_files = well.h\nbyte_order = big"),
    edit("channels.ini", "header_files = rig.h", "header_files = rig.h\nemit = asyncapi"),
    edit("headers/rig.h", "struct_tank", "struct_vessel"),
    edit("channels.ini", "channels = lab-rig, lab-well", "channels = lab-well, lab-rig"),
    // A channel's files are reused only if they are unchanged.
    () => {
      edit("headers/rig.h", "unit=mm", "unit=cm")();
      lab.write("generated/well/struct_pump.ts", "mine");
      lab.remove("generated/well/struct_well.js");
    },
    () => {
      edit("headers/rig.h", "unit=cm", "unit=dm")();
      lab.write("generated/catalogue.json", "{}");
    },
    () => {
      edit("headers/rig.h", "unit=dm", "unit=m")();
      lab.remove("generated/build.json");
    },
  ];
  for (const change of changes) {
    change();
    assert.equal((await lab.run()).ok, true);
    const fresh = project(files);
    await fresh.run();
    const current = fresh.generated();
    assert.deepEqual(
      current.map((path) => lab.read(`generated/${path}`)),
      current.map((path) => fresh.read(`generated/${path}`)),
    );
    const isCurrent = (path: string) => !path.startsWith("history/");
    assert.deepEqual(lab.generated().filter(isCurrent), current.filter(isCurrent));
  }
});

test("diagnostics of an unchanged channel are reported again when another one changes", async () => {
  const ini = `${INI.replace("channels = lab-rig", "channels = lab-rig, lab-well")}
[lab-well]
udp_port = 8889
wamp_topic = lab.well
include_path = headers
header_files = well.h
`;
  const well = TANK.replaceAll("tank", "well").replace("{4, 7}", "{5, 8}");
  const lab = project({ "channels.ini": ini, "headers/well.h": well });
  const first = await lab.run();
  assert.notDeepEqual(codes(first), []);
  lab.write("headers/rig.h", TANK.replace("unit=m", "unit=mm"));
  const second = await lab.run();
  assert.deepEqual(second.diagnostics, first.diagnostics);
  assert.ok(second.sources.has("headers/well.h"), `${[...second.sources.keys()]}`);
});

test("a missing header counts as an input", async () => {
  const lab = project({
    "headers/rig.h": `#include "width.h"\n${TANK}`,
  });
  assert.equal((await lab.run()).ok, true);
  assert.match(lab.read("generated/catalogue.json"), /"uint16"/);
  lab.write("headers/width.h", "#define uint16_t int16_t\n");
  await lab.run();
  assert.match(lab.read("generated/catalogue.json"), /"int16"/);
});

test("a changed or removed output is written again", async () => {
  const lab = project();
  await lab.run();
  const text = lab.read("generated/rig/struct_tank.ts");
  lab.write("generated/rig/struct_tank.ts", `${text}// edited\n`);
  lab.remove("generated/index.js");
  assert.deepEqual(effects(await lab.run()), {
    ok: true,
    written: ["index.js", "rig/struct_tank.ts"],
    removed: [],
    unchanged: OUTPUTS.length - 2,
  });
  assert.equal(lab.read("generated/rig/struct_tank.ts"), text);
});

test("an edited output with unchanged size and date is found by --check, and written again", async () => {
  const lab = project();
  await lab.run();
  await lab.run();
  const path = join(lab.folder, "generated/rig.md");
  const text = lab.read("generated/rig.md");
  const { atime, mtime } = statSync(path);
  lab.write("generated/rig.md", text.replace("tank", "mine"));
  utimesSync(path, atime, mtime);
  const check = await lab.run({ mode: "check" });
  assert.deepEqual(
    check.diagnostics.map(({ message }) => message),
    ["'generated/rig.md' differs from what the headers give"],
  );
  assert.deepEqual((await lab.run()).written, ["rig.md"]);
  assert.equal(lab.read("generated/rig.md"), text);
});

test("files of a removed struct are deleted, other people's files are not", async () => {
  const lab = project();
  await lab.run();
  lab.write("generated/rig/notes.md", "mine");
  lab.write("headers/rig.h", TANK.replaceAll("tank", "vessel"));
  const { removed } = await lab.run();
  assert.deepEqual(removed, ["rig/struct_tank.d.ts", "rig/struct_tank.js", "rig/struct_tank.ts"]);
  assert.ok(lab.generated().includes("rig/notes.md"), `${lab.generated()}`);
  assert.ok(lab.generated().includes("rig/struct_vessel.ts"), `${lab.generated()}`);
});

test("folders of a disabled emitter are deleted, except for the user's files", async () => {
  const lab = project();
  const emit = (...names: string[]) => writeEmit(join(lab.folder, "channels.ini"), names);
  emit("arduino", "cosmos");
  const { written } = await lab.run();
  assert.ok(written.includes("rig_arduino/examples/SendSerial/SendSerial.ino"), `${written}`);
  lab.write("generated/rig_arduino/examples/SendSerial/notes.md", "mine");
  emit();
  await lab.run();
  const left = lab.generated().filter((path) => /arduino|cosmos/.test(path));
  assert.deepEqual(left, ["rig_arduino/examples/SendSerial/notes.md"]);
});

test("after an error nothing is written or removed, and problems of all channels are reported", async () => {
  const lab = project();
  await lab.run();
  const before = lab.generated();
  const broken = `${TANK}struct struct_b { uint8_t length; uint8_t ID; float x : 4; } b = {4, 8};\n`;
  lab.write("headers/rig.h", broken.replace("level / 10", "levle / 10"));
  const result = await lab.run();
  assert.equal(result.ok, false);
  assert.equal(codes(result).filter((code) => code.startsWith("E")).length, 2);
  assert.deepEqual([result.written, result.removed], [[], []]);
  assert.deepEqual(lab.generated(), before);
  assert.match(result.sources.get("headers/rig.h") ?? "", /levle/);
});

test("warnings are repeated when nothing changed, and stop a strict run", async () => {
  const lab = project({ "headers/rig.h": TANK.replace("//4", "//5") });
  for (const result of [await lab.run(), await lab.run()]) {
    assert.equal(result.ok, true);
    assert.deepEqual(codes(result), ["W204"]);
    assert.match(result.sources.get("headers/rig.h") ?? "", /\/\/5/);
  }
  lab.remove("generated");
  assert.equal((await lab.run({ warnings: "strict" })).ok, false);
  assert.deepEqual(lab.generated(), []);
});

test("--check writes nothing and lists missing, different or stale files, but not built ones", async () => {
  const lab = project();
  const fresh = await lab.run({ mode: "check" });
  assert.equal(fresh.ok, false);
  assert.deepEqual(lab.generated(), []);
  await lab.run();
  lab.remove("generated/index.js");
  lab.remove("generated/build.json");
  assert.equal((await lab.run({ mode: "check" })).ok, true);
  lab.write("generated/rig.md", "edited");
  lab.write("generated/rig/struct_old.ts", lab.read("generated/rig/struct_tank.ts"));
  lab.remove("generated/catalogue.json");
  const before = lab.generated();
  const result = await lab.run({ mode: "check" });
  assert.deepEqual(
    result.diagnostics.map(({ message }) => message),
    [
      "'generated/catalogue.json' has not been generated",
      "'generated/rig.md' differs from what the headers give",
      "'generated/rig/struct_old.ts' is left over: no header produces it now",
    ],
  );
  assert.deepEqual(lab.generated(), before);
});

test("an edited manifest only causes a full run", async () => {
  const lab = project();
  await lab.run();
  const manifest = lab.read("generated/build.json");
  for (const text of ["", "{}", "null", manifest.replace('"outputs":{', '"outputs":{"../x.ts":"",')]) {
    lab.write("generated/build.json", text);
    assert.deepEqual(effects(await lab.run()), { ok: true, written: [], removed: [], unchanged: OUTPUTS.length });
  }
});

test("the configuration file is found by option, environment and working directory; its errors have positions", async () => {
  const lab = project({ "other/lab.ini": INI.replace("headers\n", "../headers\n") });
  const byOption = await lab.run({ config: "other/lab.ini" });
  assert.deepEqual([byOption.ok, byOption.folder], [true, "other/generated"]);
  const byEnvironment = await lab.run({ environment: { SVC_CONFIG: "other/lab.ini" }, out: "elsewhere" });
  assert.deepEqual([byEnvironment.ok, byEnvironment.folder], [true, "elsewhere"]);
  lab.write("channels.ini", `${INI}abi = z80\n`);
  const wrong = await lab.run();
  assert.deepEqual(codes(wrong), ["E501"]);
  assert.deepEqual([wrong.diagnostics[0]?.span?.file, wrong.diagnostics[0]?.span?.start.line], ["channels.ini", 9]);
  const absent = await lab.run({ config: "gone.ini" });
  assert.deepEqual(codes(absent), ["E501"]);
  assert.match(absent.diagnostics[0]?.message ?? "", /^gone\.ini: /);
});

test("the same headers in another configuration are named relative to it", async () => {
  const lab = project({ "other/lab.ini": INI.replace("headers\n", "../headers\n") });
  await lab.run();
  assert.match(lab.read("generated/catalogue.json"), /"headers\/rig\.h/);
  await lab.run({ config: "other/lab.ini" });
  assert.match(lab.read("other/generated/catalogue.json"), /"\.\.\/headers\/rig\.h/);
});

test("another output folder gets plain sources, which import only types or nothing", async () => {
  const lab = project();
  await lab.run();
  const { written } = await lab.run({ out: "src/telemetry" });
  assert.deepEqual([...written].sort(), [".structline/catalogue.json", "index.ts", "rig.ts", "rig/struct_tank.ts"]);
  assert.match(lab.read("src/telemetry/rig/struct_tank.ts"), /import type .* from "structline\/codec"/);
  const standalone = await lab.run({ out: "src/telemetry", standalone: true });
  assert.deepEqual([...standalone.written].sort(), ["codec.ts", "rig.ts", "rig/struct_tank.ts"]);
  for (const path of ["rig.ts", "rig/struct_tank.ts", "codec.ts"]) {
    assert.doesNotMatch(lab.read(`src/telemetry/${path}`), /from "(?!\.)/);
  }
  // The service's own output folder, given by name.
  assert.deepEqual(await lab.run({ out: "generated" }).then(({ removed }) => removed), []);
  assert.ok(lab.generated().includes("rig/struct_tank.js"), `${lab.generated()}`);
});

test("another output folder gets the whole files of the formats that the project asks for, and notes about no others", async () => {
  const checked = TANK.replace(/\n\}/, "\n  uint8_t ck; // @check: sum8\n}").replace(
    /(\{\s*)(\d+),/,
    (_, head, size) => `${head}${Number(size) + 1},`,
  );
  const ini = (emit: string) => `${INI}\n[gen]\nemit = ${emit}\n`;
  const lab = project({ "channels.ini": ini("cosmos"), "headers/rig.h": checked });
  const { diagnostics } = await lab.run({ out: "src/telemetry" });
  assert.deepEqual(
    diagnostics.filter(({ message }) => message.startsWith("wireshark")),
    [],
  );
  assert.ok(lab.files("src/telemetry").includes("openc3-cosmos-rig/README.md"), `${lab.files("src/telemetry")}`);
  assert.ok(!lab.files("src/telemetry").some((path) => path.endsWith(".lua")), `${lab.files("src/telemetry")}`);
  lab.write("channels.ini", ini("wireshark"));
  assert.deepEqual([...(await lab.run({ out: "src/telemetry" })).written], ["rig.lua"]);
});

test("an output folder that cannot be written is a diagnostic", async () => {
  const lab = project({ occupied: "a file" });
  assert.deepEqual(codes(await lab.run({ out: "occupied" })), ["E502"]);
  if (process.getuid?.() === 0) return;
  chmodSync(join(lab.folder, "headers"), 0o500);
  assert.deepEqual(codes(await lab.run({ out: "headers/out" })), ["E502"]);
  chmodSync(join(lab.folder, "headers"), 0o700);
});

test("an up-to-date folder is not written to, not even a lock", async () => {
  const lab = project();
  await lab.run();
  const before = statSync(join(lab.folder, "generated")).mtimeMs;
  assert.deepEqual(effects(await lab.run()), { ok: true, written: [], removed: [], unchanged: OUTPUTS.length });
  assert.equal(statSync(join(lab.folder, "generated")).mtimeMs, before);
});

test("folders of included headers are inputs", async () => {
  const lab = project({
    "headers/rig.h": `#include "board/pins.h"\n${TANK}`,
    "headers/board/pins.h": "#define PIN 1\n",
  });
  const { inputFolders } = await lab.run();
  assert.deepEqual(
    inputFolders.map((folder) => relative(lab.folder, folder)),
    ["", "headers", "headers/board"],
  );
});

test("concurrent runs give the output of one run", async () => {
  const lab = project();
  const results = await Promise.all(Array.from({ length: 5 }, () => lab.run()));
  assert.deepEqual(
    results.map(({ ok }) => ok),
    [true, true, true, true, true],
  );
  assert.equal(results.filter(({ written }) => written.length > 0).length, 1);
  assert.deepEqual(lab.generated(), OUTPUTS);
});

test("definitions requested by --emit are kept up to date by later runs, until --emit none", async () => {
  const lab = project();
  const emit = (...names: string[]) => writeEmit(join(lab.folder, "channels.ini"), names);
  assert.equal(emit("c-check"), "[gen]: wrote emit = c-check");
  assert.equal(lab.read("channels.ini"), `${INI}\n[gen]\nemit = c-check\n`);
  await lab.run();
  assert.ok(lab.generated().includes("rig.check.h"), `${lab.generated()}`);
  lab.write("headers/rig.h", TANK.replace("uint16_t level", "uint16_t depth").replace("expr=level", "expr=depth"));
  assert.ok((await lab.run()).written.includes("rig.check.h"), "the file is written");
  assert.match(lab.read("generated/rig.check.h"), /depth/);
  // A clone has no build.json.
  lab.remove("generated/build.json");
  assert.deepEqual((await lab.run()).removed, []);
  assert.deepEqual([emit("c-check"), emit()], [undefined, "[gen]: deleted emit"]);
  assert.deepEqual((await lab.run()).removed, ["rig.check.h"]);
  // The previous layout stays in the history, with a codec.
  assert.deepEqual(lab.generated(), [...OUTPUTS, "history/rig/1bea3a63.json", "history/rig/3213941d.js"].sort());
});

test("definitions have their own folder, in which other files stay", async () => {
  const ini = `${INI}\n[gen]\nemit = python\nemit_dir = interfaces\n`;
  const lab = project({ "channels.ini": ini, "interfaces/mine.py": "mine\n" });
  assert.ok((await lab.run()).written.includes("../interfaces/rig.py"), "the file is written");
  assert.deepEqual(lab.files("interfaces"), ["mine.py", "rig.py"]);
  assert.deepEqual(lab.generated(), OUTPUTS);
  assert.deepEqual(codes(await lab.run({ mode: "check" })), []);
  assert.deepEqual((await lab.run()).written, []);
  lab.remove("interfaces/rig.py");
  const [problem] = (await lab.run({ mode: "check" })).diagnostics;
  assert.match(problem?.message ?? "", /interfaces\/rig\.py/);
  await lab.run({ out: "src/telemetry" });
  assert.deepEqual(lab.files("interfaces"), ["mine.py", "rig.py"]);
  lab.write("channels.ini", `${INI}\n[gen]\nemit_dir = interfaces\n`);
  assert.deepEqual((await lab.run()).removed, ["../interfaces/rig.py"]);
  assert.deepEqual(lab.files("interfaces"), ["mine.py"]);
  // The same works inside the output folder.
  lab.write("channels.ini", ini.replace("= interfaces", "= generated/for-others"));
  await lab.run();
  assert.ok(lab.generated().includes("for-others/rig.py"), `${lab.generated()}`);
  assert.deepEqual((await lab.run()).removed, []);
});

test("sources import each other in the form that the target project can resolve", async () => {
  const lab = project();
  const out = "src/telemetry";
  const imported = async () => {
    assert.equal((await lab.run({ out })).ok, true);
    assert.deepEqual(codes(await lab.run({ out, mode: "check" })), []);
    return /from "(\.\/rig[^"]*)"/.exec(lab.read(`${out}/index.ts`))?.[1];
  };
  assert.equal(await imported(), "./rig.ts");
  lab.write("tsconfig.json", '// strict\n{ "compilerOptions": { "module": "node16", }, "extends": "./base" }\n');
  assert.equal(await imported(), "./rig.js");
  lab.write("base.json", '{ "compilerOptions": { "allowImportingTsExtensions": true } }\n');
  assert.equal(await imported(), "./rig.ts");
  lab.write("channels.ini", `${INI}\n[gen]\nimport_extension = none\n`);
  assert.equal(await imported(), "./rig");
  await lab.run();
  assert.match(lab.read("generated/index.ts"), /from "\.\/rig\.js"/);
});

test("a channel's section requests definitions with emit =, and a wrong name is reported with its position", async () => {
  const lab = project({ "channels.ini": `${INI}emit = c-check\n` });
  assert.ok((await lab.run()).written.includes("rig.check.h"), "the file is written");
  lab.write("channels.ini", `${INI}emit = c-chek\n`);
  const [problem] = (await lab.run()).diagnostics;
  assert.equal(problem?.code, "E501");
  assert.equal(problem?.span?.start.line, 9);
  assert.match(problem?.message ?? "", /there is no emitter 'c-chek' \(did you mean 'c-check'\?\)/);
});

test("Protocol Buffers numbers are stable across runs, also in a separate folder and with the options of all channels", async () => {
  const lab = project({ "channels.ini": `${INI}emit = proto\n\n[gen]\nemit_dir = interfaces\n` });
  await lab.run();
  const numbers = () =>
    [...lab.read("interfaces/rig.proto").matchAll(/ (\w+) = (\d+)/g)].map(([, ...each]) => each.join(" "));
  const first = numbers();
  lab.write("headers/rig.h", TANK.replace("uint8_t  ID;", "uint8_t ID; uint8_t added;"));
  assert.deepEqual((await lab.run()).removed, []);
  const added = numbers().filter((each) => each.startsWith("added"));
  assert.deepEqual(
    numbers().filter((each) => !added.includes(each)),
    first,
  );
  assert.deepEqual(
    codes(await lab.run({ mode: "check" })).filter((code) => code === "E503"),
    [],
  );
  assert.deepEqual((await lab.run()).written, []);
  lab.write("headers/rig.h", TANK);
  await lab.run();
  assert.match(lab.read("interfaces/rig.proto"), new RegExp(`reserved ${added[0]?.split(" ")[1]};`));
});

const BOTH = `${INI.replace("channels = lab-rig", "channels = lab-rig, lab-well")}
[lab-well]
udp_port = 8889
wamp_topic = lab.well
include_path = headers
header_files = well.h
`;

for (const form of [
  {},
  { out: "src/telemetry" },
  { out: "src/telemetry", standalone: true },
  { emit: "emit = python, proto, asyncapi" },
  { out: "src/telemetry", emit: "emit = python, asyncapi" },
  { out: "src/telemetry", emit: "emit = proto, asyncapi\nemit_dir = src/telemetry/for-others" },
] as const) {
  test(`two channels, edits between three runs and a check give the output of one run: ${JSON.stringify(form)}`, async () => {
    const ini = "emit" in form ? `${BOTH}\n[gen]\n${form.emit}\n` : BOTH;
    const files = { "channels.ini": ini, "headers/well.h": TANK.replaceAll("tank", "well") };
    const lab = project(files);
    const { emit: _, ...options } = { emit: "", ...form };
    for (const header of [TANK, TANK.replace("unit=m", "unit=mm"), TANK.replace("uint16_t", "int16_t")]) {
      lab.write("headers/rig.h", header);
      assert.deepEqual(await outcomeOf(lab.run(options)), { ok: true, codes: [] });
      assert.deepEqual(await outcomeOf(lab.run({ ...options, mode: "check" })), { ok: true, codes: [] });
      const fresh = project({ ...files, "headers/rig.h": header });
      await fresh.run(options);
      const folder = "out" in form ? form.out : "generated";
      const texts = (of: typeof lab) => of.files(folder).map((path) => [path, of.read(`${folder}/${path}`)]);
      assert.deepEqual(texts(lab).filter(isNow), texts(fresh).filter(isNow));
    }
  });
}

/** Former layouts stay. */
function isNow([path]: string[]): boolean {
  return !path?.startsWith("history/");
}

async function outcomeOf(run: Promise<GenerateResult>) {
  const { ok, diagnostics } = await run;
  return { ok, codes: diagnostics.filter(({ severity }) => severity !== "note").map(({ code }) => code) };
}

test("headers in other folders are found, includes first in the including header's folder, and changes there are noticed", async () => {
  const tank = TANK.replace("uint16_t level; ", "uint8_t more[SIZE - 1];\n    sdk_t level; ");
  const lab = project({
    "channels.ini": INI.replace("include_path = headers", "include_path = headers, sdk/inc, port"),
    "headers/rig.h": `#include "sdk.h"\n#include "size.h"\n${tank}`,
    "headers/size.h": "#define SIZE 2\n",
    "sdk/inc/sdk.h": '#include "word.h"\n#include "type.h"\n',
    "sdk/inc/type.h": "typedef word_t sdk_t;\n",
    // This one is not used: `type.h` is next to `sdk.h`.
    "port/type.h": "typedef uint64_t sdk_t;\n",
    "port/word.h": "typedef uint8_t word_t;\n",
  });
  const first = await lab.run();
  assert.deepEqual(first.diagnostics, []);
  assert.deepEqual(
    ["headers", "sdk/inc", "port"].map((path) => first.inputFolders.includes(join(lab.folder, path))),
    [true, true, true],
  );
  assert.deepEqual((await lab.run()).written, []);
  lab.write("port/word.h", "typedef uint16_t word_t;\n");
  const codes = (await lab.run()).diagnostics.map(({ code }) => code);
  assert.notDeepEqual(codes, []);
  // A header in the first folder replaces one in another folder.
  lab.write("headers/word.h", "typedef uint8_t word_t;\n");
  assert.deepEqual((await lab.run()).diagnostics, []);
});

test("--keep-going: a header with errors stops only its channel, which the service omits and reports", async () => {
  const ini = `${INI.replace("channels = lab-rig", "channels = lab-rig, lab-crane")}[lab-crane]\nudp_port = 8889\nwamp_topic = lab.crane\ninclude_path = headers\nheader_files = crane.h\n`;
  const crane = TANK.replaceAll("tank", "crane");
  const lab = project({ "channels.ini": ini, "headers/crane.h": crane });
  await lab.run();
  const all = lab.generated();
  const bad = crane.replace("level / 10", "level /");
  lab.write("headers/crane.h", bad);
  lab.write("headers/rig.h", TANK.replace("unit=m", "unit=mm"));
  const stopping = await lab.run();
  assert.deepEqual([stopping.ok, stopping.written, stopping.stopped], [false, [], []]);
  const going = await lab.run({ keepGoing: true });
  assert.equal(going.ok, false);
  assert.deepEqual(going.stopped, ["crane"]);
  assert.deepEqual([...new Set(going.diagnostics.map(({ span }) => span?.file))], ["headers/crane.h"]);
  assert.ok(going.written.includes("rig/struct_tank.js"), `${going.written}`);
  const without = all.filter((path) => !path.includes("crane") || path.startsWith("history/"));
  assert.deepEqual(lab.generated(), without);
  assert.equal(JSON.parse(lab.read("generated/catalogue.json")).stopped[0], "crane");
  const again = await lab.run({ keepGoing: true });
  assert.deepEqual([again.written, again.stopped], [[], ["crane"]]);

  const said: string[] = [];
  const log = { warn: (_: object, sentence: string) => said.push(sentence) } as unknown as Log;
  const settings = loadSettings({ file: join(lab.folder, "channels.ini") });
  const served = servedSettings(settings, log);
  assert.deepEqual([...(await loadCodecs(served)).keys()], ["rig"]);
  assert.match(said.join(), /^channel 'crane' is not served: its headers have errors; correct them, and run '.*gen/);
  await assert.rejects(loadCodecs(settings), /channel 'crane': it has no codecs, since its headers have errors; run/);

  lab.write("headers/crane.h", crane);
  const mended = await lab.run();
  assert.deepEqual([mended.ok, mended.stopped], [true, []]);
  assert.deepEqual(lab.generated(), all);
  assert.deepEqual(servedSettings(settings, log), settings);
  lab.write("headers/crane.h", bad);
  lab.write("headers/rig.h", bad.replaceAll("crane", "tank"));
  const none = await lab.run({ keepGoing: true });
  assert.deepEqual([none.ok, none.written, none.removed, none.stopped], [false, [], [], []]);
});

/** A channel whose headers only the compiler has, which is a script. */
function withCompiler(ini: string) {
  const header = "#include <stdint.h>\n#include <net/frame.h>\n#include <stdio.h>\n";
  const lab = project({
    "channels.ini": ini,
    "headers/rig.h": `${header}struct struct_a { uint8_t length, ID; struct frame f; } a = {4, 1};\n`,
    "library/net/frame.h": '#include "word.h"\nstruct frame { word v; };\n',
    "library/net/word.h": "typedef unsigned short word;\n",
    "library/net/other.h": "",
    "library/stdint.h": "",
    "bin/gcc":
      "#!/bin/sh\ncat >&2 <<END\n#include <...> search starts here:\n $(dirname $0)/../library\nEnd of search list.\nEND\n",
  });
  chmodSync(join(lab.folder, "bin/gcc"), 0o755);
  return { lab, environment: { PATH: `${join(lab.folder, "bin")}:${process.env["PATH"]}` } };
}

test("headers that are not found are named with the folders in which a compiler has them", async () => {
  const { lab, environment } = withCompiler(INI);
  // Without `abi`, the compiler is only assumed.
  const refused = await lab.run({ environment });
  assert.deepEqual(codes(refused), ["E119", "N512"]);
  const { message, hint = "" } = refused.diagnostics[1]!;
  assert.match(message, /'rig': <net\/frame.h> was not found; gcc has it$/);
  assert.ok(hint.includes(`'include_path = ${join(lab.folder, "library")}'`), hint);
  assert.deepEqual(codes(await lab.run({ environment, mode: "check" })), ["E119", "N512"]);
  assert.deepEqual(codes(await lab.run({ environment: { PATH: "" } })), ["E119"]);
  lab.write("channels.ini", INI.replace("headers\n", "headers, library\n"));
  assert.deepEqual(codes(await lab.run({ environment })), []);
});

test("headers of the target's compiler are copied into the project, and read from there", async () => {
  const { lab, environment } = withCompiler(`${INI}abi = x86-64\n`);
  assert.deepEqual(codes(await lab.run({ environment, mode: "check" })), ["E119", "N512"]);
  const copied = await lab.run({ environment });
  assert.deepEqual([copied.ok, codes(copied)], [true, ["N513"]]);
  assert.match(
    copied.diagnostics[0]!.message,
    /<net\/frame.h> was copied from \S*library \(gcc\) to 'library-headers\/x86-64': 2 files/,
  );
  assert.deepEqual(readdirSync(join(lab.folder, "library-headers/x86-64/net")).sort(), ["frame.h", "word.h"]);
  const codecs = lab.generated();

  // A machine without the compiler, or with another version of it.
  assert.deepEqual(codes(await lab.run({ environment: { PATH: "" }, mode: "check" })), []);
  lab.write("library/net/word.h", "typedef unsigned char word;\n");
  assert.deepEqual(codes(await lab.run({ environment })), []);
  assert.deepEqual(lab.generated(), codecs);

  // Headers of two versions are not mixed.
  lab.write("library/net/more.h", "struct more { word v; };\n");
  lab.write(
    "headers/rig.h",
    lab
      .read("headers/rig.h")
      .replace("h>\n#include <stdio", "h>\n#include <net/more.h>\n#include <stdio")
      .replace("f;", "f; struct more g;"),
  );
  assert.deepEqual(codes(await lab.run({ environment })), ["E119", "N512"]);
  lab.write("library/net/word.h", "typedef unsigned short word;\n");
  assert.deepEqual(codes(await lab.run({ environment })), ["W201", "N513"]);
});
