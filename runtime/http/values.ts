/** Values of `[http]`. Each parser throws an Error with one sentence that does not contain the position. */

import { parseList, redact } from "../config/values.ts";

/** Host names of a server. */
export function parseHosts(text: string): string[] {
  return parseList(text).map((host) => {
    if (/^[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*$/.test(host)) return host;
    throw new Error(
      `'${redact(host)}' is not a host's name; write it without scheme, port and path: telemetry.example.org`,
    );
  });
}

/** `/telemetry`; without a slash at the end. */
export function parseBasePath(text: string): string {
  const path = text.replace(/\/$/, "");
  if (/^(\/[\w~-][\w.~-]*)+$/.test(path)) return path;
  throw new Error(`'${redact(text)}' is not a path like /telemetry`);
}

/** `https://tile.example.org/{z}/{x}/{y}.png © somebody` */
export function parseMapTiles(text: string): string {
  const [template = ""] = text.split(" ");
  const isWhole = ["{z}", "{x}", "{y}"].every((place) => template.includes(place));
  const isAddress = /^https?:\/\/[\w.:[\]-]+\/[^\s"'<>\\]*$/.test(template) && URL.canParse(template);
  if (isWhole && isAddress && !/\p{Cc}/u.test(text)) return text;
  throw new Error(`'${redact(text)}' is not an address like https://tile.example.org/{z}/{x}/{y}.png`);
}

/**
 * `self, https://wiki.example.org, https://*.example.org:8443` → sources of a `frame-ancestors` directive.
 * @throws Error whose message is one sentence
 */
export function parseFrameAncestors(text: string): string[] {
  return parseList(text).map((site) => {
    if (site === "self") return "'self'";
    // The value becomes part of a header, where a blank or a semicolon would have a meaning.
    if (
      !/^https?:\/\/(?:\*\.)?(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?::\d{1,5})?$/i.test(
        site,
      )
    )
      throw new Error(`'${site}' is not a site; write https://wiki.example.org, https://*.example.org:8443 or self`);
    return site.toLowerCase();
  });
}
