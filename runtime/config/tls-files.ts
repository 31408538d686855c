/** Reads certificates and watches their files: a renewed certificate applies to the next connection. */

import { createPrivateKey } from "node:crypto";
import { readFileSync } from "node:fs";
import { createSecureContext, type Server } from "node:tls";
import type { Log } from "../lib/log.ts";
import type { TlsFiles } from "./tls-keys.ts";
import { watchFiles } from "./watch-files.ts";

export interface TlsPair {
  readonly cert: Buffer;
  readonly key: Buffer;
}

/**
 * @throws Error (one sentence, naming `section`) if a file cannot be read, or if the key does not match the certificate
 */
export function readTlsFiles({ certificate, key }: TlsFiles, section: "http" | "mqtt"): TlsPair {
  const said = (name: string, file: string) => `[${section}] ${name}: ${file}`;
  const cert = readFile(certificate, said("tls_certificate", certificate));
  const pair = { cert, key: readFile(key, said("tls_key", key)) };
  must(() => createSecureContext({ cert }), `${said("tls_certificate", certificate)} holds no certificate in PEM form`);
  must(
    () => createPrivateKey(pair.key),
    `${said("tls_key", key)} holds no private key in PEM form without a passphrase`,
  );
  must(() => createSecureContext(pair), `${said("tls_key", key)} is not the key of the certificate in ${certificate}`);
  return pair;
}

function readFile(file: string, said: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new Error(`${said} cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
}

function must(check: () => unknown, sentence: string): void {
  try {
    check();
  } catch {
    throw new Error(sentence);
  }
}

export interface TlsFollower {
  /** Reads the files now. */
  reload(): void;
  close(): void;
}

/**
 * Updates the certificate of `server` whenever its files change. After a failure, for example between the updates of the
 * two files, the former one stays.
 */
export function followTlsFiles(
  files: TlsFiles,
  section: "http" | "mqtt",
  server: Pick<Server, "setSecureContext">,
  log: Log | undefined,
): TlsFollower {
  const reload = () => {
    try {
      server.setSecureContext(readTlsFiles(files, section));
      log?.info({ event: "tls.reloaded", listener: section }, "the certificate was read again");
    } catch (error) {
      log?.warn({ event: "tls.reload-failed", listener: section }, (error as Error).message);
    }
  };
  return { reload, close: watchFiles([files.certificate, files.key], reload) };
}
