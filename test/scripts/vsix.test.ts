/** The extension for VS Code: its package, its grammars by the editor's own tokenizer, and its start with a stand-in for the editor. */

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { before, test } from "node:test";
import oniguruma from "vscode-oniguruma";
import textmate, { type IRawGrammar } from "vscode-textmate";
import { buildVsix } from "../../scripts/build/vsix.mjs";
import { ROOT } from "../support/lab.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const folder = temporaryFolder();
const extension = join(folder, "extension");

before(async () => {
  const file = await buildVsix(join(folder, "structline.vsix"));
  const { status, stderr } = spawnSync("python3", ["-m", "zipfile", "-e", file, folder], { encoding: "utf8" });
  assert.equal(status, 0, stderr);
});

test("the package has what its manifests name, and both are well-formed", () => {
  const script = `import sys, os, xml.etree.ElementTree as tree
root = tree.parse(os.path.join(sys.argv[1], "extension.vsixmanifest")).getroot()
tree.parse(os.path.join(sys.argv[1], "[Content_Types].xml"))
space = "{http://schemas.microsoft.com/developer/vsx-schema/2011}"
for asset in root.iter(space + "Asset"): print(os.path.isfile(os.path.join(sys.argv[1], asset.get("Path"))))
print(root.find(space + "Metadata/" + space + "Identity").get("Id"))`;
  const { stdout } = spawnSync("python3", ["-c", script, folder], { encoding: "utf8" });
  assert.deepEqual(stdout.trim().split("\n"), ["True", "True", "True", "structline"]);
  const manifest = JSON.parse(readFileSync(join(extension, "package.json"), "utf8"));
  const { languages, grammars } = manifest.contributes;
  for (const path of [
    manifest.main,
    languages[0].configuration,
    ...grammars.map((one: { path: string }) => one.path),
  ]) {
    assert.ok(readFileSync(join(extension, path)).length > 0, `${path} is empty`);
  }
});

/** A C grammar with comments only: what the injection sees of the editor's. */
const C = {
  scopeName: "source.c",
  patterns: [
    { begin: "//", end: "$", name: "comment.line.double-slash.c" },
    { begin: "/\\*", end: "\\*/", name: "comment.block.c" },
  ],
};

async function scopes(scope: string, lines: readonly string[]): Promise<(readonly [text: string, scope: string])[]> {
  const wasm = readFileSync(createRequire(import.meta.url).resolve("vscode-oniguruma/release/onig.wasm"));
  await oniguruma.loadWASM(wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.length) as ArrayBuffer);
  const file = (name: string) => JSON.parse(readFileSync(join(extension, "syntaxes", name), "utf8")) as IRawGrammar;
  const grammars: Record<string, unknown> = {
    "source.c": C,
    "structline.tags.injection": file("tags.json"),
    "source.structline-ini": file("channels-ini.json"),
  };
  const registry = new textmate.Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (patterns: string[]) => new oniguruma.OnigScanner(patterns),
      createOnigString: (text: string) => new oniguruma.OnigString(text),
    }),
    loadGrammar: async (name) => (grammars[name] as IRawGrammar | undefined) ?? null,
    getInjections: (name) => (name === "source.c" ? ["structline.tags.injection"] : []),
  });
  const grammar = await registry.loadGrammar(scope);
  let state = textmate.INITIAL;
  return lines.flatMap((line) => {
    const { tokens, ruleStack } = grammar!.tokenizeLine(line, state);
    state = ruleStack;
    return tokens.map(
      ({ startIndex, endIndex, scopes: all }) => [line.slice(startIndex, endIndex), all.at(-1) ?? ""] as const,
    );
  });
}

test("tags and rules in comments have scopes, and code beside them has none", async () => {
  const found = await scopes("source.c", [
    "uint16_t rule; // volts @rule: name=v; expr=round(rule / 10); unit=V",
    "/* @every: 100ms @rule: unit=A */ int after;",
  ]);
  const of = (text: string) => found.filter(([each]) => each.trim() === text).map(([, scope]) => scope);
  assert.deepEqual(of("@rule:"), ["keyword.other.tag.structline", "keyword.other.tag.structline"]);
  assert.deepEqual(of("expr"), ["support.type.property-name.structline"]);
  assert.deepEqual(of("round"), ["support.function.structline"]);
  assert.deepEqual(of("rule"), ["variable.other.field.structline"]);
  assert.deepEqual(of("10"), ["constant.numeric.structline"]);
  assert.deepEqual(of("@every"), ["keyword.other.tag.structline"]);
  assert.deepEqual(of("int after;"), ["source.c"]);
});

test("channels.ini has scopes for sections, keys, values and comments", async () => {
  const found = await scopes("source.structline-ini", [
    "; first",
    "[lab-rig]",

    "udp_port = 8888 ; port",
    "messages = 1 a_t,",
    "    0x10 b_t",
  ]);
  const of = (text: string) => found.find(([each]) => each.trim() === text)?.[1];
  assert.equal(of("; first"), "comment.line.structline-ini");
  assert.equal(of("lab-rig"), "entity.name.section.structline-ini");
  assert.equal(of("udp_port"), "support.type.property-name.structline-ini");
  assert.equal(of("8888"), "constant.numeric.structline-ini");
  assert.equal(of("; port"), "comment.line.structline-ini");
  assert.equal(of("0x10"), "constant.numeric.structline-ini");
});

/** Stands for the editor: what the extension's code and the client library use of it at the start. */
const EDITOR = `
const { EventEmitter: Emitter } = require("node:events");
class Disposable { constructor(end) { this.end = end; } dispose() { this.end?.(); } }
class EventEmitter { emitter = new Emitter(); event = (listen) => { this.emitter.on("x", listen); return new Disposable(); }; fire(value) { this.emitter.emit("x", value); } dispose() {} }
const nothing = () => new Disposable();
const registered = { commands: new Map(), tree: undefined, contexts: new Map() };
const settings = JSON.parse(process.env.SETTINGS);
const section = { get: (name) => settings[name], has: () => false, inspect: () => undefined };
const kind = (value) => ({ value, append: (part) => kind(value + "." + part) });
const kinds = new Proxy({}, { get: (_, name) => kind(String(name)) });
const handler = { get: (target, name) => name in target ? target[name] : /^(on|register|create)/.test(String(name)) ? nothing : class { constructor(...given) { Object.assign(this, given); } } };
module.exports = new Proxy({
  registered, Disposable, EventEmitter,
  Uri: { parse: (text) => ({ text, toString: () => text, scheme: "file", fsPath: text }), file: (path) => ({ fsPath: path, toString: () => "file://" + path }) },
  TreeItem: class { constructor(label, state) { this.label = label; this.state = state; } },
  TreeItemCollapsibleState: { None: 0, Collapsed: 1, Expanded: 2 },
  version: "1.100.0", env: { language: "en", appName: "x", appHost: "desktop" },
  CodeActionKind: kinds, LogLevel: {}, Range: class {}, l10n: { t: (text) => text },
  commands: { registerCommand: (name, run) => { registered.commands.set(name, run); return new Disposable(); }, executeCommand: async (name, ...given) => { if (name === "setContext") registered.contexts.set(...given); } },
  window: new Proxy({ showErrorMessage: async (text) => console.error(text), showWarningMessage: async (text) => console.error(text), showInformationMessage: async () => undefined, createTreeView: (name, { treeDataProvider }) => { registered.tree = treeDataProvider; return { visible: false, dispose() {} }; }, visibleTextEditors: [], tabGroups: { all: [], onDidChangeTabs: nothing }, createOutputChannel: () => new Proxy({ logLevel: 1 }, { get: (t, n) => n in t ? t[n] : () => new Disposable() }) }, handler),
  workspace: new Proxy({ getConfiguration: () => section, workspaceFolders: [{ uri: { fsPath: process.cwd(), toString: () => "file://" + process.cwd() }, name: "x", index: 0 }], textDocuments: [], notebookDocuments: [], isTrusted: true }, handler),
  languages: new Proxy({ match: () => 0, createDiagnosticCollection: () => ({ set() {}, delete() {}, clear() {}, dispose() {} }) }, handler),
}, handler);
`;

test("it starts the server, registers its commands, and its tree shows channels, structs and fields", async () => {
  const modules = join(folder, "node_modules/vscode");
  mkdirSync(modules, { recursive: true });
  writeFileSync(join(modules, "index.js"), EDITOR);
  const project = temporaryFolder();
  mkdirSync(join(project, "headers"));
  writeFileSync(
    join(project, "channels.ini"),
    "[lab]\nchannels = lab-rig\n[lab-rig]\nudp_port = 8888\nwamp_topic = lab.rig\ninclude_path = headers\nheader_files = rig.h\n",
  );
  writeFileSync(
    join(project, "headers/rig.h"),
    "struct struct_a { unsigned char length, ID; short level; } a = {4, 1};\n",
  );
  const script = `
    const vscode = require("vscode");
    const extension = require(${JSON.stringify(join(extension, "extension.cjs"))});
    (async () => {
      await extension.activate({ subscriptions: [], extensionPath: "", asAbsolutePath: (x) => x });
      const { commands, tree, contexts } = vscode.registered;
      const [channel] = await tree.getChildren();
      const [struct] = channel === undefined ? [] : await tree.getChildren(channel);
      const fields = struct === undefined ? [] : await tree.getChildren(struct);
      const items = [channel, struct, ...fields].filter(Boolean).map((node) => tree.getTreeItem(node)).map(({ label, description }) => [label, description]);
      console.log(JSON.stringify({ commands: [...commands.keys()].sort(), items, runs: contexts.get("structline.runs") }));
      await extension.deactivate();
      process.exit(0);
    })().catch((error) => { console.error(error); process.exit(1); });`;
  writeFileSync(join(folder, "start.cjs"), script);
  const settings = { command: [process.execPath, join(ROOT, "dist/structline.cjs")], service: "" };
  const env = { ...process.env, SETTINGS: JSON.stringify(settings) };
  const options = { cwd: project, encoding: "utf8", env, timeout: 120_000 } as const;
  const { stdout, stderr, status } = spawnSync(process.execPath, [join(folder, "start.cjs")], options);
  assert.equal(status, 0, stderr);
  const said = JSON.parse(stdout.trim().split("\n").at(-1) ?? "{}");
  assert.ok(
    ["page", "refresh", "send"].every((name) => said.commands.includes(`structline.${name}`)),
    stdout,
  );
  assert.equal(said.runs, true);
  assert.deepEqual(said.items, [
    ["rig", null],
    ["struct_a", "ID 1, 4 bytes"],
    ["length", ""],
    ["ID", ""],
    ["level", ""],
  ]);
});
