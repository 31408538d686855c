/**
 * Requests that are worked on: so many of each connection at once, and connections by turns. A client that sends many behind each
 * other does not keep others waiting. Known by their connections, which stay: what was once in a set of responses, V8 would
 * take for alive until it collects the whole heap.
 */

import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { BOUNDS } from "../telemetry/bounds.ts";

/** Of one connection. Further ones wait in the order of their arrival, and the connection is not read meanwhile. */
const MOST_AT_ONCE = BOUNDS["http-requests"].each;
/** How long requests are begun in one turn of the event loop, of whichever connections, ms. */
const TURN_MS = 10;

export type Answer = (request: IncomingMessage, response: ServerResponse) => void;

interface Arrived {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

interface Connection {
  readonly socket: Socket;
  readonly resume: Socket["resume"];
  /** Requests that are not answered: those that were begun, and those that wait. */
  unanswered: number;
  begun: number;
  readonly waiting: Arrived[];
  /** Of those that wait, how many have been begun since: no list is shifted for each. */
  next: number;
  /** Behind which the connection may be closed. */
  last: ServerResponse | undefined;
}

export class RequestsUnderWay {
  readonly #answer: Answer;
  readonly #connections = new Map<Socket, Connection>();
  /** Those that have requests waiting and may begin one; whose turn is next is first. */
  readonly #ring = new Set<Connection>();
  #turn: NodeJS.Immediate | undefined;
  /** Of this turn; undefined before its first request. */
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

  /** Resolves when all are answered, or after the time. */
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
    // Answers that nobody can be given any more do not close one by one.
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

  /** Behind the others. */
  #line(connection: Connection): void {
    this.#ring.add(connection);
    this.#turn ??= setImmediate(() => this.#takeTurns());
  }

  #answered(count: number): void {
    this.#unanswered -= count;
    if (this.#unanswered === 0) this.#finished?.();
  }

  // Node reads on whenever the body of a request is asked for: it is not to.
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
      // Behind the others, as long as it may begin more.
    } else if (connection.begun + 1 < MOST_AT_ONCE) this.#ring.add(connection);
    this.#begin(connection, arrived);
  }
}
