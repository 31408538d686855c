/** Authentication at the embedded WAMP router: a ticket, the page's session, or a token in the handshake. */

import type { IncomingMessage } from "node:http";
import type { Identity, RouterAuthentication } from "../bus/authentication.ts";
import { clientAddress } from "../http/client-address.ts";
import { headerOf } from "../http/headers.ts";
import type { Authenticator } from "./authenticator.ts";
import type { Credential } from "./credential.ts";
import type { OpenActs } from "./open-acts.ts";

/** Maximum number of topics with a cached decision; topics of devices come from outside. */
const MAX_KEPT = 10_000;

export interface WampAuthenticationOptions {
  readonly authenticator: Authenticator;
  readonly acts: OpenActs;
  /** The credential of a handshake, if any. */
  readonly credential: (request: IncomingMessage) => Credential | undefined;
}

export class WampAuthentication implements RouterAuthentication {
  readonly #options: WampAuthenticationOptions;

  constructor(options: WampAuthenticationOptions) {
    this.#options = options;
  }

  fromRequest(request: IncomingMessage): Identity | undefined {
    const credential = this.#options.credential(request);
    return credential && this.#identity(credential, credential.by === "session" ? "cookie" : "ticket");
  }

  async fromTicket(authid: string, ticket: string, request: IncomingMessage): Promise<Identity | undefined> {
    const remoteAddress = clientAddress(request.socket.remoteAddress ?? "", headerOf(request));
    const verdict = await this.#options.authenticator.authenticate({ name: authid, secret: ticket, remoteAddress });
    return verdict.outcome === "known" ? this.#identity(verdict.credential, "ticket") : undefined;
  }

  #identity(credential: Credential, authmethod: string): Identity {
    const kept = new Map<string, boolean>();
    let keptOf = credential.account;
    return {
      authid: credential.user,
      authrole: credential.account?.isAdmin === true ? "admin" : "user",
      authmethod,
      maySubscribe(topic, match) {
        const { account } = credential;
        // If the first component is a wildcard, each event is checked.
        if (match !== "exact" && !/^[^.]+\./.test(topic)) return account !== undefined;
        return account?.mayTopic("read", topic) === true;
      },
      mayPublish: (topic) => credential.account?.mayTopic("write", topic) === true,
      mayReceive: (topic) => {
        const { account } = credential;
        if (account !== keptOf || kept.size >= MAX_KEPT) kept.clear();
        keptOf = account;
        const known = kept.get(topic);
        if (known !== undefined) return known;
        const answer = account?.mayTopic("read", topic) === true;
        kept.set(topic, answer);
        return answer;
      },
      follow: (act) => this.#options.acts.follow(credential, act),
    };
  }
}
