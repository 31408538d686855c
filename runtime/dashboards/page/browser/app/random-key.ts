/** A key that nobody else has made. `crypto.randomUUID` is only available over HTTPS. */
export function randomKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
