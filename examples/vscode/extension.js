/** The extension for VS Code: starts the language server, and shows channels with live values. */

import { execFile } from "node:child_process";
import * as vscode from "vscode";
import { LanguageClient } from "vscode-languageclient/node";

/** Values of structs that are open in the tree are asked again after this time, in ms. */
const REFRESH_MS = 2000;

let client;

export async function activate(context) {
  const settings = vscode.workspace.getConfiguration("structline");
  const service = settings.get("service") ?? "";
  client = new LanguageClient("structline", "structline", serverOf(settings), {
    documentSelector: [
      { scheme: "file", language: "c" },
      { scheme: "file", language: "cpp" },
      { scheme: "file", language: "structline-ini" },
    ],
    middleware: {
      executeCommand: (command, args, next) =>
        command === "structline.explainBreaking" ? explain(...args) : next(command, args),
    },
  });
  const channels = new Channels(client, service);
  const tree = vscode.window.createTreeView("structline.channels", { treeDataProvider: channels });
  const timer = setInterval(() => tree.visible && channels.refreshValues(), REFRESH_MS);
  context.subscriptions.push(
    tree,
    { dispose: () => clearInterval(timer) },
    vscode.commands.registerCommand("structline.refresh", () => channels.refresh()),
    vscode.commands.registerCommand("structline.send", (node) => send(node, settings)),
    vscode.commands.registerCommand("structline.page", (node) => openPage(service, node?.struct?.page ?? service)),
    vscode.workspace.onDidSaveTextDocument(() => channels.refresh()),
  );
  await client.start();
  await vscode.commands.executeCommand("setContext", "structline.runs", true);
}

export function deactivate() {
  return client?.stop();
}

function commandOf(settings) {
  const [command = "npx", ...args] = settings.get("command") ?? ["npx", "structline"];
  return { command, args };
}

function serverOf(settings) {
  const { command, args } = commandOf(settings);
  const named = (option, value) => (value ? [option, value] : []);
  const options = [
    ...named("--service", settings.get("service")),
    ...named("--against", settings.get("against")),
    ...(settings.get("inlayHints") === false ? ["--no-inlay"] : []),
  ];
  const cwd = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
  return { command, args: [...args, "lsp", ...options], options: { cwd, shell: process.platform === "win32" } };
}

/** Channels, their structs, and the structs' fields with the last stored value. */
class Channels {
  #client;
  #service;
  #rows = new Map();
  #opened = new Set();
  #changed = new vscode.EventEmitter();
  onDidChangeTreeData = this.#changed.event;

  constructor(languageClient, service) {
    this.#client = languageClient;
    this.#service = service;
  }

  refresh() {
    this.#rows.clear();
    this.#changed.fire(undefined);
  }

  refreshValues() {
    if (this.#service === "") return;
    this.#rows.clear();
    for (const node of this.#opened) this.#changed.fire(node);
  }

  async getChildren(node) {
    if (node === undefined) {
      const channels = await this.#client.sendRequest("structline/channels");
      return channels.map((channel) => ({ kind: "channel", channel }));
    }
    if (node.kind === "channel") {
      return node.channel.structs.map((struct) => ({ kind: "struct", channel: node.channel, struct }));
    }
    if (node.kind !== "struct") return [];
    this.#opened.add(node);
    const row = this.#service === "" ? undefined : await this.#rowOf(node);
    return node.struct.fields.map((field) => ({ kind: "field", field, row }));
  }

  getTreeItem(node) {
    if (node.kind === "channel")
      return new vscode.TreeItem(node.channel.name, vscode.TreeItemCollapsibleState.Expanded);
    if (node.kind === "field") return fieldItem(node);
    const { name, id, size, uri, range } = node.struct;
    const item = new vscode.TreeItem(name, vscode.TreeItemCollapsibleState.Collapsed);
    item.description = `ID ${id}, ${size} bytes`;
    item.contextValue = "struct";
    const selection = new vscode.Range(range.start.line, range.start.character, range.end.line, range.end.character);
    item.command = { command: "vscode.open", title: "Open", arguments: [vscode.Uri.parse(uri), { selection }] };
    return item;
  }

  #rowOf({ channel, struct }) {
    const key = `${channel.name} ${struct.name}`;
    const asked =
      this.#rows.get(key) ??
      this.#client.sendRequest("structline/live", { channel: channel.name, struct: struct.name });
    this.#rows.set(key, asked);
    return asked;
  }
}

function fieldItem({ field: { path, column, unit = "" }, row }) {
  const item = new vscode.TreeItem(path);
  const value = row?.kind === "row" ? row.values[column] : undefined;
  item.description = value === undefined || value === null ? (row?.reason ?? unit) : `${value} ${unit}`.trim();
  item.tooltip = row?.kind === "row" ? `last stored ${row.time}` : row?.reason;
  return item;
}

async function send(node, settings) {
  if (node?.kind !== "struct") return;
  const text = await vscode.window.showInputBox({
    prompt: `Fields of ${node.struct.name}; others take the header's initial values`,
    placeHolder: node.struct.fields
      .slice(2, 4)
      .map(({ path }) => `${path}=0`)
      .join(" "),
  });
  if (text === undefined) return;
  const fields = text.split(/\s+/).filter((part) => part !== "");
  try {
    const payload = await channelMessage(settings, [node.channel.name, "encode", node.struct.name, ...fields]);
    await channelMessage(settings, [node.channel.name, "send", payload.trim()]);
    vscode.window.showInformationMessage(`structline sent ${payload.trim()} to channel ${node.channel.name}`);
  } catch (error) {
    vscode.window.showErrorMessage(`structline: ${error.message}`);
  }
}

/** `channel-message` comes with `structline`, wherever that is. */
function channelMessage(settings, args) {
  const { command, args: first } = commandOf(settings);
  const program = [...first];
  const named = program.pop() ?? command;
  const other = named.replace(/structline(?=(?:\.c?js)?$)/, "channel-message");
  // npx would look for a package of that name.
  if (/(?:^|[\\/])npx(?:\.cmd)?$/.test(command) && other !== named) program.push("--package", named);
  const [file, ...rest] = program.length === first.length ? [other] : [command, ...program, other];
  const cwd = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
  return new Promise((resolve, reject) => {
    execFile(file, [...rest, ...args], { cwd }, (error, stdout, stderr) =>
      error ? reject(new Error(stderr.trim() || error.message)) : resolve(stdout),
    );
  });
}

/** In a tab if the page may be in a frame (`[http] frame_ancestors`), else in the browser. */
async function openPage(service, page) {
  if (service === "") {
    vscode.window.showInformationMessage("Name the service in the setting structline.service.");
    return;
  }
  const policy = await fetch(service).then(
    ({ headers }) => headers.get("content-security-policy") ?? "",
    () => "frame-ancestors 'none'",
  );
  if (/frame-ancestors 'none'/.test(policy)) await vscode.env.openExternal(vscode.Uri.parse(page));
  else await vscode.commands.executeCommand("simpleBrowser.show", page);
}

function explain(lines) {
  if (lines.length > 0) vscode.window.showQuickPick(lines, { title: "What this edit breaks" });
}
