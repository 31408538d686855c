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
        <tr>{headings(titles)}</tr>
      </thead>
      {children}
    </table>
  );
}

/** A larger one in a frame of its own, which the keyboard scrolls, too. */
export function ScrollTable(props: {
  readonly label: string;
  readonly titles?: readonly string[];
  readonly className: string;
  /** Of the frame. */
  readonly frameClass?: string;
  /** Rows. */
  readonly children: ComponentChildren;
}): JSX.Element {
  const { label, titles, className, frameClass = "", children } = props;
  return (
    <div class={`scroll ${frameClass}`} tabIndex={0} role="region" aria-label={label}>
      <table class={`device-table ${className}`}>
        {titles !== undefined && (
          <thead>
            <tr>{headings(titles)}</tr>
          </thead>
        )}
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

function headings(titles: readonly string[]): JSX.Element[] {
  return titles.map((title) =>
    title === "" ? (
      <td key={title} />
    ) : (
      <th scope="col" key={title}>
        {title}
      </th>
    ),
  );
}
