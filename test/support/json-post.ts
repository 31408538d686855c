/** A request with JSON. @param headers further ones */
export function jsonPost(body: unknown, headers: Readonly<Record<string, string>> = {}) {
  return {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    body: JSON.stringify(body),
  } as const;
}
