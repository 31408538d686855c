/** `structline init --from FILE.proto`: a realm whose devices send Protobuf. There is no header: the service reads the definition itself. */

import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, isAbsolute, join, normalize, relative, resolve, sep } from "node:path";
import { type ProtoOutline, protoOutline } from "../definitions/proto/proto-outline.ts";
import { Changes, surroundings } from "./init-project.ts";

export interface ProtoOptions {
  readonly cwd: string;
  /** `--messages`: the message of a body. */
  readonly messages?: string | undefined;
}

type Made =
  | { readonly kind: "done"; readonly lines: readonly string[] }
  | { readonly kind: "refused"; readonly text: string };

const MOST_NAMED = 8;
const MOST_FILES = 500;
/** Google's own are in the service. */
const KNOWN = "google/protobuf/";

export function isProto(file: string): boolean {
  return /\.proto$/i.test(file);
}

export function initProto({ cwd, messages }: ProtoOptions, from: string, name: string): Made {
  const refused = (why: string): Made => ({ kind: "refused", text: `${why}; nothing was written\n` });
  const file = resolve(cwd, from);
  const realm = name.replaceAll(/[-_]/g, "");
  const outline = protoOutline(readFileSync(file, "utf8"));
  const message = messageOf(outline, messages);
  if (typeof message !== "string") return refused(`'${from}' ${message.why}`);
  const ini = join(cwd, "channels.ini");
  const before = existsSync(ini) ? readFileSync(ini, "utf8") : "[lab]\nchannels =\n";
  if (before.includes(`[realm-${realm}]`))
    return refused(`channels.ini has a section [realm-${realm}] already; name another with --channel NAME`);
  const changes = new Changes(cwd);
  const { path, missing } = placed(cwd, file, outline, changes);
  const section = `[realm-${realm}]\nproto = ${path}\nmessage = ${message}\n`;
  changes.write("channels.ini", `${stillOpen(before, ini).trimEnd()}\n\n${section}`);
  surroundings(cwd, changes);
  const notes = missing.map(
    (name) => `note: '${name}' was not found; the service starts without it if it has only options`,
  );
  const address = `${realm}/network/group/device`;
  return {
    kind: "done",
    lines: [
      ...changes.done,
      ...notes,
      `a body is a ${message}: publish it on '${address}/data.pb', or post it with 'Content-Type: application/x-protobuf'`,
      `to http://127.0.0.1:24642/api/${address}/data`,
    ],
  };
}

/** The first section of a realm would close all others, which the service took until now. */
function stillOpen(text: string, ini: string): string {
  if (!existsSync(ini) || /^\[realm-/m.test(text)) return text;
  if (!/^\[realms\]/m.test(text)) return `${text.trimEnd()}\n\n[realms]\ndefault = open\n`;
  return /^default[ \t]*=/m.test(text) ? text : text.replace(/^\[realms\].*$/m, "$&\ndefault = open");
}

/** @param wanted with or without its package */
function messageOf({ messages, free }: ProtoOutline, wanted: string | undefined): string | { readonly why: string } {
  const fitting = wanted === undefined ? free : messages.filter((name) => `.${name}`.endsWith(`.${wanted}`));
  const exact = messages.find((name) => name === wanted) ?? (fitting.length === 1 ? fitting[0] : undefined);
  if (exact !== undefined) return exact;
  const known = fitting.length > 0 ? fitting : messages;
  if (known.length === 0) return { why: "has no message" };
  const shown = known.slice(0, MOST_NAMED).join(", ") + (known.length > MOST_NAMED ? " …" : "");
  if (wanted !== undefined && fitting.length === 0)
    return { why: `has no message '${wanted}': its messages are ${shown}` };
  return { why: `does not say which message a body is: name it with --messages, one of ${shown}` };
}

/** The file's place for channels.ini; from outside it is copied, with what it imports. */
function placed(cwd: string, file: string, outline: ProtoOutline, changes: Changes) {
  const own = relative(cwd, file);
  const isInside = !own.startsWith("..") && !isAbsolute(own);
  const missing: string[] = [];
  const seen = new Set<string>();
  const waiting = outline.imports.map((name) => ({ name, from: file }));
  for (let next = waiting.shift(); next !== undefined && seen.size < MOST_FILES; next = waiting.shift()) {
    const { name } = next;
    if (seen.has(name) || name.startsWith(KNOWN)) continue;
    seen.add(name);
    const found = foundFrom(name, next.from);
    if (found === undefined) {
      missing.push(name);
      continue;
    }
    const text = readFileSync(found, "utf8");
    if (!isInside) changes.write(`proto/${normalize(name).split(sep).join("/")}`, text);
    waiting.push(...protoOutline(text).imports.map((each) => ({ name: each, from: found })));
  }
  if (isInside) return { path: own.split(sep).join("/"), missing };
  const path = `proto/${basename(file)}`;
  changes.write(path, readFileSync(file));
  return { path, missing };
}

/** As the service finds it: in the folder of the file that imports it, or in one above. */
function foundFrom(name: string, from: string): string | undefined {
  const plain = normalize(name);
  if (plain.startsWith("..") || plain.startsWith("/")) return undefined;
  for (let folder = dirname(from); ; folder = dirname(folder)) {
    if (existsSync(join(folder, plain))) return join(folder, plain);
    if (folder === dirname(folder)) return undefined;
  }
}
