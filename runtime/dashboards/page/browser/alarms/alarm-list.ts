/** The alarms that the page knows: pages of the service's list, and what has changed since. No DOM. */

import type { AlarmEntry, Mute, OwnAlarms } from "../../../../model/alarms.ts";

export interface KnownAlarms extends Pick<OwnAlarms, "active" | "history" | "mayChange" | "change" | "total"> {
  readonly muted: readonly Mute[];
  /** Older ones than in `history` follow from there. */
  readonly next: number | undefined;
}

/** @param answer one without `after` */
export function updated(known: KnownAlarms | undefined, answer: OwnAlarms): KnownAlarms {
  const { all, active, history, muted, gone = [], next, mayChange, change, total } = answer;
  if (all || known === undefined) return { active, history, muted: muted ?? [], next, mayChange, change, total };
  const isListed = ({ id }: AlarmEntry) => known.next === undefined || id >= known.next;
  const left = new Set([...gone, ...history.map(({ id }) => id)]);
  const joined = (old: readonly AlarmEntry[], changed: readonly AlarmEntry[]) =>
    [...changed, ...old.filter(({ id }) => !left.has(id))].sort((a, b) => b.id - a.id);
  return {
    active: joined(known.active, active),
    history: joined(known.history, history.filter(isListed)),
    muted: muted ?? known.muted,
    ...{ next: known.next, mayChange, change, total },
  };
}

/** @param page the one behind `known.next` */
export function continued(known: KnownAlarms, page: OwnAlarms): KnownAlarms {
  return { ...known, history: [...known.history, ...page.history], next: page.next };
}
