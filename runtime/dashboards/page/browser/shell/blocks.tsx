/** A long list in blocks, of which only those in or near the window have elements. */

import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

/** Divisible by the usual numbers of tiles in a row. */
const SIZE = 60;
/** Groups have elements of their own. */
export const GROUPS = 12;
const NEAR = "600px 0px";

const near = new WeakMap<Element, (isNear: boolean) => void>();
let observer: IntersectionObserver | undefined;

interface BlocksProps<Item> {
  readonly items: readonly Item[];
  readonly keyOf: (item: Item) => string;
  /** The element around each block; of a table, it is filled by one row. */
  readonly tag: "div" | "ul" | "tbody";
  readonly className?: string;
  /** An item's height in pixels, until the block was drawn once. */
  readonly height: number;
  /** Number of items in a block. */
  readonly size?: number;
  /** The list begins the page: its first block is drawn at once. */
  readonly isTop?: boolean;
  readonly render: (item: Item) => JSX.Element | null;
}

export function Blocks<Item>(props: BlocksProps<Item>): JSX.Element {
  const { items, keyOf, size = SIZE, isTop = false } = props;
  const blocks = Array.from({ length: Math.ceil(items.length / size) }, (_none, i) =>
    items.slice(i * size, (i + 1) * size),
  );
  return (
    <>
      {blocks.map((block, i) => (
        <Block key={keyOf(block[0]!)} {...props} items={block} isFirst={isTop && i === 0} />
      ))}
    </>
  );
}

function Block<Item>(props: BlocksProps<Item> & { readonly isFirst: boolean }): JSX.Element {
  const { items, tag, className, height, render, isFirst } = props;
  const root = useRef<HTMLElement>(null);
  const drawn = useRef(items.length * height);
  const [isNear, setNear] = useState(isFirst);
  useEffect(() => {
    const watched = root.current;
    if (watched === null) return undefined;
    observer ??= new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) near.get(target)?.(isIntersecting);
      },
      { rootMargin: NEAR },
    );
    near.set(watched, (isSeen) => {
      // What goes out of sight keeps its height, so that nothing moves.
      if (!isSeen && watched.offsetHeight > 0) drawn.current = watched.offsetHeight;
      setNear(isSeen);
    });
    observer.observe(watched);
    return () => observer?.unobserve(watched);
  }, []);
  const Tag = tag as "div";
  if (isNear)
    return (
      <Tag ref={root as never} class={className}>
        {items.map(render)}
      </Tag>
    );
  const style = { height: `${drawn.current}px` };
  return (
    <Tag ref={root as never} class={className} style={tag === "tbody" ? {} : style}>
      {tag === "tbody" && <tr style={style} />}
    </Tag>
  );
}
