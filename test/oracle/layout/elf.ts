/** Reads initialised objects of an ELF object file: symbol → bytes. Supports any class and byte order. */

const SYMBOL_TABLE = 2;
const NO_BITS = 8;

interface Section {
  readonly type: number;
  readonly offset: number;
  readonly size: number;
  readonly link: number;
  readonly entrySize: number;
}

/** Bytes of every defined symbol with a size; those in `.bss` are zero. */
export function readObjects(file: Uint8Array): Map<string, Uint8Array> {
  const elf = new Elf(file);
  const sections = elf.sections();
  const table = sections.find((section) => section.type === SYMBOL_TABLE);
  if (table === undefined) throw new Error("no symbol table");
  const names = sections[table.link]!;
  const objects = new Map<string, Uint8Array>();
  for (let at = table.offset; at < table.offset + table.size; at += table.entrySize) {
    const symbol = elf.symbol(at);
    const section = sections[symbol.section];
    if (symbol.size === 0 || section === undefined) continue;
    const begin = section.offset + symbol.value;
    const bytes = section.type === NO_BITS ? new Uint8Array(symbol.size) : file.slice(begin, begin + symbol.size);
    objects.set(elf.text(names.offset + symbol.name), bytes);
  }
  return objects;
}

class Elf {
  readonly #file: Uint8Array;
  readonly #view: DataView;
  readonly #wide: boolean;
  readonly #little: boolean;

  constructor(file: Uint8Array) {
    this.#file = file;
    this.#view = new DataView(file.buffer, file.byteOffset, file.byteLength);
    if (this.#view.getUint32(0) !== 0x7f454c46) throw new Error("no ELF file");
    this.#wide = file[4] === 2;
    this.#little = file[5] === 1;
  }

  sections(): Section[] {
    const [offset, entrySize, count] = this.#wide
      ? [this.#word(40), this.#half(58), this.#half(60)]
      : [this.#word(32), this.#half(46), this.#half(48)];
    return Array.from({ length: count }, (_, index) => this.#section(offset + index * entrySize));
  }

  symbol(at: number): { name: number; value: number; size: number; section: number } {
    return this.#wide
      ? { name: this.#word(at), section: this.#half(at + 6), value: this.#word(at + 8), size: this.#word(at + 16) }
      : { name: this.#word(at), value: this.#word(at + 4), size: this.#word(at + 8), section: this.#half(at + 14) };
  }

  text(at: number): string {
    return Buffer.from(this.#file.subarray(at, this.#file.indexOf(0, at))).toString("latin1");
  }

  #section(at: number): Section {
    const type = this.#word(at + 4);
    return this.#wide
      ? {
          type,
          offset: this.#word(at + 24),
          size: this.#word(at + 32),
          link: this.#word(at + 40),
          entrySize: this.#word(at + 56),
        }
      : {
          type,
          offset: this.#word(at + 16),
          size: this.#word(at + 20),
          link: this.#word(at + 24),
          entrySize: this.#word(at + 36),
        };
  }

  #half(at: number): number {
    return this.#view.getUint16(at, this.#little);
  }

  /** The low 32 bits are enough here. */
  #word(at: number): number {
    return this.#view.getUint32(at, this.#little);
  }
}
