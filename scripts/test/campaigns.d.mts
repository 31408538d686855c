/** Every program below `scripts/campaigns` and `scripts/oracle`, with the first sentence of its comment. */
export function campaigns(): readonly { readonly name: string; readonly path: string; readonly line: string }[];
