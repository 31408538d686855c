/** Calls between two threads: each side provides functions, and calls those of the other with or without an answer. */

import type { MessagePort, TransferListItem, Worker } from "node:worker_threads";
import { type RejectionCode, TelemetryError } from "./error-signal.ts";

// biome-ignore lint/suspicious/noExplicitAny: arguments are checked where the functions are declared
export type Functions = Readonly<Record<string, (...args: any[]) => unknown>>;

type Frame =
  | { readonly kind: "ask"; readonly id: number; readonly name: string; readonly args: readonly unknown[] }
  | { readonly kind: "tell"; readonly name: string; readonly args: readonly unknown[] }
  | { readonly kind: "answer"; readonly id: number; readonly value: unknown }
  | { readonly kind: "failure"; readonly id: number; readonly error: PlainError };

/** An error without its class, which cannot be passed between threads. */
export interface PlainError {
  readonly name: string;
  readonly message: string;
  readonly code?: RejectionCode;
}

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** Calls a function of a thread that has no link yet. */
export function tellThread<There extends Functions, Name extends keyof There & string>(
  port: Worker,
  name: Name,
  ...args: Parameters<There[Name]>
): void {
  port.postMessage({ kind: "tell", name, args } satisfies Frame);
}

/** Calls arrive in the order in which they were made. */
export class ThreadLink<There extends Functions> {
  readonly #port: Worker | MessagePort | undefined;
  readonly #waiting = new Map<number, Waiting>();
  #nextId = 0;
  #ended: Error | undefined;

  /** @param here functions for the other side; a returned promise is awaited */
  constructor(port: Worker | MessagePort | undefined, here: Functions) {
    this.#port = port;
    port?.on("message", (frame: Frame) => void this.#take(frame, here));
  }

  /** A link without another side. */
  static ended<There extends Functions>(reason: string): ThreadLink<There> {
    const link = new ThreadLink<There>(undefined, {});
    link.end(new Error(reason));
    return link;
  }

  /** @throws the function's error, or an Error if the thread ended */
  ask<Name extends keyof There & string>(
    name: Name,
    ...args: Parameters<There[Name]>
  ): Promise<Awaited<ReturnType<There[Name]>>> {
    if (this.#ended !== undefined) return Promise.reject(this.#ended);
    const id = this.#nextId++;
    this.#port?.postMessage({ kind: "ask", id, name, args } satisfies Frame);
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve: resolve as Waiting["resolve"], reject });
    });
  }

  /** Calls without waiting for a result or an error. */
  tell<Name extends keyof There & string>(name: Name, ...args: Parameters<There[Name]>): void {
    this.hand([], name, ...args);
  }

  /** Calls without an answer, and transfers memory. */
  hand<Name extends keyof There & string>(
    given: readonly TransferListItem[],
    name: Name,
    ...args: Parameters<There[Name]>
  ): void {
    if (this.#ended === undefined) this.#port?.postMessage({ kind: "tell", name, args } satisfies Frame, given);
  }

  /** The other thread has ended: waiting callers get an error. */
  end(reason: Error): void {
    this.#ended = reason;
    for (const { reject } of this.#waiting.values()) reject(reason);
    this.#waiting.clear();
  }

  async #take(frame: Frame, here: Functions): Promise<void> {
    if (frame.kind === "answer") return this.#settle(frame.id, (waiting) => waiting.resolve(frame.value));
    if (frame.kind === "failure") return this.#settle(frame.id, (waiting) => waiting.reject(errorOf(frame.error)));
    if (frame.kind === "tell") {
      here[frame.name]?.(...frame.args);
      return;
    }
    const { id } = frame;
    try {
      const value = await here[frame.name]?.(...frame.args);
      this.#port?.postMessage({ kind: "answer", id, value } satisfies Frame);
    } catch (error) {
      this.#port?.postMessage({ kind: "failure", id, error: plainError(error as Error) } satisfies Frame);
    }
  }

  #settle(id: number, how: (waiting: Waiting) => void): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (waiting !== undefined) how(waiting);
  }
}

export function plainError(error: Error): PlainError {
  const { name, message } = error;
  return error instanceof TelemetryError ? { name, message, code: error.code } : { name, message };
}

function errorOf(plain: PlainError): Error {
  const { name, message, code } = plain;
  return code === undefined ? Object.assign(new Error(message), { name }) : telemetryErrorOf(plain);
}

/** Converts to an error of the acquisition path. */
export function telemetryErrorOf({ name, message, code = "store-refused" }: PlainError) {
  return new TelemetryError(message, { name, code });
}
