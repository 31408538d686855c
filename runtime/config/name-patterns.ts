/** Names in which `*` is any text and `?` any character. */

export function takesOf(patterns: readonly string[]): (name: string) => boolean {
  const expressions = patterns.map((pattern) => {
    const text = pattern
      .replaceAll(/[.+^${}()|[\]\\]/g, "\\$&")
      .replaceAll("*", ".*")
      .replaceAll("?", ".");
    return new RegExp(`^${text}$`, "su");
  });
  return (name) => expressions.some((expression) => expression.test(name));
}
