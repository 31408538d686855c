/** The language server: requests of the editor, answered from the newest compilation. */

import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import {
  type CodeAction,
  CodeActionKind,
  type Connection,
  DidChangeWatchedFilesNotification,
  DidChangeWorkspaceFoldersNotification,
  type Hover,
  type InitializeParams,
  type InitializeResult,
  MessageType,
  type Range,
  ResponseError,
  ShowMessageNotification,
  TextDocumentSyncKind,
  TextDocuments,
} from "vscode-languageserver";
import { TextDocument } from "vscode-languageserver-textdocument";
import { VERSION } from "../../runtime/config/program.ts";
import type { Field, Message } from "../codec/model.ts";
import { decodeText } from "../source/decode-text.ts";
import { type ActionContext, fixes, offers } from "./actions.ts";
import { commentBefore, headerCompletion } from "./completion.ts";
import type { FoundMessage } from "./field-index.ts";
import { code, memberText, messageText } from "./hover.ts";
import { iniCompletion, iniHover } from "./ini-completion.ts";
import { inlayHints } from "./inlay.ts";
import { lenses } from "./lens.ts";
import { isPanelUrl, type LiveRow, lastRow, panelUrl, type Service } from "./live.ts";
import {
  definitions,
  generatedPlaces,
  iniOutline,
  outline,
  type Place,
  references,
  renamed,
  storedNameAt,
} from "./navigation.ts";
import { pathOf, positionOf, rangeOf, uriOf } from "./places.ts";
import { Project, type State } from "./project.ts";
import { published } from "./published.ts";

export interface ServerOptions {
  /** The configuration of every header; by default the `channels.ini` above it that names it. */
  readonly config?: string;
  readonly service?: Service;
  /** What the code lens compares with. */
  readonly against?: string;
  /** False for no offsets beside fields. */
  readonly inlay: "shown" | "hidden";
  readonly environment: NodeJS.ProcessEnv;
}

/** A compilation starts this long after the last key, in ms. */
const SETTLE_MS = 20;
const CONFIGURATION = "channels.ini";
const OPEN_PANEL = "structline.openPanel";
const EXPLAIN = "structline.explainBreaking";

interface Served {
  readonly project: Project;
  /** Of the texts as they are now. */
  current: Promise<State> | undefined;
  last: State | undefined;
  timer: NodeJS.Timeout | undefined;
  /** Files with diagnostics in the editor. */
  readonly diagnosed: Set<string>;
}

export function serve(connection: Connection, options: ServerOptions): void {
  new Server(connection, options).start();
}

class Server {
  readonly #connection: Connection;
  readonly #options: ServerOptions;
  readonly #documents = new TextDocuments(TextDocument);
  readonly #projects = new Map<string, Served>();
  #watches = false;
  #opensPages = false;
  /** Whether the editor shows notes at edits. */
  #annotates = false;
  /** Of the workspace. */
  #folders: readonly string[] = [];

  constructor(connection: Connection, options: ServerOptions) {
    this.#connection = connection;
    this.#options = options;
  }

  start(): void {
    const connection = this.#connection;
    connection.onInitialize((params) => this.#initialize(params));
    connection.onInitialized(() => {
      this.#changed(...this.#ofWorkspace());
      if (!this.#watches) return;
      const watchers = ["**/*.{h,hh,hpp,hxx,inc}", `**/${CONFIGURATION}`].map((globPattern) => ({ globPattern }));
      // An editor that refuses it tells of saved files only.
      connection.client.register(DidChangeWatchedFilesNotification.type, { watchers }).catch((error: Error) => {
        connection.console.warn(`files are not watched: ${error.message}`);
      });
    });
    connection.onNotification(DidChangeWorkspaceFoldersNotification.type, ({ event: { added, removed } }) => {
      const gone = new Set(removed.map(({ uri }) => pathOf(uri)));
      this.#folders = [
        ...this.#folders.filter((folder) => !gone.has(folder)),
        ...added.flatMap(({ uri }) => pathOf(uri) ?? []),
      ];
      this.#looked();
    });
    connection.onDidChangeWatchedFiles(() => this.#looked());
    this.#documents.onDidChangeContent(() => this.#looked("open documents"));
    this.#documents.onDidSave(() => this.#looked());
    this.#documents.onDidClose(() => this.#looked());
    this.#answerPlaces(connection);
    this.#answerFiles(connection);
    this.#documents.listen(connection);
    connection.listen();
  }

  #answerPlaces(connection: Connection): void {
    connection.onHover((params) => this.#at(params, (place, served) => this.#hover(place, served)));
    connection.onCompletion((params) => this.#at(params, (place, served) => this.#completion(place, served)));
    connection.onDefinition((params) => this.#at(params, (place) => definitions(place)));
    connection.onImplementation((params) => this.#at(params, (place) => generatedPlaces(place)));
    connection.onReferences((params) =>
      this.#at(params, (place, { project }) =>
        references(place, this.#text(project.file), params.context?.includeDeclaration === false ? "without" : "with"),
      ),
    );
    connection.onPrepareRename((params) =>
      this.#at(params, (place) => {
        const word = storedNameAt(place);
        return word === undefined ? null : { range: word.range, placeholder: word.text };
      }),
    );
    connection.onRenameRequest((params) =>
      this.#at(params, (place, { project }) => {
        const { uri } = params.textDocument;
        const { edit, note } = renamed(place, uri, params.newName, this.#text(project.file));
        if (!this.#annotates) this.#show(note);
        return edit;
      }),
    );
  }

  #answerFiles(connection: Connection): void {
    connection.onDocumentSymbol((params) =>
      this.#of(params.textDocument.uri, ({ project }, state, path) =>
        path === project.file ? iniOutline(this.#text(path)) : outline(state.index, project.shownOf(path)),
      ),
    );
    connection.onCodeLens((params) =>
      this.#of(params.textDocument.uri, ({ project }, state, path) =>
        path === project.file ? [] : lenses(state, project, project.shownOf(path), this.#options.against),
      ),
    );
    connection.onCodeAction((params) =>
      this.#of(params.textDocument.uri, async (served, state, path) => {
        const context = this.#actionContext(served, state, path);
        const fixed = fixes(params.range, params.context.diagnostics, context);
        const only = params.context.only ?? [];
        const wants =
          only.length === 0 ||
          only.some((kind) => CodeActionKind.Refactor.startsWith(kind) || kind.startsWith(CodeActionKind.Refactor));
        const isHeader = path !== served.project.file;
        const panels = isHeader && only.length === 0 ? this.#panelActions(state, context.file, params.range) : [];
        return [...fixed, ...(wants && isHeader ? await offers(params.range, context) : []), ...panels];
      }),
    );
    connection.languages.inlayHint.on((params) =>
      this.#of(params.textDocument.uri, ({ project }, state, path) => {
        if (this.#options.inlay === "hidden") return [];
        const lines = { from: params.range.start.line + 1, to: params.range.end.line + 1 };
        return inlayHints(state.index, project.shownOf(path), lines);
      }),
    );
    connection.onExecuteCommand(async ({ command, arguments: [given] = [] }) => {
      const { service } = this.#options;
      if (command === EXPLAIN && Array.isArray(given) && given.length > 0) this.#show(given.join("\n"));
      // Only pages of the service: an editor opens what it is told.
      if (command === OPEN_PANEL && service !== undefined && isPanelUrl(service, String(given)))
        await connection.window.showDocument({ uri: String(given), external: true });
      return null;
    });
    connection.onRequest("structline/channels", () => this.#channels());
    connection.onRequest(
      "structline/live",
      (params: { channel: string; struct: string }): Promise<object> => this.#live(params),
    );
  }

  /** Without a question, for which an editor would wait. */
  #show(message: string): void {
    void this.#connection.sendNotification(ShowMessageNotification.type, { type: MessageType.Info, message });
  }

  /** From a field or a struct to the panel of a running service, where the editor can open it. */
  #panelActions({ index }: State, file: string, { start }: Range): CodeAction[] {
    const { service } = this.#options;
    if (service === undefined || !this.#opensPages) return [];
    const line = start.line + 1;
    const places = [...index.membersOn(file, line), ...index.messagesOn(file, line)];
    const newest = places.filter(({ channel }) => channel.channel.plan.versionOf === undefined);
    const panels = new Map(newest.map((found) => [panelUrl(service, found.channel, found.message), found]));
    return [...panels].map(([url, { channel, message }]) => {
      const title = `Open the panel of '${message.name}' (channel ${channel.name}) on the page`;
      return { title, command: { title, command: OPEN_PANEL, arguments: [url] } };
    });
  }

  /** Projects of the workspace are served before a file of theirs is open: their headers may lie beside them. */
  #ofWorkspace(): Served[] {
    const { config } = this.#options;
    const files = config === undefined ? this.#folders.flatMap((folder) => configurationsIn(folder)) : [config];
    return [...new Set(files)].filter(exists).map((file) => this.#served(file));
  }

  #initialize({ capabilities, workspaceFolders, rootUri }: InitializeParams): InitializeResult {
    const roots = workspaceFolders?.map(({ uri }) => uri) ?? (rootUri ? [rootUri] : []);
    this.#folders = roots.flatMap((uri) => pathOf(uri) ?? []);
    this.#opensPages = capabilities.window?.showDocument?.support === true;
    this.#annotates = capabilities.workspace?.workspaceEdit?.changeAnnotationSupport !== undefined;
    this.#watches = capabilities.workspace?.didChangeWatchedFiles?.dynamicRegistration === true;
    return {
      serverInfo: { name: "structline", version: VERSION },
      capabilities: {
        textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: true },
        hoverProvider: true,
        completionProvider: { triggerCharacters: ["@", "=", ";", ":", "[", ",", " "] },
        definitionProvider: true,
        implementationProvider: true,
        referencesProvider: true,
        documentSymbolProvider: true,
        renameProvider: { prepareProvider: true },
        codeLensProvider: {},
        codeActionProvider: { codeActionKinds: [CodeActionKind.QuickFix, CodeActionKind.RefactorRewrite] },
        inlayHintProvider: true,
        workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
        executeCommandProvider: { commands: [OPEN_PANEL, EXPLAIN] },
      },
    };
  }

  /** Configurations may have appeared, and gone: serves those that are there, and compiles what has changed. */
  #looked(where: "open documents" | "workspace" = "workspace"): void {
    for (const { uri } of this.#documents.all()) {
      const path = pathOf(uri);
      const config = path === undefined ? undefined : this.#configurationOf(path);
      if (config !== undefined) this.#served(config);
    }
    if (where === "workspace") this.#ofWorkspace();
    for (const served of this.#projects.values()) {
      const { file } = served.project;
      if (file === this.#options.config || this.#openAt(file) !== undefined || exists(file)) continue;
      clearTimeout(served.timer);
      for (const path of served.diagnosed) void this.#connection.sendDiagnostics({ uri: uriOf(path), diagnostics: [] });
      this.#projects.delete(file);
    }
    this.#changed(...this.#projects.values());
  }

  /** Which projects read the text is known only after they are compiled: all look, and compile only what has changed. */
  #changed(...all: readonly Served[]): void {
    for (const served of all) {
      served.current = undefined;
      clearTimeout(served.timer);
      served.timer = setTimeout(() => void this.#publish(served), SETTLE_MS);
    }
  }

  async #publish(served: Served): Promise<void> {
    const state = await this.#stateOf(served);
    // A newer text follows, or the configuration is gone.
    if (state === undefined || served.last !== state || this.#projects.get(served.project.file) !== served) return;
    const found = published(state, served.project);
    for (const path of served.diagnosed) {
      if (!found.has(path)) void this.#connection.sendDiagnostics({ uri: uriOf(path), diagnostics: [] });
    }
    for (const [path, diagnostics] of found) {
      const open = this.#openAt(path);
      if (diagnostics.length === 0 && !served.diagnosed.has(path) && open === undefined) continue;
      // The editor's own spelling of the URI.
      const { uri, version } = open ?? { uri: uriOf(path), version: undefined };
      void this.#connection.sendDiagnostics({ uri, diagnostics, ...(version !== undefined && { version }) });
    }
    served.diagnosed.clear();
    for (const [path, diagnostics] of found) if (diagnostics.length > 0) served.diagnosed.add(path);
  }

  #stateOf(served: Served): Promise<State | undefined> {
    if (served.current === undefined) {
      const started = served.project.compile().then((state) => {
        if (served.current === started) served.last = state;
        return state;
      });
      served.current = started;
    }
    return served.current.catch((error: unknown) => {
      this.#connection.console.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
      return undefined;
    });
  }

  #configurationOf(path: string): string | undefined {
    if (this.#options.config !== undefined) return this.#options.config;
    for (let folder = dirname(path); ; folder = dirname(folder)) {
      const file = join(folder, CONFIGURATION);
      if (file === path || this.#openAt(file) !== undefined || exists(file)) return file;
      if (folder === dirname(folder)) return undefined;
    }
  }

  #served(file: string): Served {
    const known = this.#projects.get(file);
    if (known !== undefined) return known;
    const project = new Project(file, (path) => this.#openAt(path)?.getText(), {
      environment: this.#options.environment,
      version: VERSION,
    });
    const served: Served = { project, current: undefined, last: undefined, timer: undefined, diagnosed: new Set() };
    this.#projects.set(file, served);
    return served;
  }

  /** The document of a file. Editors spell URIs differently: VS Code writes `%2B` for a `+`. */
  #openAt(path: string): TextDocument | undefined {
    const known = this.#documents.get(uriOf(path));
    return known ?? this.#documents.all().find(({ uri }) => samePath(pathOf(uri), path));
  }

  /** Answers for a file that a project reads; null for others. The project above it comes first. */
  async #of<Answer>(
    uri: string,
    answer: (served: Served, state: State, path: string) => Answer | Promise<Answer>,
  ): Promise<Answer | null> {
    const path = pathOf(uri);
    if (path === undefined) return null;
    const config = this.#configurationOf(path);
    const above = config === undefined ? [] : [this.#served(config)];
    for (const served of new Set([...above, ...this.#projects.values()])) {
      const state = await this.#stateOf(served);
      if (state?.files.has(path) === true) return answer(served, state, path);
    }
    return null;
  }

  #at<Answer>(
    { textDocument, position }: { textDocument: { uri: string }; position: { line: number; character: number } },
    answer: (place: Place, served: Served) => Answer | Promise<Answer>,
  ): Promise<Answer | null> {
    return this.#of(textDocument.uri, (served, state, path) => {
      const file = served.project.shownOf(path);
      return answer({ project: served.project, state, file, text: this.#text(path), ...position }, served);
    });
  }

  /** The text as the editor has it, or on disk. */
  #text(path: string): string {
    const open = this.#openAt(path)?.getText();
    if (open !== undefined) return open;
    try {
      return decodeText(readFileSync(path));
    } catch {
      return "";
    }
  }

  async #hover(place: Place, { project }: Served): Promise<Hover | null> {
    const { state, file, text, line, character } = place;
    if (file === project.shownOf(project.file)) {
      const value = iniHover(text, { line, character });
      return value === undefined ? null : { contents: { kind: "markdown", value } };
    }
    const at = positionOf({ line, character });
    const members = state.index.membersAt(file, at);
    if (members.length > 0) {
      const [first] = members;
      const live = await this.#liveLines(members.slice(0, 1).map((one) => ({ ...one, columns: one.fields })));
      const range = first === undefined ? {} : { range: rangeOf(first.member.span) };
      return { contents: { kind: "markdown", value: memberText(members, state.index, live) }, ...range };
    }
    const messages = state.index.messagesAt(file, at);
    const [first] = messages;
    if (first === undefined) return null;
    const live = await this.#liveLines([{ ...first, columns: [] }]);
    return { contents: { kind: "markdown", value: messageText(messages, live) }, range: rangeOf(first.message.span) };
  }

  async #liveLines(
    found: readonly (FoundMessage & { readonly columns: readonly Pick<Field, "column" | "unit">[] })[],
  ): Promise<string[]> {
    const { service } = this.#options;
    const [first] = found;
    if (service === undefined || first === undefined) return [];
    const row = await lastRow(service, first.channel, first.message);
    const link = `[its panel on the page](${panelUrl(service, first.channel, first.message)})`;
    if (row.kind === "none") return [`no live value: ${row.reason} · ${link}`];
    const values = first.columns.slice(0, 8).flatMap(({ column, unit }) => {
      const value = row.values[column];
      const shown = typeof value === "object" ? JSON.stringify(value) : String(value);
      return value === undefined ? [] : [`${code(column)} = ${shown}${unit === undefined ? "" : ` ${unit}`}`];
    });
    return [[...values, `last stored ${row.time} · ${link}`].join("  \n")];
  }

  #completion({ state, file, text, line, character }: Place, { project }: Served) {
    if (file === project.shownOf(project.file)) return iniCompletion(text, { line, character }, state);
    const lines = text.split(/\r\n|\r|\n/);
    const before = [...lines.slice(0, line), (lines[line] ?? "").slice(0, character)].join("\n");
    const comment = commentBefore(before, before.length);
    return comment === undefined ? [] : headerCompletion(comment, { index: state.index, file, line: line + 1 });
  }

  #actionContext({ project }: Served, state: State, path: string): ActionContext {
    return {
      ...{ project, state, uri: uriOf(path), file: project.shownOf(path) },
      text: this.#text(path),
      configuration: this.#text(project.file),
      texts: {
        project,
        channelsOf: (file) => channelsOf(state, file),
        textOf: (other) => this.#text(other),
      },
      tried: (text) => project.compile((other) => (other === path ? text : this.#openAt(other)?.getText())),
    };
  }

  /** For a tree of channels and structs. */
  async #channels() {
    const { service } = this.#options;
    const all = await Promise.all(
      [...this.#projects.values()].map(async (served) => {
        const state = await this.#stateOf(served);
        return (state?.index.models ?? []).map((model) => ({
          name: model.name,
          structs: model.messages.map((message) => ({
            ...structOf(message),
            ...(service !== undefined && { page: panelUrl(service, model, message) }),
            uri: uriOf(served.project.pathOf(message.span.file)),
          })),
        }));
      }),
    );
    return all.flat();
  }

  async #live({ channel, struct }: { readonly channel: string; readonly struct: string }): Promise<LiveRow> {
    const { service } = this.#options;
    if (service === undefined) return { kind: "none", reason: "no service is named: structline lsp --service URL" };
    for (const served of this.#projects.values()) {
      const state = await this.#stateOf(served);
      const model = state?.index.models.find(({ name }) => name === channel);
      const message = model?.messages.find(({ name }) => name === struct);
      if (model !== undefined && message !== undefined) return lastRow(service, model, message);
    }
    throw new ResponseError(-32602, `there is no struct ${struct} in channel ${channel}`);
  }
}

function structOf({ name, id, size, span, fields }: Message) {
  const shown = fields.map(({ path, column, unit }) => ({ path, column, ...(unit !== undefined && { unit }) }));
  return { name, id, size, range: rangeOf(span), fields: shown };
}

/** Channels that read the file, also as an older version of their headers. */
function channelsOf({ channels }: State, file: string): string[] {
  const reading = channels.filter(({ texts }) => texts?.has(file) === true);
  return [...new Set(reading.map(({ plan }) => plan.versionOf ?? plan.name))];
}

/** Levels of folders below a workspace's in which projects are looked for. */
const DEPTH = 2;
const MOST_FOLDERS = 500;
const MOST_PROJECTS = 10;

/** Configurations in a folder of the workspace, the nearest first. */
function configurationsIn(folder: string): string[] {
  const found: string[] = [];
  let level = [folder];
  for (let depth = 0, seen = 0; depth <= DEPTH && level.length > 0; depth++) {
    const next: string[] = [];
    for (const each of level.slice(0, MOST_FOLDERS - seen)) {
      seen++;
      if (exists(join(each, CONFIGURATION))) found.push(join(each, CONFIGURATION));
      next.push(...foldersIn(each));
    }
    level = next;
  }
  return found.slice(0, MOST_PROJECTS);
}

/** Without those that hold what is installed, built or hidden. */
function foldersIn(folder: string): string[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
    return names
      .filter((name) => !/^(?:\.|node_modules$|build|dist$|out$|generated$)/.test(name))
      .map((name) => join(folder, name));
  } catch {
    return [];
  }
}

function samePath(a: string | undefined, b: string): boolean {
  return process.platform === "win32" ? a?.toLowerCase() === b.toLowerCase() : a === b;
}

function exists(file: string): boolean {
  try {
    readFileSync(file);
    return true;
  } catch {
    return false;
  }
}
