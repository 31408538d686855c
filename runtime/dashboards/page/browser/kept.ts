/** What this browser keeps of the page, by key. Where storage is off nothing is kept, and the page works all the same. */

export function kept(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

/** @param value undefined or empty: forgotten */
export function keep(key: string, value: string | undefined): void {
  try {
    if (value === undefined || value === "") localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // It holds until the page is closed.
  }
}
