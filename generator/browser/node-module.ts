/** In the place of `node:module` and `node:fs`: what would be required has to be loaded before. */

export function createRequire(): () => never {
  return () => {
    throw new Error("call load() of structline/compiler, and wait for it, before compile()");
  };
}

export function readFileSync(): never {
  throw new Error("there are no files");
}
