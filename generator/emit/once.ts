/** Texts are made when they are asked for, and then kept. */

export function once<T extends object | string>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
