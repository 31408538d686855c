/** A long name, which continues in the next line, if possible behind a separator. */

import type { ComponentChildren } from "preact";

export function breakable(name: string): ComponentChildren {
  return name.split(/(?<=[_./ -])/).flatMap((part, i) => (i === 0 ? [part] : [<wbr key={i} />, part]));
}
