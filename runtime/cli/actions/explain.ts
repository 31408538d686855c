/**
 * `channel-message <channel> explain 0x… | LOG` and `find-check LOG`: explain why frames do not decode, and find their
 * checksum.
 */

import { createReadStream } from "node:fs";
import type { ChannelSettings } from "../../channels/channel-settings.ts";
import { frameTable } from "../../frames/channel-frames.ts";
import { explainFrame, explanationText } from "../../frames/explain-frame.ts";
import { checkText, findCheck } from "../../frames/find-check.ts";
import { PLAIN_FORMAT } from "../../frames/frame-format.ts";
import { isFrameProblem } from "../../frames/frame-table.ts";
import type { OtherLayout } from "../../frames/other-layout.ts";
import type { Action, ActionContext } from "../action.ts";
import { CommandError, UsageError } from "../command-error.ts";
import type { CommandSettings } from "../command-settings.ts";
import { hexText } from "../format/python-bytes.ts";
import { parsePayload } from "../payload.ts";
import { readPayloadLines } from "../payload-lines.ts";

const MOST_FRAMES = 10_000;
/** The built generator, beside this program. */
const GENERATOR = "./generator/other-layouts.js";

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
    const { name, frames = PLAIN_FORMAT, abiAssumed, abiGuessed } = context.channel();
    const isAbiSure = abiAssumed !== true && abiGuessed !== true;
    const table = frameTable(name, frames, codecs);
    const given = await framesOf(context.positionals);
    const isAnyStrange = given.some((frame) => isFrameProblem(table.find(frame)));
    const others = isAnyStrange ? await layoutsElsewhere(context) : [];
    for (const frame of given) {
      const explanation = explainFrame(frame, table, codecs.structs, others, isAbiSure);
      context.tell({ hex: hexText(frame), ...explanation }, `${hexText(frame)}\n${explanationText(explanation)}\n`);
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
    // Checks the channel's name, although any frames may be examined.
    context.channel();
    const frames = await framesOf(context.positionals);
    const found = findCheck(frames);
    if (found.length === 0) {
      throw new CommandError(
        `no checksum of the catalogue fits ${frames.length} frames; give whole frames, at least four different ones`,
      );
    }
    for (const each of found.slice(0, 10)) {
      context.tell(each, `${checkText(each)}  (${each.fits} of ${each.frames} frames)`);
    }
  },
};

/** Without the headers, or without the generator, there are fewer guesses. */
async function layoutsElsewhere({ channel, settings, debug }: ActionContext): Promise<readonly OtherLayout[]> {
  try {
    const { otherLayouts } = (await import(new URL(GENERATOR, import.meta.url).href)) as {
      otherLayouts(channel: ChannelSettings, settings: CommandSettings): OtherLayout[];
    };
    return otherLayouts(channel(), settings());
  } catch (error) {
    debug(`other compilers' layouts are not tried: ${(error as Error).message}`);
    return [];
  }
}

/** @throws CommandError if a file cannot be read or has no frame */
async function framesOf(names: readonly string[]): Promise<Uint8Array[]> {
  const frames: Uint8Array[] = [];
  for (const name of names) {
    if (/^0x/i.test(name)) frames.push(parsePayload(name));
    else await readFile(name, frames);
  }
  if (frames.length === 0)
    throw new CommandError("the file has no frame; each line must be hexadecimal digits after 0x");
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
        throw new CommandError(`${name}: line ${line} is not a frame: '${text.slice(0, 40)}'`);
      },
      onProgress: () => {},
    });
  } catch (error) {
    if (error instanceof CommandError) throw error;
    throw new CommandError(`'${name}' cannot be read: ${(error as Error).message}`);
  }
}
