/** Browser replacement for `node:module`, `node:fs` and `node:net`. It cannot load modules; `load` must have run before. */

export function createRequire(): () => never {
  return () => {
    throw new Error("call load() of structline/compiler, and wait for it, before compile()");
  };
}

export function readFileSync(): never {
  throw new Error("there are no files");
}

export function existsSync(): boolean {
  return false;
}

/** Only sections of the service hold IP addresses, and the browser build does not read these. */
export function isIP(): number {
  return 0;
}

export function isIPv4(): boolean {
  return false;
}

export const isIPv6 = isIPv4;
