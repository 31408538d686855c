/** The users of queries, who take turns at the store. */

export interface Asked {
  /** A user, or without users a network address; absent: the service itself. */
  readonly asker?: string;
}

export function askedBy({ asker }: Asked): Asked {
  return asker === undefined ? {} : { asker };
}
