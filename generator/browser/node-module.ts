/** In the place of `node:module`, `node:fs` and `node:net`: what would be required has to be loaded before. */

export function createRequire(): () => never {
  return () => {
    throw new Error("call load() of structline/compiler, and wait for it, before compile()");
  };
}

export function readFileSync(): never {
  throw new Error("there are no files");
}

/** Addresses are in sections that a browser does not read. */
export function isIP(): number {
  return 0;
}

export function isIPv4(): boolean {
  return false;
}

export const isIPv6 = isIPv4;
