/**
 * A long compressed body, or a table, in a file until all of it is here: only then is known whether it may be unpacked, and
 * what its columns hold. The file has no name, so none is left behind.
 */

import { randomUUID } from "node:crypto";
import { type FileHandle, open, unlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { TelemetryError } from "../../model/error-signal.ts";
import type { SpoolRoom } from "./bodies.ts";

const READ_AT_ONCE = 256 * 1024;

export class SpooledBody {
  readonly #file: FileHandle;
  readonly #room: SpoolRoom;
  #size = 0;

  private constructor(file: FileHandle, room: SpoolRoom) {
    this.#file = file;
    this.#room = room;
  }

  /** @throws TelemetryError (code `unavailable`) if no file can be made */
  static async open(room: SpoolRoom, directory = tmpdir()): Promise<SpooledBody> {
    const path = join(directory, `structline-body-${randomUUID()}`);
    try {
      const file = await open(path, "wx+", 0o600);
      await unlink(path);
      return new SpooledBody(file, room);
    } catch (cause) {
      throw unkept(directory, cause);
    }
  }

  /** Passes on the parts, and keeps them. @throws TelemetryError (code `too-large`, `unavailable`) if there is no room */
  async *keeping(parts: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const part of parts) {
      await this.append(part);
      yield part;
    }
  }

  /** @throws TelemetryError (code `too-large`, `unavailable`) if there is no room */
  async append(part: Uint8Array): Promise<void> {
    this.#room.take(part.length);
    await this.#write(part);
  }

  /** What was kept. */
  async *read(): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < this.#size; at += READ_AT_ONCE) {
      yield await this.piece(at, Math.min(READ_AT_ONCE, this.#size - at));
    }
  }

  /** Bytes that were kept. */
  async piece(at: number, length: number): Promise<Buffer> {
    const buffer = Buffer.allocUnsafe(length);
    for (let from = 0; from < length; ) {
      const { bytesRead } = await this.#file.read(buffer, from, length - from, at + from);
      if (bytesRead === 0) throw unkept(tmpdir(), new Error("its file ended"));
      from += bytesRead;
    }
    return buffer;
  }

  async close(): Promise<void> {
    this.#room.leave();
    await this.#file.close().catch(() => {});
  }

  async #write(part: Uint8Array): Promise<void> {
    try {
      for (let from = 0; from < part.length; ) {
        const { bytesWritten } = await this.#file.write(part, from, part.length - from, this.#size);
        from += bytesWritten;
        this.#size += bytesWritten;
      }
    } catch (cause) {
      throw unkept(tmpdir(), cause);
    }
  }
}

function unkept(directory: string, cause: unknown): TelemetryError {
  const { code, message } = cause as NodeJS.ErrnoException;
  const text = `Unable to keep the compressed body in ${directory} (${code ?? message}); send it in smaller parts, or not compressed`;
  return new TelemetryError(text, { name: "UnavailableError", code: "unavailable" });
}
