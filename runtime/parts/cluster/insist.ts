/**
 * Requests to servers of which one may hang and never answer. The servers replace a hanging leader after 4 to 9 s.
 * [nats-server, raft.go: minElectionTimeout, maxElectionTimeout] A request to step down does not shorten that: only the leader could carry
 * it out. With nats-server 2.15.2, 6.0 to 10.5 s passed with such requests, 4.5 to 8.0 s without.
 */

/** A healthy server answers within some milliseconds. */
const FIRST_WAIT_MS = 700;
const NEXT_WAIT_MS = 400;
/** Longer than most elections. */
const GIVE_UP_MS = 6000;

/**
 * Repeats a request without an answer, and uses the first answer to any attempt: a slow server answers the first one.
 * @param ask sends attempt number `attempt`, from 0, with a timeout; repeating it must have no further effect
 * @throws the error of the first attempt that fails
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
