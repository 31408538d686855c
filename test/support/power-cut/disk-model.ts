/**
 * What a disk contains after a power failure: everything that was synced, and a random part of the rest. Pages of an unsynced write are
 * new or old, or, beyond the file's former length, zeros or random bytes. Names follow the order of their creation, at least up to the
 * last sync that commits them.
 */

export type OperationKind = "C" | "M" | "W" | "T" | "Z" | "S" | "R" | "L" | "U" | "A";

export interface Operation {
  readonly kind: OperationKind;
  /** The write is on disk when the call returns. */
  readonly isDsync: boolean;
  readonly offset: number;
  /** The path. For `A`: what was acknowledged. */
  readonly subject: string;
  readonly bytes: Buffer;
}

export function parseRecording(recording: Buffer): Operation[] {
  const operations: Operation[] = [];
  for (let at = 0; at < recording.length; ) {
    const lineEnd = recording.indexOf(10, at);
    const [kind, dsync, offset, a, b] = recording.toString("latin1", at, lineEnd).split(" ");
    const subjectEnd = lineEnd + 1 + Number(a);
    at = subjectEnd + Number(b);
    operations.push({
      kind: kind as OperationKind,
      isDsync: dsync === "1",
      offset: Number(offset),
      subject: recording.toString("utf8", lineEnd + 1, subjectEnd),
      bytes: recording.subarray(subjectEnd, at),
    });
  }
  return operations;
}

/** How names become durable: with a sync of anything (a journaling file system), or with one of their folder. */
export type Names = "any sync" | "folder sync";

const PAGE_BYTES = 4096;

class File {
  durable: Buffer = Buffer.alloc(0);
  pending: Operation[] = [];

  sync(): void {
    for (const operation of this.pending) this.durable = applied(this.durable, operation);
    this.pending = [];
  }
}

interface NameChange {
  readonly operation: Operation;
  readonly file: File | undefined;
}

export class DiskModel {
  readonly #names: Names;
  readonly #files = new Map<string, File>();
  readonly #changes: NameChange[] = [];
  #committedChanges = 0;

  constructor(names: Names) {
    this.#names = names;
  }

  /** The operation is done. */
  apply(operation: Operation): void {
    const { kind, subject, bytes } = operation;
    if (kind === "A") return;
    if (kind === "W" || kind === "T" || kind === "Z") {
      const file = this.#files.get(subject);
      file?.pending.push(operation);
      if (operation.isDsync) file?.sync();
    } else if (kind === "S") this.#sync(subject);
    else {
      const file = kind === "C" ? new File() : this.#files.get(subject);
      if (kind === "C") this.#files.set(subject, file!);
      if ((kind === "R" || kind === "L") && file !== undefined) this.#files.set(bytes.toString(), file);
      this.#changes.push({ operation, file });
    }
  }

  /** The disk's content after a power failure during `last`: path → content. */
  cut(last: Operation | undefined, random: () => number): Map<string, Buffer> {
    if (last !== undefined && last.kind !== "A" && last.kind !== "S") this.apply({ ...last, isDsync: false });
    const open = this.#changes.length - this.#committedChanges;
    const survived = this.#committedChanges + Math.floor(random() * (open + 1));
    const names = new Map<string, File>();
    for (const { operation, file } of this.#changes.slice(0, survived)) {
      const { kind, subject, bytes } = operation;
      if (kind === "C") names.set(subject, file!);
      if ((kind === "R" || kind === "L") && names.has(subject)) names.set(bytes.toString(), names.get(subject)!);
      if (kind === "R" || kind === "U") names.delete(subject);
    }
    return new Map([...names].map(([path, file]) => [path, afterCut(file, random)]));
  }

  #sync(path: string): void {
    const file = this.#files.get(path);
    file?.sync();
    const isFolder = file === undefined;
    if (this.#names === "any sync" || isFolder) {
      const belongs = ({ operation }: NameChange) => !isFolder || operation.subject.startsWith(`${path}/`);
      this.#committedChanges = Math.max(
        this.#committedChanges,
        this.#names === "any sync" ? this.#changes.length : this.#changes.findLastIndex(belongs) + 1,
      );
    }
  }
}

function applied(content: Buffer, { kind, offset, bytes }: Operation): Buffer {
  if (kind === "T") return offset <= content.length ? content.subarray(0, offset) : longer(content, offset);
  const from = kind === "Z" ? Number(bytes.toString()) : offset;
  const length = kind === "Z" ? Math.max(0, Math.min(offset, content.length - from)) : bytes.length;
  const result = longer(Buffer.from(content), Math.max(content.length, from + length));
  if (kind === "Z") result.fill(0, from, from + length);
  else bytes.copy(result, from);
  return result;
}

function longer(content: Buffer, length: number): Buffer {
  return length <= content.length ? content : Buffer.concat([content, Buffer.alloc(length - content.length)]);
}

function afterCut({ durable, pending }: File, random: () => number): Buffer {
  let content: Buffer = Buffer.from(durable);
  for (const operation of pending) {
    if (operation.kind !== "W") {
      if (random() < 0.5) content = applied(content, operation);
      continue;
    }
    const fate = random();
    if (fate < 0.25) continue;
    content = fate < 0.5 ? applied(content, operation) : torn(content, durable.length, operation, random);
  }
  return content;
}

/** Some pages of the write are on disk. */
function torn(content: Buffer, durableBytes: number, { offset, bytes }: Operation, random: () => number): Buffer {
  const result = longer(Buffer.from(content), offset + bytes.length);
  for (let at = offset; at < offset + bytes.length; ) {
    const end = Math.min(offset + bytes.length, at - (at % PAGE_BYTES) + PAGE_BYTES);
    const fate = random();
    if (fate < 0.5) bytes.copy(result, at, at - offset, end - offset);
    else if (at >= durableBytes && fate < 0.75) for (let i = at; i < end; i++) result[i] = Math.floor(random() * 256);
    at = end;
  }
  return result;
}

/** Numbers from 0 to 1 that are the same for the same seed. [mulberry32] */
export function dice(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t = (t + Math.imul(t ^ (t >>> 7), t | 61)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
