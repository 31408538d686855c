/** Names of a header as identifiers of other languages: letters of ASCII, digits and underscores, none twice. */

/**
 * One identifier for each name, in order. None equals another or a reserved word, also where upper and lower case are one.
 * @param reserved in lower case
 */
export function identifiers(
  names: readonly string[],
  reserved: ReadonlySet<string> = new Set(),
  /** What of a name counts. */
  folded: (name: string) => string = (name) => name.toLowerCase(),
): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    const cleaned = name.replace(/[^A-Za-z0-9_]+/g, "_");
    const base = /^[A-Za-z]/.test(cleaned) ? cleaned : `x${cleaned}`;
    let identifier = reserved.has(base.toLowerCase()) ? `${base}_` : base;
    for (let count = 2; taken.has(folded(identifier)); count++) identifier = `${base}_${count}`;
    taken.add(folded(identifier));
    return identifier;
  });
}

/** `gps.v[0]` → `gps_v_0` */
export function flatName(path: string): string {
  return path.replace(/\[(\d+)\]/g, "_$1").replaceAll(".", "_");
}
