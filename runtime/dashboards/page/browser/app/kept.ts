/** The page's local storage, by key. Without storage nothing is kept, and the page still works. */

export function kept(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

/** @param value undefined or empty: deletes the key */
export function keep(key: string, value: string | undefined): void {
  try {
    if (value === undefined || value === "") localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // The value is lost when the page is closed.
  }
}
