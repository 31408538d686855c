/** One client of the embedded router: its transport and the life of its session. [WAMP 2, session lifetime] */

import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import type { WebSocket } from "ws";
import { ANONYMOUS, type Identity, type RouterAuthentication } from "./authentication.ts";
import { type BrokerHost, BrokerRole } from "./broker-role.ts";
import type { Serializer } from "./serializers.ts";
import { type ClientMessage, CODE, readClientMessage } from "./wamp-protocol.ts";
import { BusClient, type ClientLimits } from "./web-socket-bus.ts";

export interface SessionLimits extends ClientLimits {
  /** Time that a connection has to identify and authenticate itself, ms. */
  readonly openTimeoutMs: number;
}

export interface SessionConnection {
  readonly socket: WebSocket;
  readonly transport: Duplex;
  readonly serializer: Serializer;
  /** The handshake. */
  readonly request: IncomingMessage;
}

/** What a session needs of its router. */
export interface SessionHost extends BrokerHost<RouterSession> {
  readonly realm: string;
  readonly limits: SessionLimits;
  readonly authentication: RouterAuthentication | undefined;
  newSessionId(): number;
  own(session: RouterSession, user: string): boolean;
  droppedEvent(): void;
}

/** `open`: has a session; `leaving`: waits for the client's GOODBYE; `ended`: only the connection has to close. */
type State = "waiting" | "challenged" | "authenticating" | "open" | "leaving" | "ended";

const ROLES = {
  broker: {
    features: {
      publisher_exclusion: true,
      publisher_identification: true,
      subscriber_blackwhite_listing: true,
      pattern_based_subscription: true,
    },
  },
};

export class RouterSession extends BusClient {
  readonly serializer: Serializer;
  /** Session ID; 0 without a session. */
  id = 0;
  identity: Identity = ANONYMOUS;
  readonly #socket: WebSocket;
  readonly #transport: Duplex;
  readonly #request: IncomingMessage;
  readonly #host: SessionHost;
  readonly #known: Identity | undefined;
  readonly #broker: BrokerRole<RouterSession>;
  #state: State = "waiting";
  #claimedAuthid = "";
  #isGathering = false;
  #openTimer: NodeJS.Timeout | undefined;
  #unfollow = () => {};

  /** `transport` receives what `socket` writes; `known` is the identity from the handshake. */
  constructor(connection: SessionConnection, host: SessionHost, known: Identity | undefined) {
    const { socket, transport, serializer, request } = connection;
    super(socket, host.limits);
    this.#socket = socket;
    this.#transport = transport;
    this.serializer = serializer;
    this.#request = request;
    this.#host = host;
    this.#known = known;
    this.#broker = new BrokerRole(this, host);
    socket.on("message", (data, isBinary) => this.#receive(data as Buffer, isBinary));
    socket.on("close", () => this.#end());
    this.#waitForHello();
  }

  /** Queues an event, or drops it if the client does not keep up. */
  offer(frame: Buffer): boolean {
    if (!this.takes(frame.length)) {
      this.#host.droppedEvent();
      return false;
    }
    this.#gather();
    this.#socket.send(frame, { binary: this.serializer.binary });
    return true;
  }

  // Collects the events of one event-loop turn into one write: a system call for each event would dominate the cost.
  #gather(): void {
    if (this.#isGathering) return;
    this.#isGathering = true;
    this.#transport.cork();
    setImmediate(() => {
      this.#isGathering = false;
      this.#transport.uncork();
    });
  }

  /** Says goodbye; the connection closes after the client has answered. */
  goodbye(): void {
    if (this.#state !== "open") {
      this.#socket.close(1001);
      return;
    }
    this.#state = "leaving";
    this.#send([CODE.goodbye, { message: "the router is shutting down" }, "wamp.close.system_shutdown"]);
  }

  #receive(data: Buffer, isBinary: boolean): void {
    if (this.#state === "ended") return;
    if (isBinary !== this.serializer.binary) {
      this.#abort("frame type does not fit the serialization");
      return;
    }
    let value: unknown;
    try {
      value = this.serializer.read(data);
    } catch {
      this.#abort(`not a message in ${this.serializer.subprotocol}`);
      return;
    }
    this.#handle(readClientMessage(value));
  }

  #handle(message: ClientMessage): void {
    if (message.kind === "violation") {
      this.#abort(message.message);
      return;
    }
    if (message.kind === "abort") {
      this.#close(1000);
      return;
    }
    switch (this.#state) {
      case "waiting":
        if (message.kind === "hello") this.#hello(message);
        else this.#abort("HELLO comes first");
        return;
      case "challenged":
        if (message.kind === "authenticate") void this.#authenticate(message.signature);
        else this.#abort("AUTHENTICATE is expected");
        return;
      case "authenticating":
        this.#abort("WELCOME has to be waited for");
        return;
      case "open":
        this.#serve(message);
        return;
      case "leaving":
        if (message.kind === "goodbye") this.#close(1001);
        return;
      case "ended":
        return;
    }
  }

  #hello(hello: Extract<ClientMessage, { kind: "hello" }>): void {
    if (hello.realm !== this.#host.realm) {
      this.#abort(`there is no realm '${hello.realm}'`, "wamp.error.no_such_realm");
      return;
    }
    const known = this.#host.authentication === undefined ? ANONYMOUS : this.#known;
    if (known !== undefined) {
      this.#welcome(known);
      return;
    }
    if (!hello.authmethods.includes("ticket") || hello.authid === undefined) {
      this.#abort("this router asks for a ticket", "wamp.error.no_matching_auth_method");
      return;
    }
    this.#claimedAuthid = hello.authid;
    this.#state = "challenged";
    this.#send([CODE.challenge, "ticket", {}]);
  }

  async #authenticate(ticket: string): Promise<void> {
    this.#state = "authenticating";
    const identity = await this.#host.authentication
      ?.fromTicket(this.#claimedAuthid, ticket, this.#request)
      .catch(() => undefined);
    if (this.#state !== "authenticating") return;
    if (identity === undefined) this.#abort("wrong name or ticket", "wamp.error.authentication_failed");
    else this.#welcome(identity);
  }

  #welcome(identity: Identity): void {
    if (identity !== ANONYMOUS && !this.#host.own(this, identity.authid)) {
      this.#abort("this user has too many clients", "structline.error.too_many_clients");
      return;
    }
    clearTimeout(this.#openTimer);
    this.identity = identity;
    this.id = this.#host.newSessionId();
    this.#state = "open";
    const { authid, authrole, authmethod } = identity;
    const details = { realm: this.#host.realm, authid, authrole, authmethod, authprovider: "static", roles: ROLES };
    this.#send([CODE.welcome, this.id, details]);
    this.#unfollow = identity.follow({ isAllowed: () => this.#broker.isAllowed(), end: () => this.#kill() });
  }

  // A client that keeps some permissions can open a new session, which authenticates it anew. [WAMP 2, GOODBYE; RFC
  // 6455 7.4.1]
  #kill(): void {
    this.#send([CODE.goodbye, { message: "your credential or permission was withdrawn" }, "wamp.close.killed"]);
    this.#end();
    this.closeSoon(1008);
  }

  #serve(message: ClientMessage): void {
    switch (message.kind) {
      case "subscribe":
      case "unsubscribe":
      case "publish":
      case "procedure":
      case "refused":
        this.#reply(this.#broker.answer(message));
        return;
      case "goodbye":
        this.#goodbye();
        return;
      case "cancel":
        return;
      default:
        this.#abort("message not expected in an open session");
    }
  }

  #reply(answer: readonly unknown[] | undefined): void {
    if (answer !== undefined) this.#send(answer);
  }

  // The connection stays open, and the client may open a new session on it. [WAMP 2, GOODBYE]
  #goodbye(): void {
    this.#send([CODE.goodbye, {}, "wamp.close.goodbye_and_out"]);
    this.#leave();
    this.#waitForHello();
  }

  #waitForHello(): void {
    this.#state = "waiting";
    this.#openTimer = setTimeout(() => this.#abort("no session was opened in time"), this.#host.limits.openTimeoutMs);
    this.#openTimer.unref();
  }

  #abort(message: string, uri = "wamp.error.protocol_violation"): void {
    this.#send([CODE.abort, { message }, uri]);
    this.#close(uri === "wamp.error.protocol_violation" ? 1002 : 1000);
  }

  #close(code: number): void {
    this.#end();
    this.#socket.close(code);
  }

  #end(): void {
    clearTimeout(this.#openTimer);
    this.#state = "ended";
    this.#leave();
  }

  #leave(): void {
    this.#unfollow();
    this.#broker.leave();
    this.id = 0;
    this.identity = ANONYMOUS;
  }

  #send(message: readonly unknown[]): void {
    this.answer(this.serializer.write(message), this.serializer.binary);
  }
}
