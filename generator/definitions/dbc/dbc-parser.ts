/** Reads the statements of a DBC file that describe messages. [Vector, DBC file format 1.0] */

import { dictionary } from "../../../runtime/lib/dictionary.ts";
import { DefinitionError } from "../definition.ts";

export interface DbcSignal {
  name: string;
  readonly line: number;
  /** Decides which multiplexed signals are there. */
  readonly isSwitch: boolean;
  /** Of the switch, if the signal is multiplexed. */
  readonly group: number | undefined;
  readonly start: number;
  readonly length: number;
  readonly isLittle: boolean;
  readonly isSigned: boolean;
  readonly factor: number;
  readonly offset: number;
  readonly least: number;
  readonly most: number;
  readonly unit: string;
  comment?: string;
  /** `SIG_VALTYPE_`: a float of 32 or 64 bits. */
  isFloat?: boolean;
  states?: readonly (readonly [value: number, name: string])[];
  /** `SG_MUL_VAL_`: the switch, and its ranges. */
  selection?: { readonly by: string; readonly ranges: readonly (readonly [from: number, to: number])[] };
}

export interface DbcMessage {
  /** As written: the highest bit marks an extended ID. */
  readonly id: number;
  name: string;
  readonly line: number;
  readonly size: number;
  readonly sender: string;
  readonly signals: DbcSignal[];
  comment?: string;
  everyMs?: number;
  /** Its ID has a parameter group of J1939. */
  isJ1939?: boolean;
}

export interface DbcFile {
  readonly messages: readonly DbcMessage[];
  readonly comment: string | undefined;
  /** Statements that are not for a message of this file. */
  readonly strays: readonly string[];
}

/** Statements without a semicolon at their end, and sections. */
const SECTIONS: ReadonlySet<string> = new Set(["VERSION", "NS_", "BS_", "BU_", "BO_", "SG_"]);

const STATEMENTS: ReadonlySet<string> = new Set([
  ...SECTIONS,
  ...["VAL_TABLE_", "BO_TX_BU_", "EV_", "ENVVAR_DATA_", "EV_DATA_", "SGTYPE_", "SGTYPE_VAL_", "SIG_GROUP_", "CM_"],
  ...["BA_DEF_", "BA_DEF_DEF_", "BA_", "VAL_", "SIG_VALTYPE_", "SIG_TYPE_REF_", "SG_MUL_VAL_", "BA_DEF_REL_"],
  ...["BA_REL_", "BA_DEF_DEF_REL_", "BA_DEF_SGTYPE_", "BA_SGTYPE_", "CAT_DEF_", "CAT_", "FILTER", "SIGTYPE_VALTYPE_"],
]);

/** Vector's list of signals that belong to no message. */
const NO_MESSAGE = 0xc000_0000;

export function parseDbc(source: string): DbcFile {
  return new Parser(tokensOf(source)).file();
}

class Parser {
  readonly #tokens: readonly Token[];
  #at = 0;
  readonly #messages: DbcMessage[] = [];
  readonly #byId = new Map<number, DbcMessage>();
  readonly #strays: string[] = [];
  #comment: string | undefined;
  #defaultEveryMs = 0;
  readonly #longNames: (() => void)[] = [];
  /** Values of the attribute `VFrameFormat`. */
  #frameFormats: string[] = [];
  #defaultFormat = "";

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  file(): DbcFile {
    while (this.#look().kind !== "end") this.#statement();
    // Statements refer to the short names.
    for (const rename of this.#longNames) rename();
    for (const message of this.#messages) {
      if (message.everyMs === undefined && this.#defaultEveryMs > 0) message.everyMs = this.#defaultEveryMs;
      message.isJ1939 ??= this.#isJ1939(this.#defaultFormat);
    }
    return { messages: this.#messages, comment: this.#comment, strays: this.#strays };
  }

  #look(): Token {
    return this.#tokens[this.#at]!;
  }

  #take(): Token {
    const token = this.#look();
    if (token.kind !== "end") this.#at++;
    return token;
  }

  #fail(expected: string): never {
    const { text, kind, line } = this.#look();
    throw new DefinitionError(
      `${expected} expected, not ${kind === "end" ? "the end of the file" : `'${text}'`}`,
      line,
    );
  }

  #is(text: string): boolean {
    return this.#look().text === text && this.#look().kind !== "text";
  }

  #sign(text: string): void {
    if (!this.#is(text)) this.#fail(`'${text}'`);
    this.#take();
  }

  #word(what: string): string {
    if (this.#look().kind !== "word") this.#fail(what);
    return this.#take().text;
  }

  #number(what: string): number {
    if (this.#look().kind !== "number") this.#fail(what);
    return Number(this.#take().text);
  }

  /** A number without a fraction. */
  #whole(what: string): number {
    const { line } = this.#look();
    const value = this.#number(what);
    if (!Number.isSafeInteger(value)) throw new DefinitionError(`${what} must be a whole number, not ${value}`, line);
    return value;
  }

  #text(what: string): string {
    if (this.#look().kind !== "text") this.#fail(what);
    return this.#take().text;
  }

  #statement(): void {
    const { text, kind } = this.#look();
    if (kind !== "word") {
      if (text !== ";") this.#fail("a statement");
      this.#take();
      return;
    }
    if (text === "SG_") throw new DefinitionError("a signal without its message (BO_)", this.#look().line);
    const reader = Object.hasOwn(this.#readers, text) ? this.#readers[text] : undefined;
    if (reader === undefined) this.#pass();
    else reader();
  }

  readonly #readers: Readonly<Record<string, () => void>> = dictionary({
    BO_: () => this.#message(),
    SIG_VALTYPE_: () => this.#floatType(),
    SG_MUL_VAL_: () => this.#selection(),
    CM_: () => this.#decoration(() => this.#commentOf()),
    VAL_: () => this.#decoration(() => this.#states()),
    BA_: () => this.#decoration(() => this.#attribute()),
    BA_DEF_: () => this.#decoration(() => this.#declaredAttribute()),
    BA_DEF_DEF_: () => this.#decoration(() => this.#defaultAttribute()),
  });

  /** A wrong statement about a comment or a name changes no value: it is passed over, and noted. */
  #decoration(read: () => void): void {
    const from = this.#at;
    try {
      read();
    } catch (error) {
      if (!(error instanceof DefinitionError)) throw error;
      this.#strays.push(`${error.message}: the statement is left out`);
      this.#at = from;
      this.#pass();
    }
  }

  /** Passes over a statement: to its semicolon, or to the next one at the beginning of a line. */
  #pass(): void {
    const { text, line } = this.#take();
    if (!STATEMENTS.has(text)) throw new DefinitionError(`'${text}' is not a statement of a DBC file`, line);
    const isList = text === "NS_";
    while (this.#look().kind !== "end") {
      if (!SECTIONS.has(text) && this.#is(";")) {
        this.#take();
        return;
      }
      // The list of NS_ has names of statements, without a colon.
      if (this.#isStatement() && (!isList || this.#tokens[this.#at + 1]?.text === ":")) return;
      this.#take();
    }
  }

  /** `BO_ 2024 OBD2: 8 ECU` and its signals. */
  #message(): void {
    const { line } = this.#take();
    const id = this.#whole("the message's ID");
    const name = this.#word("the message's name");
    this.#sign(":");
    const size = this.#whole("the message's size");
    const sender = this.#look().kind === "word" && !this.#look().isFirst ? this.#take().text : "";
    const message: DbcMessage = { id, name, line, size, sender, signals: [] };
    while (this.#is("SG_")) message.signals.push(this.#signal());
    if (id >= NO_MESSAGE) return;
    if (id < 0 || id > 0xffff_ffff) throw new DefinitionError(`the ID ${id} has more than 32 bits`, line);
    if (size < 0 || size > 65_535) throw new DefinitionError(`'${name}' cannot have ${size} bytes`, line);
    this.#messages.push(message);
    if (!this.#byId.has(id)) this.#byId.set(id, message);
  }

  /** `SG_ speed m1 : 8|16@1+ (0.01,0) [0|655.35] "km/h" Dash,Gate` */
  #signal(): DbcSignal {
    const { line } = this.#take();
    const name = this.#word("the signal's name");
    const role = this.#look().kind === "word" ? this.#take() : undefined;
    const mux = role && /^(?:(M)|m(\d+)(M)?|m)$/.exec(role.text);
    // cantools takes it for a signal that each message has.
    if (role?.text === "m")
      this.#strays.push(`line ${line}: '${name}' is multiplexed (m) without a number: each message has it`);
    if (mux === null) throw new DefinitionError(`'${role?.text}' is not M or m with a number`, line);
    this.#sign(":");
    const start = this.#whole("the first bit");
    this.#sign("|");
    const length = this.#whole("the number of bits");
    this.#sign("@");
    // `1+` is read as one number where a number follows.
    const order = this.#take().text;
    if (order !== "0" && order !== "1") throw new DefinitionError(`the byte order is 0 or 1, not '${order}'`, line);
    const sign = this.#take().text;
    if (sign !== "+" && sign !== "-") throw new DefinitionError(`'+' or '-' expected, not '${sign}'`, line);
    this.#sign("(");
    const factor = this.#number("the factor");
    this.#sign(",");
    const offset = this.#number("the offset");
    this.#sign(")");
    this.#sign("[");
    const least = this.#number("the least value");
    this.#sign("|");
    const most = this.#number("the largest value");
    this.#sign("]");
    const unit = this.#text("the unit");
    // Receivers, with or without commas.
    while ((this.#look().kind === "word" && !this.#look().isFirst) || this.#is(",")) this.#take();
    return {
      ...{ name, line, start, length, factor, offset, least, most, unit },
      isSwitch: mux?.[1] !== undefined || mux?.[3] !== undefined,
      group: mux?.[2] === undefined ? undefined : Number(mux[2]),
      isLittle: order === "1",
      isSigned: sign === "-",
    };
  }

  /** Some files lack it before the next statement. */
  #semicolon(): void {
    if (this.#look().kind !== "end" && !this.#isStatement()) this.#sign(";");
  }

  #isStatement(): boolean {
    const { kind, isFirst, text } = this.#look();
    return kind === "word" && isFirst && STATEMENTS.has(text);
  }

  #messageNamed(id: number, what: string, line: number): DbcMessage | undefined {
    const message = this.#byId.get(id);
    if (message === undefined && id < NO_MESSAGE)
      this.#strays.push(`line ${line}: ${what} of message ${id}, which is not there`);
    return message;
  }

  #signalNamed(id: number, name: string, what: string, line: number): DbcSignal | undefined {
    const message = this.#messageNamed(id, what, line);
    const signal = message?.signals.find((each) => each.name === name);
    if (message !== undefined && signal === undefined)
      this.#strays.push(`line ${line}: ${what} of '${name}', which ${message.name} does not have`);
    return signal;
  }

  #commentOf(): void {
    const { line } = this.#take();
    if (this.#look().kind === "text") this.#comment = this.#take().text;
    else {
      const of = this.#word("what the comment is about");
      if (of === "BO_") {
        const message = this.#messageNamed(this.#whole("the message's ID"), "a comment", line);
        const text = this.#text("the comment");
        if (message !== undefined) message.comment = text;
      } else if (of === "SG_") {
        const id = this.#whole("the message's ID");
        const signal = this.#signalNamed(id, this.#word("the signal's name"), "a comment", line);
        const text = this.#text("the comment");
        if (signal !== undefined) signal.comment = text;
      } else {
        this.#word("a name");
        this.#text("the comment");
      }
    }
    this.#semicolon();
  }

  /** `VAL_ 100 gear 0 "P" 1 "R";`, or `VAL_ variable …` of an environment variable. */
  #states(): void {
    const { line } = this.#take();
    if (this.#look().kind === "word") {
      this.#toSemicolon();
      return;
    }
    const id = this.#whole("the message's ID");
    const signal = this.#signalNamed(id, this.#word("the signal's name"), "value names", line);
    // Some tools write the name of a table.
    if (this.#look().kind === "word") {
      this.#toSemicolon();
      return;
    }
    const states: (readonly [number, string])[] = [];
    while (this.#look().kind === "number") states.push([this.#number("a value"), this.#text("the value's name")]);
    this.#semicolon();
    if (signal !== undefined) signal.states = states;
  }

  #floatType(): void {
    const { line } = this.#take();
    const id = this.#whole("the message's ID");
    const signal = this.#signalNamed(id, this.#word("the signal's name"), "a type", line);
    if (this.#is(":")) this.#take();
    const type = this.#whole("the type");
    this.#semicolon();
    if (signal !== undefined && (type === 1 || type === 2)) signal.isFloat = true;
  }

  /** `SG_MUL_VAL_ 100 temperature mode 1-3, 5-5;` */
  #selection(): void {
    const { line } = this.#take();
    const id = this.#whole("the message's ID");
    const signal = this.#signalNamed(id, this.#word("the signal's name"), "a selection", line);
    const by = this.#word("the switch's name");
    const ranges: (readonly [number, number])[] = [];
    while (this.#look().kind === "number") {
      const from = this.#whole("the first value");
      // `1-3` is two numbers, the second one negative.
      const to = Math.abs(this.#whole("the last value"));
      ranges.push([from, to]);
      if (this.#is(",")) this.#take();
    }
    this.#semicolon();
    if (signal !== undefined) signal.selection = { by, ranges };
  }

  #attribute(): void {
    const { line } = this.#take();
    const name = this.#text("the attribute's name");
    const of = this.#look().kind === "word" ? this.#take().text : "";
    if (of === "BO_") {
      const message = this.#messageNamed(this.#whole("the message's ID"), "an attribute", line);
      const value = this.#take().text;
      if (message !== undefined && name === "GenMsgCycleTime" && Number(value) >= 0) message.everyMs = Number(value);
      if (message !== undefined && name === "VFrameFormat") message.isJ1939 = this.#isJ1939(value);
      if (message !== undefined && name === "SystemMessageLongSymbol")
        this.#longNames.push(() => {
          message.name = value;
        });
    } else if (of === "SG_") {
      const id = this.#whole("the message's ID");
      const signal = this.#signalNamed(id, this.#word("the signal's name"), "an attribute", line);
      const value = this.#take().text;
      if (signal !== undefined && name === "SystemSignalLongSymbol")
        this.#longNames.push(() => {
          signal.name = value;
        });
    }
    this.#toSemicolon();
  }

  /** A value of `VFrameFormat`, or its number. */
  #isJ1939(value: string): boolean {
    return (this.#frameFormats[Number(value)] ?? value) === "J1939PG";
  }

  /** `BA_DEF_ BO_ "VFrameFormat" ENUM "StandardCAN","ExtendedCAN","reserved","J1939PG";` */
  #declaredAttribute(): void {
    this.#take();
    if (this.#is("BO_")) this.#take();
    const isFormat = this.#look().kind === "text" && this.#take().text === "VFrameFormat";
    if (isFormat && this.#is("ENUM")) {
      this.#take();
      while (this.#look().kind === "text" || this.#is(","))
        if (this.#look().kind === "text") this.#frameFormats.push(this.#take().text);
        else this.#take();
    }
    this.#toSemicolon();
  }

  #defaultAttribute(): void {
    this.#take();
    const name = this.#look().kind === "text" ? this.#take().text : "";
    const { kind, text } = this.#look();
    if (name === "GenMsgCycleTime" && kind === "number") this.#defaultEveryMs = Number(text);
    if (name === "VFrameFormat") this.#defaultFormat = text;
    this.#toSemicolon();
  }

  #toSemicolon(): void {
    while (!this.#is(";") && this.#look().kind !== "end" && !this.#isStatement()) this.#take();
    this.#semicolon();
  }
}

/** Splits a DBC file into words, numbers, texts and signs. */
interface Token {
  readonly kind: "word" | "number" | "text" | "sign" | "end";
  readonly text: string;
  readonly line: number;
  /** Nothing but blanks precedes it on its line. */
  readonly isFirst: boolean;
}

const TOKEN =
  /(?<blank>\s+|\/\/[^\n]*)|(?<digits>\d+(?:_\w*|[A-DF-Za-df-z]\w*|[eE](?![-+]?\d)\w*))|(?<number>[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)|(?<word>[A-Za-z_][\w-]*)|"(?<text>(?:[^"\\]|\\[\s\S])*)"|(?<sign>[^\s])/y;

function tokensOf(source: string): Token[] {
  const tokens: Token[] = [];
  let line = 1;
  let isFirst = true;
  TOKEN.lastIndex = 0;
  for (let at = 0; at < source.length; at = TOKEN.lastIndex) {
    const found = tokenIn(TOKEN.exec(source)?.groups ?? {});
    const newLines = newLinesIn(source, at, TOKEN.lastIndex);
    if (found?.text === '"' && found.kind === "sign") throw new DefinitionError("the text has no end", line);
    if (found !== undefined) tokens.push({ ...found, line, isFirst });
    isFirst = found === undefined && (isFirst || newLines > 0);
    line += newLines;
  }
  tokens.push({ kind: "end", text: "", line, isFirst: true });
  return tokens;
}

function newLinesIn(source: string, from: number, to: number): number {
  let count = 0;
  for (let at = from; at < to; at++) if (source.charCodeAt(at) === 10) count++;
  return count;
}

/** Undefined for blanks. */
function tokenIn(groups: Readonly<Record<string, string | undefined>>): Pick<Token, "kind" | "text"> | undefined {
  const { number, word, digits, text, sign } = groups;
  if (number !== undefined) return { kind: "number", text: number };
  if (text !== undefined) return { kind: "text", text: unescaped(text) };
  if (sign !== undefined) return { kind: "sign", text: sign };
  const name = word ?? digits;
  return name === undefined ? undefined : { kind: "word", text: name };
}

/** Vector's tools do not escape; others write `\"`. */
function unescaped(text: string): string {
  return text.replaceAll('\\"', '"').replaceAll("\\\\", "\\");
}
