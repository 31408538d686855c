/** Message types of `.proto` files, as the decoder needs them. The library parses the files; it is loaded with the first one. */

import { readFile } from "node:fs/promises";
import { dirname, join, normalize } from "node:path";
import type { Enum, Field, MapField, Root, Type } from "protobufjs";
import { withoutGroups } from "./groups.ts";

export type Scalar =
  | "double"
  | "float"
  | "int32"
  | "int64"
  | "uint32"
  | "uint64"
  | "sint32"
  | "sint64"
  | "fixed32"
  | "fixed64"
  | "sfixed32"
  | "sfixed64"
  | "bool"
  | "string"
  | "bytes";

export type Content =
  | { readonly kind: "scalar"; readonly scalar: Scalar }
  | { readonly kind: "enum"; readonly names: ReadonlyMap<number, string> }
  | { readonly kind: "message"; readonly type: MessageType };

export interface FieldPlan {
  readonly name: string;
  readonly number: number;
  readonly content: Content;
  readonly shape: "one" | "repeated" | "map";
  /** The key of a map's entries. */
  readonly key?: Scalar;
  /** `implicit`: a field that is absent is zero. */
  readonly presence: "implicit" | "explicit" | "required";
  /** A message has only one of its members. */
  readonly oneof?: string;
}

export interface MessageType {
  /** `google.protobuf.Timestamp` */
  readonly name: string;
  readonly fields: ReadonlyMap<number, FieldPlan>;
}

const LARGEST_FILE = 4 << 20;
const MOST_FILES = 500;
const MOST_KNOWN = 10;

export class Schema {
  readonly #root: Root;
  /** Types of the files that the configuration names, without those of imports. */
  readonly #own: readonly string[];
  readonly #planned = new Map<Type, MessageType>();
  readonly #library: Pick<Library, "Enum" | "Type">;

  constructor(root: Root, own: readonly string[], library: Library) {
    this.#root = root;
    this.#own = own;
    this.#library = library;
  }

  /** @param name with or without its package; undefined: the one that no other message contains. @throws Error with a sentence */
  type(name: string | undefined): MessageType {
    const wanted = name === undefined ? this.#only() : this.#named(name);
    const found = this.#root.lookup(wanted, this.#library.Type) as Type | null;
    if (found === null) throw new Error(`there is no message '${wanted}'`);
    return this.#plan(found);
  }

  /** The type of an `Any`. */
  known(name: string): MessageType | undefined {
    const found = this.#root.lookup(`.${name}`, this.#library.Type) as Type | null;
    return found === null ? undefined : this.#plan(found);
  }

  #named(name: string): string {
    const plain = name.replace(/^\./, "");
    if (this.#own.includes(plain)) return plain;
    const fitting = this.#own.filter((own) => own.endsWith(`.${plain}`));
    const [first, second] = fitting;
    if (first !== undefined && second === undefined) return first;
    if (second !== undefined) throw new Error(`'${name}' is ${listed(fitting)}: write one of them`);
    if (this.#root.lookup(`.${plain}`, this.#library.Type) !== null) return plain;
    throw new Error(`there is no message '${name}'; known are ${listed(this.#own)}`);
  }

  #only(): string {
    const used = new Set(this.#own.flatMap((name) => this.#usedBy(name)));
    const free = this.#own.filter((name) => !used.has(name));
    const [first, second] = free;
    if (first !== undefined && second === undefined) return first;
    throw new Error(`'message' is missing: which one of ${listed(free.length === 0 ? this.#own : free)}?`);
  }

  #usedBy(name: string): string[] {
    const type = this.#root.lookup(`.${name}`, this.#library.Type) as Type;
    return type.fieldsArray.flatMap((field) => {
      const { resolvedType } = field.resolve();
      const used = resolvedType === null ? undefined : resolvedType.fullName.slice(1);
      return used === undefined || used === name ? [] : [used];
    });
  }

  #plan(type: Type): MessageType {
    const known = this.#planned.get(type);
    if (known !== undefined) return known;
    const fields = new Map<number, FieldPlan>();
    const planned = { name: type.fullName.slice(1), fields };
    // A message may contain itself.
    this.#planned.set(type, planned);
    for (const field of type.fieldsArray) fields.set(field.id, this.#planField(field.resolve()));
    return planned;
  }

  #planField(field: Field): FieldPlan {
    const { name, id: number, repeated, partOf } = field;
    const content = this.#contentOf(field);
    if (field.map) {
      const key = (field as unknown as MapField).keyType as Scalar;
      return { name, number, content, shape: "map", key, presence: "explicit" };
    }
    // An optional field of proto3 stands in a oneof that nobody wrote.
    const oneof = partOf === null || partOf.name.startsWith("_") ? {} : { oneof: partOf.name };
    const isSeen = content.kind === "message" || field.hasPresence;
    const presence = field.required ? "required" : isSeen ? "explicit" : "implicit";
    return { name, number, content, shape: repeated ? "repeated" : "one", presence, ...oneof };
  }

  #contentOf({ type, resolvedType }: Field): Content {
    if (resolvedType === null) return { kind: "scalar", scalar: type as Scalar };
    if (resolvedType instanceof this.#library.Type) return { kind: "message", type: this.#plan(resolvedType as Type) };
    return { kind: "enum", names: namesOf(resolvedType as Enum) };
  }
}

/** If names have the same number, the first counts. */
function namesOf({ values }: Enum): ReadonlyMap<number, string> {
  const names = new Map<number, string>();
  for (const [name, number] of Object.entries(values)) if (!names.has(number)) names.set(number, name);
  return names;
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, MOST_KNOWN).join(", ");
  return names.length > MOST_KNOWN ? `${shown} …` : shown || "none";
}

type Library = typeof import("protobufjs");

const DESCRIPTOR = "google/protobuf/descriptor.proto";
/** Options describe a definition: files extend them, and no message has them. nanopb.proto also names the kinds of fields. */
const OPTIONS = {
  google: {
    nested: {
      protobuf: {
        nested: {
          ...Object.fromEntries(
            ["File", "Message", "Field", "Oneof", "Enum", "EnumValue", "Service", "Method", "ExtensionRange"].map(
              (name) => [`${name}Options`, { fields: {}, extensions: [[1000, 536_870_911]] }],
            ),
          ),
          FieldDescriptorProto: {
            fields: {},
            nested: { Type: { values: { TYPE_DOUBLE: 1 } }, Label: { values: { LABEL_OPTIONAL: 1 } } },
          },
        },
      },
    },
  },
};

/** @param file an absolute path. @throws Error with a sentence */
export async function loadSchema(file: string): Promise<Schema> {
  const imported = (await import("protobufjs")) as Library & { readonly default?: Library };
  const library = imported.default ?? imported;
  const loader = new Loader(library);
  const own = typesOf(await loader.read(file, await textOf(file)), library);
  await loader.imports();
  try {
    loader.root.resolveAll();
  } catch (cause) {
    throw new Error(loader.missing[0] ?? `${file}: ${sentence(cause)}`, { cause });
  }
  return new Schema(loader.root, own, library);
}

/** Reads a file and, one after the other, what it imports. */
class Loader {
  readonly root: Root;
  /** Sentences about imports that were not found. */
  readonly missing: string[] = [];
  readonly #library: Library;
  readonly #read = new Set<string>();
  readonly #waiting: { readonly name: string; readonly from: string }[] = [];

  constructor(library: Library) {
    this.#library = library;
    this.root = new library.Root();
  }

  async read(path: string, text: string): Promise<Parsed> {
    if (this.#read.size >= MOST_FILES) throw new Error(`${path}: more than ${MOST_FILES} files are imported`);
    this.#read.add(path);
    const parsed = parsedText(this.#library, path, text, this.root);
    const names = [...(parsed.imports ?? []), ...(parsed.weakImports ?? [])];
    this.#waiting.push(...names.map((name) => ({ name, from: path })));
    return parsed;
  }

  async imports(): Promise<void> {
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift())
      await this.#import(next.name, next.from);
  }

  async #import(name: string, from: string): Promise<void> {
    if (this.#read.has(name)) return;
    const ready = name === DESCRIPTOR ? { nested: OPTIONS } : this.#library.common.get(name);
    if (ready !== null) {
      this.#read.add(name);
      this.root.addJSON(ready.nested ?? {});
      return;
    }
    const file = await found(name, from);
    // A file that only has options is not needed, such as nanopb.proto.
    if (file === undefined) this.missing.push(`${from} imports '${name}', which is in no folder from there up`);
    else if (!this.#read.has(file.path)) await this.read(file.path, file.text);
  }
}

type Parsed = ReturnType<typeof parsedText>;

function parsedText(library: Library, path: string, text: string, root: Root) {
  try {
    return library.parse(withoutGroups(text), root, { keepCase: true });
  } catch (cause) {
    throw new Error(`${path}: ${sentence(cause)}`, { cause });
  }
}

/** The names of all messages that a file declares. */
function typesOf(parsed: Pick<Parsed, "root">, library: Library): string[] {
  const names: string[] = [];
  const walk = (array: readonly unknown[]) => {
    for (const each of array) {
      if (each instanceof library.Type) names.push(each.fullName.slice(1));
      if (each instanceof library.Namespace) walk(each.nestedArray);
    }
  };
  // Only one file is read by now.
  walk(parsed.root.nestedArray);
  return names;
}

/** A file that another one imports: its name begins in that one's folder, or in one above. */
async function found(
  name: string,
  from: string,
): Promise<{ readonly path: string; readonly text: string } | undefined> {
  const plain = normalize(name);
  if (plain.startsWith("..") || plain.startsWith("/")) throw new Error(`${from} imports '${name}' from outside`);
  for (let folder = dirname(from); ; folder = dirname(folder)) {
    const path = join(folder, plain);
    try {
      return { path, text: await textOf(path) };
    } catch {
      if (folder === dirname(folder)) return undefined;
    }
  }
}

async function textOf(path: string): Promise<string> {
  const text = await readFile(path, "utf8");
  if (text.length > LARGEST_FILE) throw new Error(`${path} is larger than ${LARGEST_FILE >> 20} MiB`);
  return text;
}

function sentence(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
