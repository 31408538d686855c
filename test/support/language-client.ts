/** An editor for tests: the protocol's client library over the server's standard input and output. */

import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import {
  type CodeAction,
  type CompletionItem,
  createProtocolConnection,
  type Diagnostic,
  type Hover,
  type Position,
  type ProtocolConnection,
  type Range,
  StreamMessageReader,
  StreamMessageWriter,
  type TextEdit,
} from "vscode-languageserver-protocol/node";
import { ROOT } from "./lab.ts";
import { temporaryFolder } from "./temporary-folder.ts";

export interface EditorFiles {
  readonly [path: string]: string;
}

export class Editor {
  readonly directory: string;
  readonly connection: ProtocolConnection;
  readonly #process: ChildProcess;
  readonly #texts = new Map<string, { text: string; version: number }>();
  readonly #diagnostics = new Map<string, { version: number | undefined; found: readonly Diagnostic[] }>();
  readonly #heard: (() => void)[] = [];
  #errors = "";

  private constructor(directory: string, options: readonly string[], env: NodeJS.ProcessEnv) {
    this.directory = directory;
    const args = [join(ROOT, "dist/structline.cjs"), "lsp", "--stdio", ...options];
    this.#process = spawn(process.execPath, args, { cwd: directory, env: { ...process.env, ...env } });
    this.#process.stderr?.setEncoding("utf8").on("data", (text: string) => {
      this.#errors += text;
    });
    const { stdout, stdin } = this.#process;
    if (stdout === null || stdin === null) throw new Error("the server has no pipes");
    this.connection = createProtocolConnection(new StreamMessageReader(stdout), new StreamMessageWriter(stdin));
    this.connection.onNotification("textDocument/publishDiagnostics", ({ uri, version, diagnostics }) => {
      this.#diagnostics.set(uri, { version, found: diagnostics });
      for (const wake of this.#heard.splice(0)) wake();
    });
    this.connection.onNotification("window/logMessage", ({ message }) => {
      this.#errors += `${message}\n`;
    });
    this.connection.listen();
  }

  static async open(
    files: EditorFiles,
    options: readonly string[] = [],
    env: NodeJS.ProcessEnv = {},
    directory: string = temporaryFolder(),
  ): Promise<Editor> {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(directory, path)), { recursive: true });
      writeFileSync(join(directory, path), text);
    }
    const editor = new Editor(directory, options, env);
    await editor.connection.sendRequest("initialize", {
      processId: process.pid,
      rootUri: pathToFileURL(directory).href,
      capabilities: {},
    });
    await editor.connection.sendNotification("initialized", {});
    return editor;
  }

  get pid(): number {
    return this.#process.pid ?? 0;
  }

  /** What the server wrote to standard error or into its log. */
  get errors(): string {
    return this.#errors;
  }

  uri(path: string): string {
    return pathToFileURL(join(this.directory, path)).href;
  }

  /** Opens the file with this text, or replaces its text. */
  async write(path: string, text: string): Promise<void> {
    const known = this.#texts.get(path);
    const version = (known?.version ?? 0) + 1;
    this.#texts.set(path, { text, version });
    const uri = this.uri(path);
    if (known === undefined) {
      const languageId = path.endsWith(".ini") ? "ini" : "c";
      await this.connection.sendNotification("textDocument/didOpen", {
        textDocument: { uri, languageId, version, text },
      });
    } else {
      const contentChanges = [{ text }];
      await this.connection.sendNotification("textDocument/didChange", {
        textDocument: { uri, version },
        contentChanges,
      });
    }
  }

  /** A change of a part, as editors send it. */
  async replace(path: string, range: Range, text: string): Promise<void> {
    const known = this.#texts.get(path);
    if (known === undefined) throw new Error(`${path} is not open`);
    const version = known.version + 1;
    this.#texts.set(path, { text: applied(known.text, [{ range, newText: text }]), version });
    const textDocument = { uri: this.uri(path), version };
    await this.connection.sendNotification("textDocument/didChange", {
      textDocument,
      contentChanges: [{ range, text }],
    });
  }

  textOf(path: string): string {
    return this.#texts.get(path)?.text ?? "";
  }

  /** Diagnostics of the text that was sent last. */
  async diagnostics(path: string): Promise<readonly Diagnostic[]> {
    for (;;) {
      const known = this.#diagnostics.get(this.uri(path));
      const wanted = this.#texts.get(path)?.version;
      if (known !== undefined && known.version === wanted) return known.found;
      await new Promise<void>((resolve) => this.#heard.push(resolve));
    }
  }

  /** What the server said last about each file. */
  get allDiagnostics(): ReadonlyMap<string, readonly Diagnostic[]> {
    return new Map([...this.#diagnostics].map(([uri, { found }]) => [uri, found]));
  }

  /** The place of `|` in a text of the line, which must occur once. */
  place(path: string, marked: string): Position {
    const at = marked.indexOf("|");
    const searched = marked.replace("|", "");
    const index = this.textOf(path).indexOf(searched);
    if (index < 0) throw new Error(`${path} has no '${searched}'`);
    const before = this.textOf(path).slice(0, index + at);
    return { line: before.split("\n").length - 1, character: before.length - before.lastIndexOf("\n") - 1 };
  }

  async hover(path: string, marked: string): Promise<string> {
    const hover: Hover | null = await this.#ask("textDocument/hover", path, marked);
    return hover === null ? "" : (hover.contents as { value: string }).value;
  }

  complete(path: string, marked: string): Promise<readonly CompletionItem[]> {
    return this.#ask("textDocument/completion", path, marked);
  }

  ask<Answer>(method: string, path: string, marked: string, more: object = {}): Promise<Answer> {
    return this.#ask(method, path, marked, more);
  }

  async actions(path: string, range: Range): Promise<readonly CodeAction[]> {
    const all = this.#diagnostics.get(this.uri(path))?.found ?? [];
    const diagnostics = all.filter((one) => one.range.start.line === range.start.line);
    const params = { textDocument: { uri: this.uri(path) }, range, context: { diagnostics } };
    return (await this.connection.sendRequest("textDocument/codeAction", params)) ?? [];
  }

  /** Applies an action to the open texts, as an editor does. */
  async apply({ edit }: CodeAction): Promise<void> {
    for (const [uri, edits] of Object.entries(edit?.changes ?? {})) {
      const path = [...this.#texts.keys()].find((each) => this.uri(each) === uri);
      if (path === undefined) throw new Error(`${uri} is not open`);
      await this.write(path, applied(this.textOf(path), edits));
    }
  }

  async #ask<Answer>(method: string, path: string, marked: string, more: object = {}): Promise<Answer> {
    const position = this.place(path, marked);
    return this.connection.sendRequest(method, { textDocument: { uri: this.uri(path) }, position, ...more });
  }

  async close(): Promise<void> {
    const ended = new Promise<number | null>((resolve) => this.#process.once("exit", resolve));
    await this.connection.sendRequest("shutdown");
    await this.connection.sendNotification("exit");
    await ended;
    this.connection.dispose();
  }
}

export function applied(text: string, edits: readonly TextEdit[]): string {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  const offset = ({ line, character }: Position) => (starts[line] ?? text.length) + character;
  return [...edits]
    .sort((a, b) => offset(b.range.start) - offset(a.range.start))
    .reduce(
      (all, { range, newText }) => all.slice(0, offset(range.start)) + newText + all.slice(offset(range.end)),
      text,
    );
}
