/** Cross-origin requests from browsers. [Fetch 3.2] */

export const ALLOWED_METHODS = "POST, OPTIONS";

/** Response headers for the request's origin; `*` among `origins` allows every origin, none allows nobody. */
export function corsHeaders(request: Request, origins: readonly string[]): Headers {
  const headers = new Headers();
  if (request.method === "OPTIONS") headers.set("Allow", ALLOWED_METHODS);
  if (origins.length > 0 && !origins.includes("*")) headers.set("Vary", "Origin");
  const origin = request.headers.get("origin");
  if (origin === null || !(origins.includes("*") || origins.includes(origin))) return headers;
  headers.set("Access-Control-Allow-Origin", origins.includes("*") ? "*" : origin);
  headers.set("Access-Control-Expose-Headers", "Channel-Id");
  if (request.method === "OPTIONS") allowPreflight(headers);
  return headers;
}

function allowPreflight(headers: Headers): void {
  headers.set("Access-Control-Allow-Methods", ALLOWED_METHODS);
  headers.set("Access-Control-Allow-Headers", "Authorization, Content-Encoding, Content-Type, X-Api-Key");
  headers.set("Access-Control-Max-Age", "7200");
}
