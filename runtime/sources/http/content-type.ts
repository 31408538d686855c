/** What a `Content-Type` header says. Each text is parsed once: a device sends the same one for ever. */

export interface ContentType {
  /** `text/csv` for `Text/CSV; charset=utf-8`; empty without a header. */
  readonly mediaType: string;
  /** The type by which intake reads the body: a suffix says that it is JSON [RFC 6839], and SenML is recognised by its form. */
  readonly form: string;
  /** In lower case; undefined for UTF-8 or without a charset. */
  readonly charset: string | undefined;
}

const JSON_SUFFIX = /^application\/(?!x-ndjson)[\w.-]+\+json$|^text\/json$/;
/** Names that clients use for the same forms. */
const OTHER_NAMES: ReadonlyMap<string, string> = new Map([
  ["application/csv", "text/csv"],
  ["text/x-csv", "text/csv"],
  ["text/comma-separated-values", "text/csv"],
  ["text/tab-separated-values", "text/csv"],
  ["application/jsonl", "application/x-ndjson"],
  ["application/x-jsonlines", "application/x-ndjson"],
  ["application/jsonlines", "application/x-ndjson"],
  ["application/ndjson", "application/x-ndjson"],
]);

/** Maximum number of parsed headers that are kept; then all are forgotten. */
const MOST_KNOWN = 100;
const LONGEST_KNOWN = 200;
const known = new Map<string, ContentType>();

/** [hot path] */
export function contentTypeOf(header = ""): ContentType {
  return known.get(header) ?? learn(header);
}

function learn(header: string): ContentType {
  const [named = ""] = header.split(";", 1);
  const mediaType = named.trim().toLowerCase();
  const form = JSON_SUFFIX.test(mediaType) ? "application/json" : (OTHER_NAMES.get(mediaType) ?? mediaType);
  const said = { mediaType, form, charset: charsetOf(header) };
  if (known.size >= MOST_KNOWN) known.clear();
  if (header.length <= LONGEST_KNOWN) known.set(header, said);
  return said;
}

function charsetOf(header: string): string | undefined {
  const [, charset] = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(header) ?? [];
  return charset === undefined || /^(?:utf-?8|us-ascii)$/i.test(charset) ? undefined : charset.toLowerCase();
}
