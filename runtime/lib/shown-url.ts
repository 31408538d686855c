/** URLs in a form without secrets, for logs, start lines and health reports. */

/** Without user and password. */
export function shownUrl(url: string): string {
  const parsed = new URL(url);
  if (parsed.username === "" && parsed.password === "") return url;
  parsed.username = "";
  parsed.password = "";
  return parsed.href;
}
