/** Joins questions about many measurements that come in the same moment into few requests. No DOM. */

import { feedKey, fitting, type MeasurementName } from "../text/measurement-name.ts";
import type { RequestQueue, Urgency } from "./request-queue.ts";

interface Question {
  readonly description: MeasurementName;
}

interface JoinedOptions<Asked extends Question, Answer> {
  readonly queue: (...request: Parameters<RequestQueue["add"]>) => void;
  readonly urgency?: Urgency;
  /** Whether two can be in one request. */
  readonly areAlike: (one: Asked, other: Asked) => boolean;
  /** In the order of the questions. */
  readonly read: (questions: readonly Asked[]) => readonly Promise<Answer>[];
}

interface OpenSpan {
  readonly fromMs: number;
  readonly toMs: number | undefined;
}

/** Spans that follow the time are the same if they were computed in the same moment. */
const SAME_MS = 1000;

export function isSameSpan(a: OpenSpan, b: OpenSpan): boolean {
  return a.toMs === b.toMs && Math.abs(a.fromMs - b.fromMs) < SAME_MS;
}

export class JoinedReader<Asked extends Question, Answer> {
  readonly #options: JoinedOptions<Asked, Answer>;
  readonly #waiting = new Map<Asked, (answer: Promise<Answer>) => void>();
  #isQueued = false;

  constructor(options: JoinedOptions<Asked, Answer>) {
    this.#options = options;
  }

  ask(question: Asked): Promise<Answer> {
    return new Promise((resolve) => {
      this.#waiting.set(question, resolve);
      this.#ask();
    });
  }

  #ask(): void {
    if (this.#isQueued || this.#waiting.size === 0) return;
    this.#isQueued = true;
    const { queue, read, urgency = "seen" } = this.#options;
    queue(async () => {
      // All that is wanted in the same moment is in one request.
      await Promise.resolve();
      this.#isQueued = false;
      const questions = this.#taken();
      const answers = read(questions.map(([question]) => question));
      for (const [index, [, resolve]] of questions.entries()) resolve(answers[index]!);
      this.#ask();
      await Promise.allSettled(answers);
    }, urgency);
  }

  /** A request names a measurement once. */
  #taken() {
    const [first] = this.#waiting.keys();
    const names = new Set<string>();
    const alike = [...this.#waiting].filter(([question]) => {
      const key = feedKey(question.description);
      const isAlike = question === first || this.#options.areAlike(first!, question);
      if (names.has(key) || !isAlike) return false;
      names.add(key);
      return true;
    });
    const taken = alike.slice(0, fitting(alike.map(([question]) => question)));
    for (const [question] of taken) this.#waiting.delete(question);
    return taken;
  }
}
