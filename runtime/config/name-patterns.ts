/** Name patterns: `*` matches any text, `?` any character. */

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
