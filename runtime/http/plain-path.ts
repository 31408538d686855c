/**
 * The one form of a request's path: guards, direct routes and hono's read the same. hono resolves dot segments, also encoded ones
 * and those with backslashes; a guard that compared the text as sent would see another path. [WHATWG URL 4.4]
 */

/** A dot segment, a backslash, or no path at all. */
const UNUSUAL = /^[^/]|^\/\/|\\|\/(?:\.|%2e){1,2}(?:[/?#]|$)|[\t\n\r#]/i;

/** Undefined if the text is not a path. */
export function plainPath(url: string): string | undefined {
  if (!UNUSUAL.test(url) || url === "*") return url;
  const text = url.startsWith("/") ? `http://service${url}` : url;
  if (!URL.canParse(text)) return undefined;
  const { protocol, pathname, search } = new URL(text);
  // Proxies may send the whole address. [RFC 9112 3.2.2]
  return protocol === "http:" || protocol === "https:" ? `${pathname}${search}` : undefined;
}
