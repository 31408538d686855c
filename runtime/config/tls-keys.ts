/** The keys of a listener's certificate. */

import { parsePath } from "./values.ts";

export interface TlsFiles {
  /** Absolute paths. */
  readonly certificate: string;
  readonly key: string;
}

export const TLS_KEYS = [
  {
    key: "tls_certificate",
    parse: parsePath,
    meaning: "PEM file with the certificate chain; with `tls_key` it turns TLS on.",
  },
  { key: "tls_key", parse: parsePath, meaning: "PEM file with the private key." },
] as const;

export function tlsOf(certificate: string | undefined, key: string | undefined): TlsFiles | undefined {
  return certificate !== undefined && key !== undefined ? { certificate, key } : undefined;
}
