/** `channel-message <channel> explain 0x… | LOG` and `find-check LOG`: why it does not decode, and what the checksum is. */

import { createReadStream } from "node:fs";
import { frameTable } from "../../frames/channel-frames.ts";
import { explainFrame, explanationText } from "../../frames/explain-frame.ts";
import { checkText, findCheck } from "../../frames/find-check.ts";
import { PLAIN_FORMAT } from "../../frames/frame-format.ts";
import type { Action } from "../action.ts";
import { CommandError, UsageError } from "../command-error.ts";
import { hexText } from "../format/python-bytes.ts";
import { parsePayload } from "../payload.ts";
import { readPayloadLines } from "../payload-lines.ts";

const MOST_FRAMES = 10_000;

export const explain: Action = {
  name: "explain",
  channel: true,
  summary: "Show what the bytes of a frame are, and guess why it does not decode",
  example: "channel-message h2m explain 0x05022a00",
  args: {
    frame: {
      type: "positional",
      required: true,
      description: "Frame as hexadecimal digits behind 0x, or a file with one a line; - is standard input",
    },
    json: { type: "boolean", description: "Print one JSON object a line" },
  },
  async run(context) {
    if (context.positionals.length === 0) throw new UsageError("explain takes a frame or a file of frames");
    const codecs = await context.codecs();
    const { name, frames = PLAIN_FORMAT } = context.channel();
    const table = frameTable(name, frames, codecs);
    for (const frame of await framesOf(context.positionals)) {
      const explanation = explainFrame(frame, table, codecs.structs);
      if (context.args["json"] === true) context.print(JSON.stringify({ hex: hexText(frame), ...explanation }));
      else context.print(`${hexText(frame)}\n${explanationText(explanation)}\n`);
    }
  },
};

export const findCheckAction: Action = {
  name: "find-check",
  channel: true,
  summary: "Name the checksum that recorded frames carry",
  example: "channel-message rig find-check frames.txt",
  args: {
    log: {
      type: "positional",
      required: true,
      description: "File of frames, one a line as hexadecimal digits; - is standard input",
    },
    json: { type: "boolean", description: "Print one JSON object a line" },
  },
  async run(context) {
    if (context.positionals.length === 0) throw new UsageError("find-check takes a file of frames");
    // The channel's name is checked, although any channel's frames may be looked at.
    context.channel();
    const frames = await framesOf(context.positionals);
    const found = findCheck(frames);
    if (found.length === 0) {
      throw new CommandError(
        `no checksum of the catalogue fits ${frames.length} frames; give whole frames, at least four different ones`,
      );
    }
    for (const each of found.slice(0, 10)) {
      if (context.args["json"] === true) context.print(JSON.stringify(each));
      else context.print(`${checkText(each)}  (${each.fits} of ${each.frames} frames)`);
    }
  },
};

/** @throws CommandError for a file that cannot be read, or has no frame */
async function framesOf(names: readonly string[]): Promise<Uint8Array[]> {
  const frames: Uint8Array[] = [];
  for (const name of names) {
    if (/^0x/i.test(name)) frames.push(parsePayload(name));
    else await readFile(name, frames);
  }
  if (frames.length === 0) throw new CommandError("there is no frame in it: a line is hexadecimal digits behind 0x");
  return frames;
}

async function readFile(name: string, frames: Uint8Array[]): Promise<void> {
  const input = name === "-" ? process.stdin : createReadStream(name);
  try {
    await readPayloadLines(input, {
      onPayload: (page, length) => {
        if (frames.length < MOST_FRAMES) frames.push(page.slice(0, length));
      },
      onBadLine: (text, line) => {
        throw new CommandError(`${name}: line ${line} is no frame: '${text.slice(0, 40)}'`);
      },
      onProgress: () => {},
    });
  } catch (error) {
    if (error instanceof CommandError) throw error;
    throw new CommandError(`'${name}' cannot be read: ${(error as Error).message}`);
  }
}
