/** Colours, on terminals only. [no-color.org] */

const CODES = { name: 36, faint: 2, strong: 1, problem: 31 } as const;

export type Colour = keyof typeof CODES;

/** Whether a stream supports colours; `NO_COLOR` with any value turns them off. */
export function takesColour(
  stream: { readonly isTTY?: boolean },
  environment: NodeJS.ProcessEnv = process.env,
): boolean {
  return stream.isTTY === true && !environment["NO_COLOR"] && environment["TERM"] !== "dumb";
}

/** Colours the text if standard output supports it. */
export function paint(colour: Colour, text: string, stream: { readonly isTTY?: boolean } = process.stdout): string {
  return takesColour(stream) ? `\u001b[${CODES[colour]}m${text}\u001b[0m` : text;
}
