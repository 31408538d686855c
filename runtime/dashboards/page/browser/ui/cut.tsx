/** A name in one line. Where there is no room, its middle is left out: names of one struct often begin alike. */

import type { JSX } from "preact";

/** Characters at the end that stay. */
const TAIL = 12;

/** What it is in needs the whole name as its label: the two parts are boxes. */
export function Cut({ name }: { readonly name: string }): JSX.Element {
  if (name.length <= 2 * TAIL) return <>{name}</>;
  return (
    <span class="cut">
      <span>{name.slice(0, -TAIL)}</span>
      <span>{name.slice(-TAIL)}</span>
    </span>
  );
}
