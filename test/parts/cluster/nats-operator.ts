/**
 * Keys and tokens of a NATS server that lets in by credentials: an operator, an account with JetStream, its users. What `nsc`
 * makes. [NATS docs, Decentralized JWT Authentication]
 */

import { nkeys } from "@nats-io/transport-node";

type KeyPair = ReturnType<typeof nkeys.createUser>;

export interface Operator {
  /** Lines for the server's configuration. */
  readonly configuration: string;
  /** A `.creds` file's text. @param permissions `{ pub: { allow: […] }, sub: { allow: […] } }` */
  credentials(name: string, permissions?: object): string;
}

const UNLIMITED = { subs: -1, data: -1, payload: -1 };
const JETSTREAM = { mem_storage: -1, disk_storage: -1, streams: -1, consumer: -1 };

export function makeOperator(): Operator {
  const operator = nkeys.createOperator();
  const [account, system] = [nkeys.createAccount(), nkeys.createAccount()];
  const limits = { ...UNLIMITED, imports: -1, exports: -1, conn: -1, leaf: -1, wildcards: true };
  const accountToken = token("lab", account, operator, { type: "account", limits: { ...limits, ...JETSTREAM } });
  const systemToken = token("SYS", system, operator, { type: "account", limits });
  const own = token("operator", operator, operator, { type: "operator", system_account: system.getPublicKey() });
  return {
    configuration:
      `operator: ${own}\nsystem_account: ${system.getPublicKey()}\nresolver: MEMORY\nresolver_preload: {\n` +
      `  ${account.getPublicKey()}: ${accountToken}\n  ${system.getPublicKey()}: ${systemToken}\n}\n`,
    credentials: (name, permissions = {}) => {
      const user = nkeys.createUser();
      const text = token(name, user, account, { type: "user", ...UNLIMITED, ...permissions });
      const seed = Buffer.from(user.getSeed()).toString();
      return `${block("NATS USER JWT", text)}\n${block("USER NKEY SEED", seed)}\n`;
    },
  };
}

function token(name: string, subject: KeyPair, issuer: KeyPair, nats: object): string {
  const iat = Math.floor(Date.now() / 1000);
  const claims = { jti: name, iat, iss: issuer.getPublicKey(), name, sub: subject.getPublicKey() };
  const parts = [
    { typ: "JWT", alg: "ed25519-nkey" },
    { ...claims, nats: { ...nats, version: 2 } },
  ];
  const text = parts.map((part) => Buffer.from(JSON.stringify(part)).toString("base64url")).join(".");
  return `${text}.${Buffer.from(issuer.sign(Buffer.from(text))).toString("base64url")}`;
}

function block(title: string, text: string): string {
  return `-----BEGIN ${title}-----\n${text}\n------END ${title}------\n`;
}
