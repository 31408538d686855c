/** Bundles the built-in page into `directory`. */
export function buildPage(directory: string): Promise<void>;
