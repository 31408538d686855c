/** What a `.proto` file declares and imports, by its text alone: the service reads the rest by a library. Pure. */

export interface ProtoOutline {
  readonly imports: readonly string[];
  /** All messages, with their package; inner ones too. */
  readonly messages: readonly string[];
  /** Those that no other message of the file contains. */
  readonly free: readonly string[];
}

interface Scope {
  /** Empty for what declares no messages of its own, such as a `oneof`. */
  readonly name: string;
  readonly isMessage: boolean;
  /** The statement that goes on behind it: an option's value in braces is a part of one. */
  readonly before: readonly string[];
}

const TOKEN = /\/\/[^\n]*|\/\*[\s\S]*?\*\/|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|[A-Za-z_.][\w.]*|[^\s]/g;
const LABELS = new Set(["optional", "required", "repeated", "export", "local"]);
const NO_FIELD = new Set(["option", "reserved", "extensions", "import", "package", "syntax", "edition", "rpc"]);

export function protoOutline(text: string): ProtoOutline {
  const reader = new OutlineReader();
  for (const [token] of text.matchAll(TOKEN)) if (!/^\/[/*]/.test(token)) reader.take(token);
  return reader.outline();
}

class OutlineReader {
  readonly #imports: string[] = [];
  readonly #messages: string[] = [];
  readonly #uses: { readonly by: string; readonly type: string }[] = [];
  readonly #scopes: Scope[] = [];
  #package = "";
  #statement: string[] = [];

  take(token: string): void {
    if (token === "{") this.#open();
    else if (token === "}") this.#statement = [...(this.#scopes.pop()?.before ?? [])];
    else if (token === ";") this.#end();
    else this.#statement.push(token);
  }

  outline(): ProtoOutline {
    const used = new Set<string>();
    for (const { by, type } of this.#uses) {
      const name = resolved(type, by, this.#messages);
      // A message may contain itself, and its inner ones may name it.
      if (name !== undefined && !`${by}.`.startsWith(`${name}.`)) used.add(name);
    }
    return { imports: this.#imports, messages: this.#messages, free: this.#messages.filter((name) => !used.has(name)) };
  }

  get #around(): string {
    return this.#scopes.findLast(({ isMessage }) => isMessage)?.name ?? this.#package;
  }

  #open(): void {
    const statement = this.#statement;
    const type = messageNamed(statement);
    const by = this.#around;
    const isValue = statement.includes("[") || statement[0] === "option";
    const before = isValue ? statement : [];
    this.#statement = [];
    if (type === undefined) {
      this.#scopes.push({ name: "", isMessage: false, before });
      return;
    }
    const name = joined(by, type);
    this.#messages.push(name);
    // A group is a message and a field.
    if (statement.includes("group")) this.#uses.push({ by, type });
    this.#scopes.push({ name, isMessage: true, before });
  }

  #end(): void {
    const [first, second = "", third = second] = this.#statement;
    if (first === "package") this.#package = second;
    if (first === "import") this.#imports.push(third.slice(1, -1));
    const type = this.#scopes.length === 0 ? undefined : typeOf(this.#statement);
    if (type !== undefined) this.#uses.push({ by: this.#around, type });
    this.#statement = [];
  }
}

/** `message Name`, `repeated group Name = 1` */
function messageNamed(statement: readonly string[]): string | undefined {
  const [word, name] = statement.filter((each) => !LABELS.has(each));
  return word === "message" || word === "group" ? name : undefined;
}

/** The type of a field; of a map, that of its values. */
function typeOf(statement: readonly string[]): string | undefined {
  const [type = "", ...rest] = statement.filter((each) => !LABELS.has(each));
  if (NO_FIELD.has(type) || !rest.includes("=")) return undefined;
  return type === "map" ? rest[rest.indexOf(",") + 1] : type;
}

/** The message that a name means inside of another one: the innermost. */
function resolved(type: string, by: string, messages: readonly string[]): string | undefined {
  if (type.startsWith(".")) return type.slice(1);
  for (let scope = by; ; scope = scope.slice(0, Math.max(0, scope.lastIndexOf(".")))) {
    const name = joined(scope, type);
    if (messages.includes(name)) return name;
    if (scope === "") return undefined;
  }
}

function joined(scope: string, name: string): string {
  return scope === "" ? name : `${scope}.${name}`;
}
