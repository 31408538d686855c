/** Reads what InfluxDB's own suite (`tests/server_test.go` of its 1.x releases) writes and asks. Its expected answers are not read. */

export interface SuiteTest {
  readonly name: string;
  /** Each in line protocol. */
  readonly writes: readonly string[];
  readonly queries: readonly SuiteQuery[];
  /** Why the test cannot be run from its text; "" if it can. */
  readonly unread: string;
}

export interface SuiteQuery {
  readonly name: string;
  readonly command: string;
  readonly parameters: Readonly<Record<string, string>>;
}

/** The moment that the suite's `now()` gives, at whole seconds. */
export function readSuite(source: string, nowNs: bigint): SuiteTest[] {
  const bodies = source.split(/^func /m).slice(1);
  return bodies.flatMap((body) => {
    const name = /^Test(\w+)\(t \*testing/.exec(body)?.[1];
    return name === undefined ? [] : [readTest(name, tokensOf(body), nowNs)];
  });
}

interface Token {
  readonly kind: "text" | "word" | "number" | "sign";
  readonly text: string;
}

function tokensOf(body: string): Token[] {
  const pattern =
    /\/\/[^\n]*|\/\*[\s\S]*?\*\/|`([^`]*)`|"((?:[^"\\\n]|\\.)*)"|([A-Za-z_][\w.]*)|(\d[\w.]*)|(:=|&&|\|\||[^\s\w])/g;
  return Array.from(body.matchAll(pattern)).flatMap(([, raw, quoted, word, number, sign]): Token[] => {
    if (raw !== undefined) return [{ kind: "text", text: raw }];
    if (quoted !== undefined) return [{ kind: "text", text: JSON.parse(`"${quoted}"`) as string }];
    if (word !== undefined) return [{ kind: "word", text: word }];
    if (number !== undefined) return [{ kind: "number", text: number }];
    return sign === undefined ? [] : [{ kind: "sign", text: sign }];
  });
}

class Unread extends Error {}

type Value = string | bigint | Moment | readonly Value[];

class Moment {
  readonly ns: bigint;
  constructor(ns: bigint) {
    this.ns = ns;
  }
}

function readTest(name: string, tokens: readonly Token[], nowNs: bigint): SuiteTest {
  const reader = new Reader(tokens, nowNs);
  try {
    reader.run();
    return { name, writes: reader.writes, queries: reader.queries, unread: "" };
  } catch (error) {
    if (!(error instanceof Unread)) throw error;
    return { name, writes: [], queries: reader.queries, unread: error.message };
  }
}

/** Evaluates the few forms of Go in which the suite says what it writes and asks. */
class Reader {
  readonly writes: string[] = [];
  readonly queries: SuiteQuery[] = [];
  readonly #tokens: readonly Token[];
  readonly #known = new Map<string, Value>();
  readonly #nowNs: bigint;
  #at = 0;
  #unread: string | undefined;

  constructor(tokens: readonly Token[], nowNs: bigint) {
    this.#tokens = tokens;
    this.#nowNs = nowNs;
  }

  run(): void {
    for (; this.#at < this.#tokens.length; this.#at++) this.#statement();
    if (this.queries.length === 0) throw new Unread("asks by calls");
    if (this.writes.length === 0) throw new Unread(this.#unread ?? "writes nothing");
  }

  #statement(): void {
    const [first, second, third] = this.#tokens.slice(this.#at, this.#at + 3);
    const begins = (...texts: readonly string[]) =>
      texts.every((text, index) => [first, second, third][index]?.text === text);
    if (second?.text === ":=" && first?.kind === "word") this.#assign(first.text);
    else if (begins("Write", "{", "data")) this.#write();
    else if (begins("Query", "{", "name")) this.#query();
    else if (first?.text === "for" && third?.text === ":=") this.#unread ??= "writes in a loop";
    else if (begins("s.Write")) this.#unread ??= "writes by calls";
  }

  #assign(name: string): void {
    const start = this.#at;
    this.#at += 2;
    try {
      this.#known.set(name, this.#value());
      this.#at--;
    } catch (error) {
      if (!(error instanceof Unread)) throw error;
      this.#at = start + 1;
    }
  }

  #write(): void {
    this.#at += 4;
    const data = this.#value();
    if (typeof data !== "string") throw new Unread("writes what is no text");
    this.writes.push(data);
    this.#at--;
  }

  #query(): void {
    this.#at += 2;
    const members = new Map<string, Value>();
    let parameters: Record<string, string> = {};
    while (this.#text() !== "}") {
      const name = this.#take();
      if (this.#text() !== ":") throw new Unread("a query of another form");
      this.#at++;
      if (name === "params") parameters = this.#parameters();
      else if (name === "command" || name === "name") members.set(name, this.#value());
      else this.#skipMember();
      if (this.#text() === ",") this.#at++;
    }
    const command = members.get("command");
    if (typeof command === "string")
      this.queries.push({ name: String(members.get("name") ?? ""), command, parameters });
  }

  /** `url.Values{"db": []string{"db0"}, …}` */
  #parameters(): Record<string, string> {
    const found: Record<string, string> = {};
    this.#expect("url.Values", "{");
    while (this.#text() !== "}") {
      const name = this.#take();
      this.#expect(":", "[", "]", "string", "{");
      found[name] = this.#take();
      this.#expect("}");
      if (this.#text() === ",") this.#at++;
    }
    this.#at++;
    return found;
  }

  #skipMember(): void {
    for (let depth = 0; depth > 0 || (this.#text() !== "," && this.#text() !== "}"); this.#at++) {
      if (this.#tokens[this.#at]?.kind !== "sign") continue;
      if (/[({[]/.test(this.#text())) depth++;
      if (/[)}\]]/.test(this.#text())) depth--;
    }
  }

  #value(): Value {
    let value = this.#single();
    while (this.#tokens[this.#at]?.kind === "sign" && this.#text() === "+") {
      this.#at++;
      const next = this.#single();
      if (typeof value !== "string" || typeof next !== "string") throw new Unread("adds what is no text");
      value += next;
    }
    return value;
  }

  #single(): Value {
    const token = this.#tokens[this.#at++];
    if (token?.kind === "text") return token.text;
    if (token?.kind === "number" && /^\d+$/.test(token.text)) return BigInt(token.text);
    if (token?.text === "[" && this.#text() === "]") {
      this.#expect("]", "string", "{");
      return this.#list("}");
    }
    if (token?.kind !== "word") throw new Unread("a value of another form");
    return this.#text() === "(" ? this.#called(token.text) : this.#named(token.text);
  }

  #named(name: string): Value {
    const value = this.#known.get(name);
    if (value === undefined) throw new Unread(`${name} is not evaluated`);
    return value;
  }

  #called(name: string): Value {
    this.#expect("(");
    if (name === "mustParseTime") {
      this.#at += 2;
      const text = this.#take();
      this.#expect(")");
      return this.#ofMoment(new Moment(nsOf(text)));
    }
    if (name === "now") {
      this.#expect(")");
      return this.#ofMoment(new Moment(this.#nowNs));
    }
    const known = this.#known.get(name.replace(/\.\w+$/, ""));
    if (known instanceof Moment) return this.#method(known, name.replace(/^.*\./, ""));
    const given = this.#list(")");
    if (name === "fmt.Sprintf") return formatted(given);
    if (name === "strings.Join" && Array.isArray(given[0])) return given[0].join(String(given[1]));
    if (name === "strconv.FormatInt") return String(given[0]);
    throw new Unread(`${name}() is not evaluated`);
  }

  /** `.UnixNano()` and others behind a call. */
  #ofMoment(moment: Moment): Value {
    if (this.#text() !== ".") return moment;
    this.#at++;
    const method = this.#take();
    this.#expect("(");
    return this.#method(moment, method);
  }

  #method(moment: Moment, method: string): Value {
    if (method === "Format") {
      this.#list(")");
      return new Date(Number(moment.ns / 1_000_000n)).toISOString().replace(".000Z", "Z");
    }
    if (method === "Add") {
      const ns = this.#duration();
      this.#expect(")");
      return this.#ofMoment(new Moment(moment.ns + ns));
    }
    this.#expect(")");
    if (method === "UnixNano") return moment.ns;
    if (method === "Unix") return moment.ns / 1_000_000_000n;
    if (method === "UTC") return this.#ofMoment(moment);
    throw new Unread(`.${method}() is not evaluated`);
  }

  /** `-1 * time.Minute`, `24*time.Hour`, `time.Hour` */
  #duration(): bigint {
    let ns = 1n;
    for (; this.#text() !== ")"; this.#at++) {
      const text = this.#text();
      const unit = DURATIONS[text];
      if (unit !== undefined) ns *= unit;
      else if (text === "-") ns = -ns;
      else if (/^\d+$/.test(text)) ns *= BigInt(text);
      else if (text !== "*") throw new Unread(`${text} is no duration`);
    }
    return ns;
  }

  #list(end: string): Value[] {
    const items: Value[] = [];
    while (this.#text() !== end) {
      items.push(this.#value());
      if (this.#text() === ",") this.#at++;
    }
    this.#at++;
    return items;
  }

  #text(): string {
    return this.#tokens[this.#at]?.text ?? "";
  }

  #take(): string {
    return this.#tokens[this.#at++]?.text ?? "";
  }

  #expect(...texts: readonly string[]): void {
    for (const text of texts) if (this.#take() !== text) throw new Unread(`'${text}' is missing`);
  }
}

const DURATIONS: Readonly<Record<string, bigint>> = {
  "time.Nanosecond": 1n,
  "time.Millisecond": 1_000_000n,
  "time.Second": 1_000_000_000n,
  "time.Minute": 60_000_000_000n,
  "time.Hour": 3_600_000_000_000n,
};

function nsOf(text: string): bigint {
  const [, whole = "", fraction = "", zone = ""] = /^([^.Z+]*?)(?:\.(\d+))?(Z|[+-]\d\d:\d\d)$/.exec(text) ?? [];
  return BigInt(Date.parse(whole + zone)) * 1_000_000n + BigInt(fraction.padEnd(9, "0"));
}

function formatted([form, ...given]: readonly Value[]): string {
  let next = 0;
  return String(form).replace(/%[dsvq%]/g, (verb) => {
    if (verb === "%%") return "%";
    const value = given[next++];
    if (value === undefined) throw new Unread("too few values for a format");
    return verb === "%q" ? JSON.stringify(String(value)) : String(value);
  });
}
