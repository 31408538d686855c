/**
 * A table whose keys come from outside: names in headers, topics, queries, files. It has no prototype, since a plain object has
 * `constructor`, `toString` and `__proto__`, too.
 */
/* @__NO_SIDE_EFFECTS__ */
export function dictionary<Value>(entries: Readonly<Record<string, Value>> = {}): Record<string, Value> {
  return Object.assign(Object.create(null) as Record<string, Value>, entries);
}
