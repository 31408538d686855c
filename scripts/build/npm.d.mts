/** Program and first arguments that run npm. */
export function npmCommand(
  env?: Readonly<Record<string, string | undefined>>,
  execPath?: string,
  exists?: (path: string) => boolean,
): string[];
