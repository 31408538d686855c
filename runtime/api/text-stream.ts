/** Text or bytes that are read as fast as its receiver takes it, and ended when nobody takes them. */

/** Longest time that a receiver may take nothing, ms. */
const IDLE_MS = 60_000;

export interface TextStreamOptions {
  /** Asked before each piece; false breaks the answer off. */
  readonly isAllowed?: () => boolean;
  readonly idleMs?: number;
}

/**
 * A body for a Response; when the receiver goes away, `texts` is ended. An answer that is broken off is an error for its
 * receiver: it must not pass for a whole one.
 */
export function textStream(
  texts: AsyncGenerator<string | Uint8Array>,
  { isAllowed = () => true, idleMs = IDLE_MS }: TextStreamOptions = {},
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let idle: NodeJS.Timeout | undefined;
  const end = (controller: ReadableStreamDefaultController<Uint8Array>, why: string): void => {
    controller.error(new Error(why));
    void texts.return(undefined);
  };
  return new ReadableStream({
    async pull(controller) {
      clearTimeout(idle);
      if (!isAllowed()) {
        end(controller, "whoever asked may not read this any more");
        return;
      }
      const { done, value } = await texts.next();
      if (done) {
        controller.close();
        return;
      }
      controller.enqueue(typeof value === "string" ? encoder.encode(value) : value);
      idle = setTimeout(() => end(controller, "nobody reads the answer"), idleMs);
      idle.unref();
    },
    async cancel() {
      clearTimeout(idle);
      await texts.return(undefined);
    },
  });
}
