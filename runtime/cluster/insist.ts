/**
 * Requests to servers of which one may hang: what is lost with it has no answer. A leader that hangs is replaced after 4 to 9 s.
 * [nats-server, raft.go: minElectionTimeout, maxElectionTimeout]
 */

/** An answer of servers that are well takes some milliseconds. */
const FIRST_WAIT_MS = 700;
const NEXT_WAIT_MS = 400;
/** Longer than most elections. */
const GIVE_UP_MS = 6000;

/**
 * Asks again what has no answer yet, and takes the first answer to any attempt: servers that are only slow answer the first.
 * @param ask is given which attempt this is, from 0, and how long it may wait; however often it is asked, it is done once
 * @throws what the first attempt that fails does
 */
export function insist<T>(ask: (attempt: number, timeoutMs: number) => Promise<T>): Promise<T> {
  const untilMs = performance.now() + GIVE_UP_MS;
  return new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined;
    let attempt = 0;
    const attemptOnce = () => {
      const leftMs = untilMs - performance.now();
      if (leftMs > 2 * NEXT_WAIT_MS) timer = setTimeout(attemptOnce, attempt === 0 ? FIRST_WAIT_MS : NEXT_WAIT_MS);
      ask(attempt++, leftMs)
        .then(resolve, reject)
        .finally(() => clearTimeout(timer));
    };
    attemptOnce();
  });
}
