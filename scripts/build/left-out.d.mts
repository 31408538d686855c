/** Folders of all parts of the service. */
export function partNames(): string[];
/** The list without the part's line. @throws Error if it has none */
export function withoutPart(list: string, name: string): string;
/** @param text names separated by commas. @throws Error for a part that does not exist */
export function parseWithout(text: string): string[];
/** Of a build's files, those of the parts that it has. */
export function isBuilt(path: string, without: readonly string[]): boolean;
/** @throws Error */
export function partsWithout(values: { readonly without?: string; readonly only?: string }): string[];
/** Programs of parts that run in processes of their own. */
export function partProcesses(): { in: string; out: string }[];
/** Replaces each import of code in a part's declaration. */
export function replaceLoads(
  text: string,
  replace: (text: string, file: string, member: string | undefined) => string,
): string;
