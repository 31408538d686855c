/** Writes repeated code for elements of a long array as a loop, because V8 does not optimise functions of thousands of lines. */

/** Shorter runs are faster without a loop. */
const LEAST = 64;

/** Integers, except in names and in numbers with a fraction, exponent or suffix. */
const NUMBER = /(?<![\w.$])\d+(?![\w.])/g;

/** Replaces each run of statements that differ only in integers, by constant steps, with a loop. */
export function withLoops(statements: readonly string[]): string[] {
  if (statements.length < LEAST) return [...statements];
  const found: string[] = [];
  for (let from = 0; from < statements.length; ) {
    const { length, text } = runAt(statements, from);
    // The last statement of a run may begin another run.
    const end = from + (length < LEAST ? Math.max(1, length - 1) : length);
    if (length < LEAST) found.push(...statements.slice(from, end));
    else found.push(`for (let i = 0; i < ${length}; i++) ${text}`);
    from = end;
  }
  return found;
}

/** An expression for element `i`; undefined if the items are few or differ in more than integers. */
export function elementByIndex(items: readonly string[]): string | undefined {
  const { length, text } = items.length < LEAST ? { length: 0, text: "" } : runAt(items, 0);
  return length > 0 && length === items.length ? text : undefined;
}

/** Length of the run that starts at `from`, and its text as a function of `i`. */
function runAt(texts: readonly string[], from: number): { readonly length: number; readonly text: string } {
  const [first, second] = [texts[from] ?? "", texts[from + 1] ?? ""];
  // Digits in a string literal belong to a name.
  if (/["'`\n]/.test(first)) return { length: 1, text: first };
  const [numbers, next] = [numbersIn(first), numbersIn(second)];
  const steps = numbers.map((number, index) => (next[index] ?? number) - number);
  const at = (i: number) => fill(first, (index) => String(numbers[index]! + steps[index]! * i));
  let length = 1;
  while (texts[from + length] === at(length)) length++;
  return { length, text: fill(first, (index, isTerm) => linear(numbers[index]!, steps[index]!, isTerm)) };
}

function numbersIn(text: string): number[] {
  return (text.match(NUMBER) ?? []).map(Number);
}

function fill(text: string, number: (index: number, isTerm: boolean) => string): string {
  let index = 0;
  return text.replace(NUMBER, (digits, place: number) => {
    const isTerm =
      /(?:byteOffset \+ |\[)$/.test(text.slice(0, place)) && /^[,)\]]/.test(text.slice(place + digits.length));
    return number(index++, isTerm);
  });
}

function linear(first: number, step: number, isTerm: boolean): string {
  if (step === 0) return String(first);
  const product = step === 1 ? "i" : `${step} * i`;
  const sum = first === 0 ? product : `${first} + ${product}`;
  return isTerm ? sum : `(${sum})`;
}
