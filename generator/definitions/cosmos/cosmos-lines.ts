/** Lines of a COSMOS configuration file as words; quoted texts are one word. [OpenC3 COSMOS 7, configuration] */

import { DefinitionError } from "../definition.ts";

export interface Line {
  readonly keyword: string;
  readonly words: readonly string[];
  readonly number: number;
  readonly text: string;
}

const WORD = /\s*(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|([^\s"'#][^\s]*)|(#.*))/y;

/** The name of a target is in no packet: most files leave it to COSMOS. */
export function withTarget(text: string): string {
  return text.replaceAll(/<%=\s*target_name\s*%>/g, "TARGET");
}

/** @throws DefinitionError for a template, which only COSMOS fills in */
export function linesOf(text: string): Line[] {
  return withTarget(text)
    .split(/\r\n|[\n\r]/)
    .flatMap((line, index): Line[] => {
      if (/^\s*[^\s#].*<%|^\s*<%/.test(line))
        throw new DefinitionError(
          "the file is a template (ERB): take the file that COSMOS made of it (Bucket Explorer, bucket config, DEFAULT/targets/NAME/cmd_tlm)",
          index + 1,
        );
      const [keyword, ...words] = wordsOf(line, index + 1);
      return keyword === undefined ? [] : [{ keyword: keyword.toUpperCase(), words, number: index + 1, text: line }];
    });
}

function wordsOf(line: string, number: number): string[] {
  const words: string[] = [];
  WORD.lastIndex = 0;
  while (WORD.lastIndex < line.trimEnd().length) {
    const match = WORD.exec(line);
    if (match === null) throw new DefinitionError("a quoted text has no end", number);
    const [, double, single, plain, comment] = match;
    if (comment !== undefined) break;
    words.push(double ?? single ?? plain ?? "");
  }
  return words;
}
