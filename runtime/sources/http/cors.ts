/** Cross-origin requests from browsers. [Fetch 3.2] */

export const ALLOWED_METHODS = "POST, OPTIONS";

/** Response headers for the request's origin; `*` in `origins` allows every origin, an empty list none. */
export function corsHeaders(
  method: string,
  origin: string | undefined,
  origins: readonly string[],
): Record<string, string> {
  const headers: Record<string, string> = {};
  if (method === "OPTIONS") headers["Allow"] = ALLOWED_METHODS;
  if (origins.length > 0 && !origins.includes("*")) headers["Vary"] = "Origin";
  if (origin === undefined || !(origins.includes("*") || origins.includes(origin))) return headers;
  headers["Access-Control-Allow-Origin"] = origins.includes("*") ? "*" : origin;
  headers["Access-Control-Expose-Headers"] = "Channel-Id";
  return method === "OPTIONS" ? { ...headers, ...PREFLIGHT } : headers;
}

const PREFLIGHT = {
  "Access-Control-Allow-Methods": ALLOWED_METHODS,
  "Access-Control-Allow-Headers": "Authorization, Content-Encoding, Content-Type, Idempotency-Key, X-Api-Key",
  "Access-Control-Max-Age": "7200",
};
