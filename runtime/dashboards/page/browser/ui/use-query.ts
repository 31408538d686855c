/** What a component asks the service, as long as it is there and the page is visible. */

import { useEffect, useMemo } from "preact/hooks";
import { type Currency, Query } from "../data/query.ts";

const KEEP_MS = 1000;

/** @param key another one is another question; undefined: none @param fetch depends on nothing but the key */
export function useQuery<Answer>(
  key: string | undefined,
  fetch: () => Promise<Answer>,
  currency?: Currency,
): Query<Answer> {
  const query = useMemo(() => new Query<Answer>(), [key]);
  const { everyMs = KEEP_MS, restMs = KEEP_MS } = currency ?? {};
  useEffect(() => {
    if (key === undefined) return undefined;
    const keep = () => document.hidden || query.keep(key, fetch, currency);
    keep();
    const timer = setInterval(keep, Math.min(KEEP_MS, everyMs, restMs));
    return () => clearInterval(timer);
  }, [query, everyMs, restMs]);
  return query;
}
