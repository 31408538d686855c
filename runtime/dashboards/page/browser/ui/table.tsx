/** A small table whose rows begin with their names. */

import type { ComponentChildren, JSX } from "preact";

export function Table(props: {
  readonly titles: readonly string[];
  readonly className?: string;
  /** Bodies of rows. */
  readonly children: ComponentChildren;
}): JSX.Element {
  const { titles, className = "", children } = props;
  return (
    <table class={`channels ${className}`}>
      <thead>
        <tr>
          {titles.map((title) => (
            <th scope="col" key={title}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      {children}
    </table>
  );
}
