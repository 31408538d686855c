/** Sentences about a service that gave no usable answer to `fetch`. */

/** The system's names for a host or a port at which nobody listens. */
const NOBODY = new Set(["ECONNREFUSED", "ENOTFOUND", "EHOSTUNREACH", "ENETUNREACH", "EAI_AGAIN"]);
const ENDED = new Set(["UND_ERR_SOCKET", "ECONNRESET", "EPIPE"]);

/**
 * @param error what `fetch`, or the reading of its answer, threw
 * @returns a part of a sentence, such as "no service answers at http://127.0.0.1:8080"
 */
export function unanswered(url: string, error: unknown): string {
  const { name, message, cause } = error as Error & { readonly cause?: NodeJS.ErrnoException };
  if (name === "TimeoutError") return `the service at ${url} has not answered yet`;
  if (name === "SyntaxError") return `what answers at ${url} is not the service`;
  if (ENDED.has(cause?.code ?? "")) return `the service at ${url} ended the connection`;
  const reason = cause?.code ?? cause?.message ?? message;
  return NOBODY.has(reason) ? `no service answers at ${url}` : `the service at ${url} cannot be asked (${reason})`;
}
