/** Patterns of texts as plain data, which can be passed between threads. Their matching time is linear. */

/** Fits if one of the choices fits. */
export interface TextPattern {
  readonly choices: readonly Choice[];
  readonly isCaseless: boolean;
}

export interface Choice {
  /** The text begins, ends with the pattern. */
  readonly isFirst: boolean;
  readonly isLast: boolean;
  /** In this order, with any text in between. */
  readonly texts: readonly string[];
}

export function fits({ choices, isCaseless }: TextPattern, text: string): boolean {
  const folded = isCaseless ? text.toLowerCase() : text;
  return choices.some((choice) => fitsChoice(choice, folded));
}

function fitsChoice({ isFirst, isLast, texts }: Choice, name: string): boolean {
  let at = 0;
  for (const [index, text] of texts.entries()) {
    const isEnd = isLast && index === texts.length - 1;
    const found = isEnd ? name.lastIndexOf(text) : name.indexOf(text, at);
    if (found < at || (index === 0 && isFirst && !name.startsWith(text))) return false;
    if (index === 0 && isFirst && isEnd && name !== text) return false;
    if (isEnd && found + text.length !== name.length) return false;
    at = found + text.length;
  }
  return true;
}
