/** Users at the embedded WAMP router: a ticket, the page's session, or a token in the handshake. */

import type { IncomingMessage } from "node:http";
import type { Identity, RouterAuthentication } from "../bus/authentication.ts";
import type { Authenticator } from "./authenticator.ts";
import type { Visitor } from "./http-gate.ts";
import { clientAddress, headerOf } from "./request-credentials.ts";
import type { UserDirectory } from "./user-directory.ts";

/** Topics whose answer is kept; device topics come from outside. */
const MAX_KEPT = 10_000;

export class WampAuthentication implements RouterAuthentication {
  readonly #users: UserDirectory;
  readonly #authenticator: Authenticator;
  readonly #visitors = new WeakMap<IncomingMessage, Visitor>();

  constructor(users: UserDirectory, authenticator: Authenticator) {
    this.#users = users;
    this.#authenticator = authenticator;
  }

  /** Whom the handshake was found to come from, before the router sees it. */
  note(request: IncomingMessage, visitor: Visitor): void {
    this.#visitors.set(request, visitor);
  }

  fromRequest(request: IncomingMessage): Identity | undefined {
    const visitor = this.#visitors.get(request);
    if (visitor === undefined) return undefined;
    const method = visitor.by === "session" ? "cookie" : "ticket";
    return this.#identity(visitor.name, method, () => visitor.session?.isValid() ?? true);
  }

  async fromTicket(authid: string, ticket: string, request: IncomingMessage): Promise<Identity | undefined> {
    const remoteAddress = clientAddress(request.socket.remoteAddress ?? "", headerOf(request));
    const verdict = await this.#authenticator.authenticate({ name: authid, secret: ticket, remoteAddress });
    return verdict.outcome === "known" ? this.#identity(verdict.account.name, "ticket", () => true) : undefined;
  }

  #identity(name: string, authmethod: string, isValid: () => boolean): Identity {
    const account = () => (isValid() ? this.#users.account(name) : undefined);
    const kept = new Map<string, boolean>();
    let revision = this.#users.revision;
    return {
      authid: name,
      authrole: account()?.isAdmin === true ? "admin" : "user",
      authmethod,
      maySubscribe(topic, match) {
        // Where the first component is open, each event is asked for.
        if (match !== "exact" && !/^[^.]+\./.test(topic)) return account() !== undefined;
        return account()?.mayTopic("read", topic) === true;
      },
      mayPublish: (topic) => account()?.mayTopic("write", topic) === true,
      mayReceive: (topic) => {
        if (!isValid()) return false;
        if (revision !== this.#users.revision || kept.size >= MAX_KEPT) kept.clear();
        revision = this.#users.revision;
        const known = kept.get(topic);
        if (known !== undefined) return known;
        const answer = account()?.mayTopic("read", topic) === true;
        kept.set(topic, answer);
        return answer;
      },
    };
  }
}
