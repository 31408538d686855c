/** What the generated readers ignore in frames. Each file states it at the top; diagnostics state it as notes. */

import { arrangementOf, type Following, followedParts, lackingFor } from "../../codec/arrangement.ts";
import type { EmittedFile } from "../../codec/emitted-file.ts";
import { generatedBy, type Limits, type Tool } from "../../codec/emitter.ts";
import type { ChannelModel } from "../../codec/model.ts";
import { commentText, heldBy, lineText } from "../../codec/text.ts";

/** How much a definition reads of a frame: nothing, the ID only, also the configured length, or everything with checksums. */
export type FrameReading = "none" | "ids" | "lengths" | "all";

export interface FrameUse {
  readonly reading: FrameReading;
  /** It refuses frames with other numbers than those of 'expect'. */
  readonly expects?: true;
  /** What becomes of checksums, unless everything is read; default: "neither checked nor written". */
  readonly checks?: string;
}

/**
 * Reports what the definition ignores of the channel's frames.
 * @returns the same texts, for the comment
 */
export function frameLimits(
  channel: ChannelModel,
  { reading, expects, checks = "neither checked nor written" }: FrameUse,
  limits: Limits,
): string[] {
  const [first] = channel.messages;
  if (reading === "none" || first === undefined) return [];
  const { check, short, long, expect, sequence, variants = [] } = channel.frames;
  const say = (what: string) =>
    limits.say({ path: `channel ${lineText(channel.name)}`, span: first.struct.layout.message.span }, what);
  const forms = [
    ...(variants.length === 0 ? [] : [say("frames of the other forms ('variants') are not read")]),
    ...(expect === undefined || expects === true
      ? []
      : [say("frames with other numbers than those of 'expect' are read, too")]),
    ...(sequence === undefined ? [] : [say("the counter 'sequence' is neither read nor written")]),
  ];
  if (reading === "all") return forms;
  const fields = channel.messages.flatMap((message) =>
    message.fields.flatMap(({ path, span, compiled: field }) => {
      if (field.check === undefined) return [];
      const what = `the checksum ${field.check.algorithm} is ${checks}`;
      const place = `${message.name}.${path}`;
      limits.say({ path: `@check of ${place}`, span }, what);
      return [`${place}: ${what}`];
    }),
  );
  return [
    ...forms,
    ...(reading === "ids"
      ? [say(`the tool decides about frames of another length, not the section (short = ${short}, long = ${long})`)]
      : []),
    ...(check === undefined ? [] : [say(`the trailer's checksum ${check.algorithm} is ${checks}`)]),
    ...fields,
  ];
}

/**
 * Reports optional parts that the definition treats as always present.
 * @param following with the reason, for a format that only reads whole structs
 * @returns the same texts, for the comment
 */
export function presenceLimits(
  { messages }: ChannelModel,
  limits: Limits,
  following: Following | { readonly whole: string },
): string[] {
  return messages.flatMap((message) => {
    if (!("whole" in following) && followedParts(message, following) !== undefined) return [];
    const { name, span } = message;
    return (arrangementOf(message)?.parts ?? []).map((part) => {
      const place = `${name}.${part.path}`;
      const lacking = "whole" in following ? undefined : lackingFor(part, message, following);
      const why = "whole" in following ? `, since ${following.whole}` : "";
      const reason = lacking === undefined ? "is ignored" : `needs ${lacking}, which the format lacks`;
      const what = `'${part.text}' ${reason}: a message must be the whole struct${why}`;
      return `${place}: ${limits.say({ path: place, span }, what)}`;
    });
  });
}

/** Adds the lines to the top of the file, with the comment syntax of its first line. */
export function withHead(file: EmittedFile, lines: readonly string[], tool: Tool): EmittedFile {
  const end = file.text.indexOf("\n");
  const first = file.text.slice(0, end);
  const comments = lines.map((line) => {
    // After this, the text cannot end a comment in any of the formats.
    const text = heldBy("XML comment", commentText(line));
    return `\n${first.replace(generatedBy(tool), () => text)}`;
  });
  return { ...file, text: first + comments.join("") + file.text.slice(end) };
}
