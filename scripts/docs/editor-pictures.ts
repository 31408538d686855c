/**
 * `npm run docs -- --picture editor`: takes the pictures of docs/editor.md. The text is in Monaco, VS Code's editor, in a browser; what it
 * shows comes from `structline lsp` by the protocol.
 */

import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { chromium } from "playwright-core";
import type { CodeLens, InlayHint } from "vscode-languageserver-protocol/node";
import { Editor } from "../../test/support/language-client.ts";
import { temporaryFolder } from "../../test/support/temporary-folder.ts";
import { npmCommand } from "../build/npm.mjs";
import { EDITOR_PICTURES, editorVersion } from "./editor-version.ts";
import { withVersion } from "./page-version.ts";

const MONACO = "monaco-editor@0.52.2";
const INI =
  "[lab]\nchannels = lab-rig\n[lab-rig]\nudp_port = 8888\nwamp_topic = lab.rig\ninclude_path = .\nheader_files = rig.h\nabi = arm-eabi\ncflags = -x c\n";
const RELEASED = `#include <stdint.h>

// What the tank's board sends.
struct struct_tank {
    uint8_t  length;
    uint8_t  ID;
    uint16_t level;     // @rule: name=level; expr=level / 10; unit=mm; warn=..900
    uint8_t  mode;      // @rule: states=0=idle, 1=filling, 2=error
    int32_t  energy;    // @rule: unit=J
} tank = {12, 1};
`;
const EDITED = RELEASED.replace("uint16_t level; ", "uint32_t level; ").replace("{12, 1}", "{16, 1}");
const WRONG = EDITED.replace("uint32_t level", "uint33_t level");

/** What the server says of a text, in the protocol's words. */
interface Said {
  readonly text: string;
  readonly hover: string;
  readonly lenses: readonly CodeLens[];
  readonly hints: readonly InlayHint[];
  readonly diagnostics: Awaited<ReturnType<Editor["diagnostics"]>>;
  readonly fixes: readonly string[];
}

async function said(editor: Editor, text: string): Promise<Said> {
  await editor.write("rig.h", text);
  const diagnostics = await editor.diagnostics("rig.h");
  const textDocument = { uri: editor.uri("rig.h") };
  const range = { start: { line: 0, character: 0 }, end: { line: text.split("\n").length, character: 0 } };
  const [problem] = diagnostics;
  const actions = problem === undefined ? [] : await editor.actions("rig.h", problem.range);
  return {
    ...{ text, diagnostics },
    hover: await editor.hover("rig.h", "_t lev|el;"),
    lenses: (await editor.connection.sendRequest("textDocument/codeLens", { textDocument })) ?? [],
    hints: (await editor.connection.sendRequest("textDocument/inlayHint", { textDocument, range })) ?? [],
    fixes: actions.map(({ title }) => title),
  };
}

/** Runs in the page, with Monaco loaded. */
const SHOW = `async ({ text, hover, lenses, hints, diagnostics, fixes }) => {
  const model = monaco.editor.createModel(text, "cpp");
  const rangeOf = ({ start, end }) => new monaco.Range(start.line + 1, start.character + 1, end.line + 1, end.character + 1);
  const none = () => {};
  const commands = {};
  monaco.languages.registerHoverProvider("cpp", { provideHover: (_, { lineNumber }) => (lineNumber === 7 && hover ? { contents: [{ value: hover }] } : null) });
  monaco.languages.registerCodeLensProvider("cpp", { provideCodeLenses: () => ({ lenses: lenses.map((one) => ({ range: rangeOf(one.range), command: { id: "none", title: one.command.title } })), dispose: none }) });
  monaco.languages.registerInlayHintsProvider("cpp", { provideInlayHints: () => ({ hints: hints.map(({ position, label, paddingLeft, paddingRight }) => ({ position: { lineNumber: position.line + 1, column: position.character + 1 }, label, paddingLeft, paddingRight })), dispose: none }) });
  monaco.languages.registerCodeActionProvider("cpp", { provideCodeActions: (_, __, { markers }) => ({ actions: fixes.map((title) => ({ title, kind: "quickfix", diagnostics: markers, edit: { edits: [] } })), dispose: none }) });
  monaco.editor.setModelMarkers(model, "structline", diagnostics.map((one) => ({ ...rangeOf(one.range), startLineNumber: one.range.start.line + 1, startColumn: one.range.start.character + 1, endLineNumber: one.range.end.line + 1, endColumn: one.range.end.character + 1, message: one.message, code: one.code, source: "structline", severity: one.severity === 1 ? 8 : 4 })));
  const editor = monaco.editor.create(document.body, { model, fontSize: 14, minimap: { enabled: false }, scrollBeyondLastLine: false, automaticLayout: true, hover: { delay: 0, above: false }, contextmenu: false });
  const at = text.split("\\n")[6].search(fixes.length > 0 ? /uint33_t/ : /level/) + 2;
  editor.setPosition({ lineNumber: 7, column: at });
  editor.focus();
  window.editor = editor;
}`;

const folder = temporaryFolder();
const [npm = "npm", ...first] = npmCommand();
execFileSync(npm, [...first, "install", "--no-audit", "--no-fund", "--prefix", folder, MONACO], { stdio: "inherit" });
const project = temporaryFolder();
const git = (...args: string[]) =>
  execFileSync("git", ["-c", "user.name=x", "-c", "user.email=x@example.org", ...args], { cwd: project });
git("init", "--quiet");
const editor = await Editor.open({ "channels.ini": INI, "rig.h": RELEASED }, [], {}, project);
git("add", ".");
git("commit", "--quiet", "--message=v1");

const types: Readonly<Record<string, string>> = { ".js": "text/javascript", ".css": "text/css", ".ttf": "font/ttf" };
const server = createServer((request, response) => {
  const path = new URL(request.url ?? "/", "http://x").pathname;
  if (path === "/") {
    response.writeHead(200, { "Content-Type": "text/html" });
    response.end(
      '<!doctype html><style>body { margin: 0; height: 100vh }</style><script src="/vs/loader.js"></script>',
    );
    return;
  }
  try {
    const content = readFileSync(join(folder, "node_modules/monaco-editor/min", path));
    response.writeHead(200, { "Content-Type": types[extname(path)] ?? "text/plain" }).end(content);
  } catch {
    response.writeHead(404).end();
  }
});
await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium-headless-shell" });
try {
  for (const [index, text] of [EDITED, WRONG].entries()) {
    const page = await browser.newPage({ viewport: { width: 1120, height: 280 } });
    await page.goto(url);
    await page.evaluate(
      `new Promise((done) => { require.config({ paths: { vs: "/vs" } }); require(["vs/editor/editor.main"], done); })`,
    );
    await page.evaluate(`(${SHOW})(${JSON.stringify(await said(editor, text))})`);
    const isFix = text === WRONG;
    if (!isFix) await page.locator(".codelens-decoration a").first().waitFor();
    await page.evaluate(
      `editor.trigger("", ${JSON.stringify(isFix ? "editor.action.quickFix" : "editor.action.showHover")}, {})`,
    );
    await page
      .locator(isFix ? ".action-widget" : ".monaco-hover .hover-contents")
      .first()
      .waitFor();
    const file = EDITOR_PICTURES[index]!;
    writeFileSync(file, withVersion(await page.screenshot({ animations: "disabled" }), editorVersion()));
    console.log(`${file}: written`);
    await page.close();
  }
} finally {
  await browser.close();
  server.close();
  await editor.close();
}
