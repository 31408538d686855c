/** Why there is none; undefined if there is. */
export function registryObjection(): string | undefined;
