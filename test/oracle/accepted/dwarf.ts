/** A compiler's layout of its structs, from debugging information as printed by `readelf`. [DWARF 5] */

/** A leaf of a struct: `path byte.bit width kind`. */
export interface TruthRecord {
  readonly size: number;
  readonly leaves: readonly string[];
}

interface Entry {
  readonly tag: string;
  readonly depth: number;
  readonly attributes: Map<string, string>;
  readonly children: Entry[];
}

const RECORDS: ReadonlySet<string> = new Set(["DW_TAG_structure_type", "DW_TAG_union_type", "DW_TAG_class_type"]);
const ENTRY = /^\s*<(\d+)><([0-9a-f]+)>: Abbrev Number: \d+ \((DW_TAG_\w+)\)/;
const ATTRIBUTE = /^\s*<[0-9a-f]+>\s+(DW_AT_\w+)\s*: (.*)$/;

/**
 * @param text of `readelf --debug-dump=info`
 * @returns struct name → layout
 */
export function readStructs(text: string): ReadonlyMap<string, TruthRecord> {
  const entries = readEntries(text);
  const found = new Map<string, TruthRecord>();
  for (const entry of entries.values()) {
    const name = entry.attributes.get("DW_AT_name");
    // A struct without a tag is named after its first instance.
    const record = entry.tag === "DW_TAG_variable" ? untagged(typeOf(entry, entries)) : entry;
    const size = record?.attributes.get("DW_AT_byte_size");
    if (record === undefined || !RECORDS.has(record.tag) || name === undefined || size === undefined) continue;
    found.set(name, { size: Number(size), leaves: leavesOf(record, "", 0, entries) });
  }
  return found;
}

/**
 * Structs and classes of the whole text by qualified name; those without a tag by their typedef. Leaves out what is local to a function,
 * instances of templates, and names with several layouts.
 */
export function readNamedStructs(text: string): ReadonlyMap<string, TruthRecord> {
  const entries = readEntries(text);
  const found = new Map<string, TruthRecord | undefined>();
  const add = (name: string, record: Entry) => {
    const size = record.attributes.get("DW_AT_byte_size");
    if (size === undefined || record.tag === "DW_TAG_union_type") return;
    const truth = { size: Number(size), leaves: leavesOf(record, "", 0, entries) };
    const known = found.get(name);
    const isSame = !found.has(name) || (known !== undefined && JSON.stringify(known) === JSON.stringify(truth));
    found.set(name, isSame ? truth : undefined);
  };
  const visit = (entry: Entry, scope: string) => {
    const name = entry.attributes.get("DW_AT_name");
    if (name === undefined || !/^\w+$/.test(name)) return;
    const unnamed = entry.tag === "DW_TAG_typedef" ? recordWithoutTag(entry, entries) : undefined;
    if (unnamed !== undefined) add(scope + name, unnamed);
    const isRecord = RECORDS.has(entry.tag);
    if (isRecord) add(scope + name, entry);
    if (isRecord || entry.tag === "DW_TAG_namespace")
      for (const child of entry.children) visit(child, `${scope}${name}::`);
  };
  for (const entry of entries.values()) if (entry.depth === 1) visit(entry, "");
  return new Map([...found].flatMap(([name, truth]) => (truth === undefined ? [] : [[name, truth] as const])));
}

/** The struct that only the typedef names. */
function recordWithoutTag(typedef: Entry, entries: ReadonlyMap<string, Entry>): Entry | undefined {
  const type = typeOf(typedef, entries);
  return type !== undefined && RECORDS.has(type.tag) && !type.attributes.has("DW_AT_name") ? type : undefined;
}

function untagged(type: Entry | undefined): Entry | undefined {
  const tag = type?.attributes.get("DW_AT_name");
  return tag === undefined || tag.startsWith("<") ? type : undefined;
}

function readEntries(text: string): ReadonlyMap<string, Entry> {
  const entries = new Map<string, Entry>();
  const stack: Entry[] = [];
  let current: Entry | undefined;
  for (const line of text.split("\n")) {
    const entry = ENTRY.exec(line);
    if (entry !== null) {
      const depth = Number(entry[1]);
      current = { tag: entry[3] ?? "", depth, attributes: new Map(), children: [] };
      entries.set(entry[2] ?? "", current);
      stack.length = Math.min(stack.length, depth);
      stack.at(-1)?.children.push(current);
      stack.push(current);
      continue;
    }
    const attribute = ATTRIBUTE.exec(line);
    if (attribute !== null) current?.attributes.set(attribute[1] ?? "", attributeValue(attribute[2] ?? ""));
  }
  return entries;
}

/** `(indirect string, offset: 0x3): name` and `(strp) (offset: 0x3): name` → `name`; `(ref4) <0x2d>, int` → `2d`. */
function attributeValue(text: string): string {
  const plain = text.replace(/^\([^)]*\)\s*/, "").replace(/^(?:\(offset: (?:0x)?[0-9a-f]+\))?\s*:\s*/, "");
  const refersTo = /^<0x([0-9a-f]+)>/.exec(plain);
  const operator = /\(DW_OP_plus_uconst: (\d+)\)/.exec(plain);
  return (refersTo?.[1] ?? operator?.[1] ?? plain).trim();
}

/** The older form has negative offsets, printed as 64 bits. */
function number(entry: Entry, name: string): number | undefined {
  const text = entry.attributes.get(name)?.split(/[\s\t]/)[0];
  return text === undefined ? undefined : Number(BigInt.asIntN(64, BigInt(text)));
}

function leavesOf(record: Entry, prefix: string, start: number, entries: ReadonlyMap<string, Entry>): string[] {
  return record.children.flatMap((member) => {
    if (member.tag === "DW_TAG_inheritance") {
      const at = start + (number(member, "DW_AT_data_member_location") ?? 0) * 8;
      return leavesOf(typeOf(member, entries)!, prefix, at, entries);
    }
    if (member.tag !== "DW_TAG_member" || member.attributes.has("DW_AT_external")) return [];
    const name = member.attributes.get("DW_AT_name");
    const type = typeOf(member, entries);
    const bits = number(member, "DW_AT_bit_size");
    const offset = start + (number(member, "DW_AT_data_member_location") ?? 0) * 8;
    if (bits !== undefined) {
      // GCC describes a bit-field of a union elsewhere if its type's alignment is less than its size, and places it at 0. [GCC 12]
      const position = start + (record.tag === "DW_TAG_union_type" ? 0 : bitOffset(member, type, bits));
      return [
        `${prefix}${name} ${Math.floor(position / 8)}.${position % 8} ${heldBits(bits, type)} ${kindOf(type, entries)}`,
      ];
    }
    if (name === undefined) return leavesOf(type!, prefix, offset, entries);
    return typeLeaves(type, prefix + name, offset, entries);
  });
}

/** Clang counts the padding of a bit-field that is wider than its type. */
function heldBits(bits: number, type: Entry | undefined): number {
  return Math.min(bits, 8 * ((type && number(type, "DW_AT_byte_size")) ?? bits));
}

/** DWARF 5 counts from the record's beginning, the older form from the storage unit's most significant bit. */
function bitOffset(member: Entry, type: Entry | undefined, bits: number): number {
  const modern = number(member, "DW_AT_data_bit_offset");
  if (modern !== undefined) return modern;
  const unit =
    (number(member, "DW_AT_byte_size") ?? (type === undefined ? 0 : (number(type, "DW_AT_byte_size") ?? 0))) * 8;
  return (
    (number(member, "DW_AT_data_member_location") ?? 0) * 8 + unit - (number(member, "DW_AT_bit_offset") ?? 0) - bits
  );
}

/** Skips typedefs and qualifiers. */
function typeOf(entry: Entry, entries: ReadonlyMap<string, Entry>): Entry | undefined {
  let type = entries.get(entry.attributes.get("DW_AT_type") ?? "");
  while (type !== undefined && /typedef|const|volatile|atomic/.test(type.tag))
    type = entries.get(type.attributes.get("DW_AT_type") ?? "");
  return type;
}

function typeLeaves(
  type: Entry | undefined,
  path: string,
  offset: number,
  entries: ReadonlyMap<string, Entry>,
): string[] {
  if (type !== undefined && RECORDS.has(type.tag)) return leavesOf(type, `${path}.`, offset, entries);
  if (type?.tag === "DW_TAG_array_type") {
    const element = typeOf(type, entries);
    const counts = type.children.filter(({ tag }) => tag === "DW_TAG_subrange_type").map(countOf);
    return arrayLeaves(element, counts, path, offset, entries);
  }
  return [`${path} ${offset / 8}.${offset % 8} ${sizeOf(type, entries) * 8} ${kindOf(type, entries)}`];
}

function arrayLeaves(
  element: Entry | undefined,
  counts: readonly number[],
  path: string,
  offset: number,
  entries: ReadonlyMap<string, Entry>,
): string[] {
  const [count = 0, ...inner] = counts;
  if (inner.length === 0 && element?.attributes.get("DW_AT_name") === "char")
    return count === 0 ? [] : [`${path} ${offset / 8}.${offset % 8} ${count * 8} text`];
  const step = inner.reduce((product, each) => product * each, sizeOf(element, entries)) * 8;
  return Array.from({ length: count }).flatMap((_, index) => {
    const at = offset + index * step;
    return inner.length === 0
      ? typeLeaves(element, `${path}[${index}]`, at, entries)
      : arrayLeaves(element, inner, `${path}[${index}]`, at, entries);
  });
}

/** An array without an upper bound, or with −1 as 32 bits or as AVR's 16, has no elements. */
function countOf(range: Entry): number {
  const last = number(range, "DW_AT_upper_bound") ?? -1;
  return number(range, "DW_AT_count") ?? (last === 0xffff_ffff || last === 0xffff ? 0 : last + 1);
}

function sizeOf(type: Entry | undefined, entries: ReadonlyMap<string, Entry>): number {
  if (type === undefined) return 0;
  if (type.tag !== "DW_TAG_array_type") return number(type, "DW_AT_byte_size") ?? 0;
  const counts = type.children.map(countOf);
  return counts.reduce((product, each) => product * each, sizeOf(typeOf(type, entries), entries));
}

/** [DWARF 5, 7.8] */
function kindOf(type: Entry | undefined, entries: ReadonlyMap<string, Entry>): string {
  if (type === undefined) return "void";
  if (type.tag === "DW_TAG_enumeration_type") {
    const underlying = typeOf(type, entries);
    if (underlying !== undefined) return kindOf(underlying, entries);
    return type.attributes.has("DW_AT_declaration") ? "either" : "enum";
  }
  switch (number(type, "DW_AT_encoding")) {
    case 2:
      return "bool";
    case 4:
      return "float";
    case 5:
    case 6:
      return "signed";
    case 7:
    case 8:
      return "unsigned";
    default:
      return type.tag;
  }
}
