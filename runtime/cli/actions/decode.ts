/**
 * `channel-message <channel> decode|transform <payload>`: prints the fields of messages, raw or with the rules applied.
 */

import type { StructCodec } from "../../codec/struct-codec.ts";
import type { Action, ActionContext } from "../action.ts";
import { CommandError, UsageError } from "../command-error.ts";
import { StructPrinter, type ValueForm } from "../format/struct-printer.ts";
import { type Dispatched, PayloadReader, parsePayload } from "../payload.ts";
import { inputSize, readPayloadLines } from "../payload-lines.ts";
import { ProgressBar } from "../progress-bar.ts";

export const decode: Action = action("decode", "raw", "Decode messages and print their raw field values");
export const transform: Action = action(
  "transform",
  "stored",
  "Decode messages, apply the rules, print the stored values",
);

function action(name: string, reading: ValueForm, summary: string): Action {
  return {
    name,
    channel: true,
    summary,
    example: `channel-message h2m ${name} 0x05022a0021`,
    args: {
      payload: {
        type: "positional",
        required: true,
        description: "Message as hexadecimal digits behind 0x; - reads them from standard input, one a line",
      },
      schema: {
        type: "string",
        description: "Layout: own (what the message shows), today (the newest), a version's name or a layout's number",
        valueHint: "layout",
      },
      json: { type: "boolean", description: "Print one JSON object a line" },
    },
    async run(context) {
      if (context.positionals.length === 0) throw new UsageError(`${name} takes at least one payload`);
      const { schema } = context.args;
      const layout = typeof schema === "string" ? schema : undefined;
      const reader = new PayloadReader(context.channel(), await context.codecs(), layout);
      const printer = new MessagePrinter(context, reader, reading);
      for (const text of context.positionals) {
        if (text === "-") await printer.printInput();
        else printer.print(parsePayload(text));
      }
    },
  };
}

class MessagePrinter {
  readonly #context: ActionContext;
  readonly #reader: PayloadReader;
  readonly #reading: ValueForm;
  readonly #json: boolean;
  readonly #printers = new Map<StructCodec, StructPrinter>();

  constructor(context: ActionContext, reader: PayloadReader, reading: ValueForm) {
    this.#context = context;
    this.#reader = reader;
    this.#reading = reading;
    this.#json = context.isJson;
  }

  /** @throws CommandError if the payload belongs to no struct */
  print(payload: Uint8Array): void {
    const found = this.#reader.read(payload, new DataView(payload.buffer, payload.byteOffset, payload.byteLength));
    const { measurement, id, name } = found.codec;
    this.#context.debug(`${payload.length} bytes, struct ID ${id}: ${name}, measurement ${measurement}`);
    this.#printAs(found, payload);
  }

  /** Decodes every line of standard input; reports a bad line with its number and continues. */
  async printInput(): Promise<void> {
    const bar = new ProgressBar({ total: inputSize(0), unit: "messages" });
    const { output, warn } = this.#context;
    let view: DataView | undefined;
    let messages = 0;
    let bad = 0;
    const report = (line: number, problem: string) => {
      bad++;
      bar.clear();
      warn(`line ${line}: ${problem}`);
    };
    await readPayloadLines(process.stdin, {
      onPayload: (page, length, line) => {
        view ??= new DataView(page.buffer);
        const payload = page.subarray(0, length);
        const problem = attempt(() => this.#printAs(this.#reader.read(payload, view!), payload));
        if (problem === undefined) messages++;
        else report(line, problem);
      },
      onBadLine: (text, line) => report(line, attempt(() => parsePayload(text)) ?? "not a payload"),
      onProgress: (bytes) => {
        bar.update(bytes, messages);
        return output.drained();
      },
    });
    bar.clear();
    this.#context.debug(`${messages} messages, ${bad} bad lines`);
    if (bad > 0) throw new CommandError(`${bad} of ${messages + bad} lines could not be decoded`);
  }

  #printAs(found: Dispatched, payload: Uint8Array): void {
    const { codec } = found;
    let printer = this.#printers.get(codec);
    if (printer === undefined) {
      printer = new StructPrinter(codec, this.#reading);
      this.#printers.set(codec, printer);
    }
    this.#context.output.write(this.#json ? printer.json(payload, found) : printer.text(payload, found));
  }
}

/** The error's message; undefined without an error. */
function attempt(run: () => unknown): string | undefined {
  try {
    run();
    return undefined;
  } catch (error) {
    if (error instanceof CommandError) return error.message;
    throw error;
  }
}
