/** What a component asks the service, as long as it is there and the page is visible. */

import { useEffect, useMemo, useReducer } from "preact/hooks";
import { type Currency, Query } from "../data/query.ts";

const KEEP_MS = 1000;

/** @param key another one is another question; undefined: none @param fetch depends on nothing but the key */
export function useQuery<Answer>(
  key: string | undefined,
  fetch: () => Promise<Answer>,
  currency?: Currency,
): Query<Answer> {
  const [, redraw] = useReducer<number, undefined>((count) => count + 1, 0);
  const query = useMemo(() => new Query<Answer>({ onChange: () => redraw(undefined) }), []);
  if (key !== undefined) query.keep(key, fetch, currency);
  useEffect(() => {
    if (key === undefined) return undefined;
    const timer = setInterval(() => document.hidden || query.keep(key, fetch, currency), KEEP_MS);
    return () => clearInterval(timer);
  }, [key, currency?.everyMs]);
  return query;
}
