/** Browser replacement for the parts of `node:crypto` that the compiler uses. */

import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { utf8Bytes } from "../source/utf8.ts";

export function createHash(_algorithm: "sha256") {
  const hash = sha256.create();
  const made = {
    update(data: string | Uint8Array) {
      hash.update(typeof data === "string" ? utf8Bytes(data) : data);
      return made;
    },
    digest: (_encoding: "hex") => bytesToHex(hash.digest()),
  };
  return made;
}
