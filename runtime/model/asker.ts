/** The users of queries, who take turns at the store. */

export interface Asking {
  /** A user, or without users a network address; absent: the service itself. */
  readonly asker?: string;
}

export function askerOf({ asker }: Asking): Asking {
  return asker === undefined ? {} : { asker };
}
