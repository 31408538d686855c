/**
 * Schedules requests: a limited number at once for each connection, and connections by turns, so that a client that
 * pipelines many requests does not delay others. Requests are tracked by connection, which lives long: V8 keeps
 * responses that were once in a set alive until a full collection.
 */

import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { BOUNDS } from "../model/bounds.ts";

/**
 * Maximum for one connection. Further requests wait in order of arrival; the connection is not read during this time.
 */
const MOST_AT_ONCE = BOUNDS["http-requests"].each;
/** Time for beginning requests in one turn of the event loop, over all connections, ms. */
const TURN_MS = 10;

export type Answer = (request: IncomingMessage, response: ServerResponse) => void;

interface Arrived {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

interface Connection {
  readonly socket: Socket;
  readonly resume: Socket["resume"];
  /** Requests without an answer: begun or waiting. */
  unanswered: number;
  begun: number;
  readonly waiting: Arrived[];
  /** How many of `waiting` have begun. An index avoids shifting the array for each request. */
  next: number;
  /** The response after which the connection may be closed. */
  last: ServerResponse | undefined;
}

export class RequestsUnderWay {
  readonly #answer: Answer;
  readonly #connections = new Map<Socket, Connection>();
  /** Connections that have waiting requests and may begin one, next first. */
  readonly #ring = new Set<Connection>();
  #turn: NodeJS.Immediate | undefined;
  /** End of the current turn's time; undefined before its first request. */
  #turnEndsMs: number | undefined;
  #unanswered = 0;
  #isFinishing = false;
  #finished: (() => void) | undefined;

  constructor(answer: Answer) {
    this.#answer = answer;
  }

  add(request: IncomingMessage, response: ServerResponse): void {
    const connection = this.#connections.get(request.socket) ?? this.#follow(request.socket);
    if (this.#isFinishing) response.shouldKeepAlive = false;
    this.#unanswered++;
    connection.unanswered++;
    connection.last = response;
    const arrived = { request, response };
    const isFree = connection.begun < MOST_AT_ONCE && connection.waiting.length === 0;
    if (isFree && this.#hasTime()) this.#begin(connection, arrived);
    else {
      this.#hold(connection, arrived);
      if (isFree) this.#line(connection);
    }
  }

  #hasTime(): boolean {
    const now = performance.now();
    if (this.#turnEndsMs === undefined) {
      this.#turnEndsMs = now + TURN_MS;
      setImmediate(() => {
        this.#turnEndsMs = undefined;
      });
    }
    return now < this.#turnEndsMs && this.#ring.size === 0;
  }

  /** Resolves when all requests are answered, or after the timeout. */
  finish(timeoutMs: number): Promise<void> {
    this.#isFinishing = true;
    for (const { last } of this.#connections.values()) if (last !== undefined) last.shouldKeepAlive = false;
    if (this.#unanswered === 0) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, timeoutMs);
      this.#finished = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  #follow(socket: Socket): Connection {
    const resume = socket.resume.bind(socket);
    const connection = { socket, resume, unanswered: 0, begun: 0, waiting: [], next: 0, last: undefined };
    this.#connections.set(socket, connection);
    // A closed connection cannot receive answers: drop them all at once.
    socket.once("close", () => {
      this.#connections.delete(socket);
      this.#ring.delete(connection);
      this.#answered(connection.unanswered);
    });
    return connection;
  }

  #begin(connection: Connection, { request, response }: Arrived): void {
    connection.begun++;
    response.once("close", () => this.#end(connection));
    this.#answer(request, response);
  }

  #end(connection: Connection): void {
    if (!this.#connections.has(connection.socket)) return;
    connection.begun--;
    if (--connection.unanswered === 0) connection.last = undefined;
    this.#answered(1);
    if (connection.waiting.length > 0) this.#line(connection);
  }

  /** Puts the connection at the end of the queue. */
  #line(connection: Connection): void {
    this.#ring.add(connection);
    this.#turn ??= setImmediate(() => this.#takeTurns());
  }

  #answered(count: number): void {
    this.#unanswered -= count;
    if (this.#unanswered === 0) this.#finished?.();
  }

  // Node resumes the connection whenever a request's body is read: prevent that.
  #hold({ socket, waiting }: Connection, arrived: Arrived): void {
    if (waiting.push(arrived) > 1) return;
    socket.resume = () => socket;
    socket.pause();
  }

  #takeTurns(): void {
    this.#turn = undefined;
    const untilMs = performance.now() + TURN_MS;
    for (const connection of this.#ring) {
      this.#ring.delete(connection);
      this.#takeTurn(connection);
      if (performance.now() > untilMs) break;
    }
    if (this.#ring.size > 0) this.#turn ??= setImmediate(() => this.#takeTurns());
  }

  #takeTurn(connection: Connection): void {
    const { waiting, socket, resume } = connection;
    const arrived = waiting[connection.next++];
    if (arrived === undefined) return;
    if (connection.next === waiting.length) {
      waiting.length = 0;
      connection.next = 0;
      socket.resume = resume;
      resume();
      // To the end of the queue, if it may begin more.
    } else if (connection.begun + 1 < MOST_AT_ONCE) this.#ring.add(connection);
    this.#begin(connection, arrived);
  }
}
