/** Compares two catalogues and lists the differences that break senders, stores or readers. */

import type { Channels, OldChannel, OldField, OldStruct } from "./catalogue.ts";
import type { StoredTypes } from "./stored-types.ts";

/** `wire`: the bytes changed. `name`, `type`, `unit`: the stored column changed. `value`: the rule changed. */
export type ChangeKind = "wire" | "name" | "type" | "unit" | "value";

export interface Change {
  readonly kind: ChangeKind;
  readonly channel: string;
  /** Absent if the change concerns the whole channel. */
  readonly struct?: string;
  /** C designator; absent if the change concerns the whole struct. */
  readonly field?: string;
  readonly text: string;
  /** Set if only the field's offset changed: by how many bytes. */
  readonly moved?: number;
  /** Set if the change is the message's size. */
  readonly resized?: true;
}

/** New channels and messages break nothing and are not listed. New fields are listed if they move other fields. */
export function compareCatalogues(before: Channels, after: Channels): Change[] {
  return Object.entries(before)
    .filter(([, { versionOf }]) => versionOf === undefined)
    .flatMap(([channel, old]) => {
      const now = after[channel];
      if (now === undefined) return [{ kind: "wire" as const, channel, text: "the channel is gone" }];
      return compareChannels(channel, old, now, versionsOf(channel, after));
    });
}

/** Structs of the channel's older versions. */
function versionsOf(channel: string, channels: Channels): readonly OldStruct[] {
  return Object.values(channels)
    .filter(({ versionOf }) => versionOf === channel)
    .flatMap(({ structs }) => structs);
}

function compareChannels(channel: string, old: OldChannel, now: OldChannel, living: readonly OldStruct[]): Change[] {
  const order =
    old.byteOrder === now.byteOrder
      ? []
      : [{ kind: "wire" as const, channel, text: `byte order ${old.byteOrder} → ${now.byteOrder}` }];
  return [...order, ...old.structs.flatMap((struct) => compareToChannel(channel, struct, now, living))];
}

function compareToChannel(channel: string, old: OldStruct, now: OldChannel, living: readonly OldStruct[]): Change[] {
  const place = { channel, struct: old.name };
  const sameId = now.structs.find(({ id }) => id === old.id);
  if (sameId !== undefined) {
    const changes = compareStructs(channel, old, sameId);
    // Codecs still decode the old layout if the channel keeps it as a version.
    return living.some((version) => sameWire(version, old)) ? changes.filter(({ kind }) => kind !== "wire") : changes;
  }
  const sameName = now.structs.find(({ name }) => name === old.name);
  if (sameName === undefined) return [{ kind: "wire", ...place, text: `the message with ID ${old.id} is gone` }];
  return [{ kind: "wire", ...place, text: `ID ${old.id} → ${sameName.id}` }, ...compareStructs(channel, old, sameName)];
}

function sameWire(a: OldStruct, b: OldStruct): boolean {
  return (
    a.id === b.id &&
    a.wireSize === b.wireSize &&
    a.fields.length === b.fields.length &&
    a.fields.every((field, index) => {
      const other = b.fields[index];
      return other !== undefined && field.path === other.path && placeOf(field) === placeOf(other);
    })
  );
}

function compareStructs(channel: string, old: OldStruct, now: OldStruct): Change[] {
  const place = { channel, struct: old.name };
  const changes: Change[] = [];
  if (old.wireSize !== now.wireSize) {
    changes.push({ kind: "wire", ...place, text: `${old.wireSize} → ${now.wireSize} bytes`, resized: true });
  }
  if (old.measurement !== now.measurement) {
    changes.push({ kind: "name", ...place, text: `stored as ${old.measurement} → ${now.measurement}` });
  }
  const added = now.fields.filter((field) => !old.fields.some(({ path }) => path === field.path));
  // Renaming a field of the same type and place matters only if its stored name changes.
  const renamedOf = (field: OldField) =>
    now.fields.find(({ path }) => path === field.path) ?? added.find((other) => placeOf(other) === placeOf(field));
  const known = new Set(old.fields.map(renamedOf));
  const inserted = added.filter((field) => !known.has(field));
  for (const field of old.fields) {
    const renamed = renamedOf(field);
    const at = { ...place, field: field.path };
    // List a new field before the first field that it moves.
    while (
      renamed &&
      movedBy(field, renamed) !== undefined &&
      (inserted[0]?.byteOffset ?? Infinity) < renamed.byteOffset
    ) {
      const [first] = inserted.splice(0, 1);
      if (first === undefined) break;
      const text = `is new (${first.ctype} at ${shownPlace(first)})`;
      changes.push({ kind: "wire", ...place, field: first.path, text });
    }
    if (renamed === undefined)
      changes.push({ kind: "wire", ...at, text: `is gone (${field.ctype} at ${shownPlace(field)})` });
    else changes.push(...compareFields(field, renamed).map((change) => ({ ...at, ...change })));
  }
  return changes;
}

/** Undefined if nothing changed, or more than the offset. */
function movedBy(old: OldField, now: OldField): number | undefined {
  const bytes = now.byteOffset - old.byteOffset;
  return bytes !== 0 && placeOf({ ...old, byteOffset: now.byteOffset }) === placeOf(now) ? bytes : undefined;
}

function compareFields(old: OldField, now: OldField): Pick<Change, "kind" | "text" | "moved">[] {
  const changes: Pick<Change, "kind" | "text" | "moved">[] = [];
  const moved = movedBy(old, now);
  const note = (kind: ChangeKind, before: string, after: string) => {
    const place = kind === "wire" && moved !== undefined ? { moved } : {};
    if (before !== after) changes.push({ kind, text: `${before} → ${after}`, ...place });
  };
  note("wire", `${old.scalar}, ${shownPlace(old)}`, `${now.scalar}, ${shownPlace(now)}`);
  if (old.excluded === true && now.excluded === true) return changes;
  if (old.excluded !== now.excluded) note("name", storedAs(old), storedAs(now));
  else note("name", `stored as '${old.column}'`, `stored as '${now.column}'`);
  note("type", `column of type ${typeOf(old)}`, `column of type ${typeOf(now)}`);
  note("unit", `unit ${old.unit ?? "none"}`, `unit ${now.unit ?? "none"}`);
  note(
    "value",
    old.expr ?? old.path,
    now.expr === undefined && old.expr === undefined ? old.path : (now.expr ?? now.path),
  );
  return changes;
}

/** Columns that have another type in an older layout. A store with the old type would reject new values. */
export function compareWithHistory(
  history: readonly { readonly channel: string; readonly schema: string; readonly struct: OldStruct }[],
  after: Channels,
): Change[] {
  const seen = new Set<string>();
  return history.flatMap(({ channel, schema, struct: old }) => {
    const now = after[channel]?.structs.find(({ measurement }) => measurement === old.measurement);
    return (now?.fields ?? []).flatMap((field): Change[] => {
      const was = old.fields.find(({ column, excluded }) => column === field.column && excluded !== true);
      if (was === undefined || field.excluded === true || typeOf(was) === typeOf(field)) return [];
      const key = [channel, old.measurement, field.column].join("\n");
      if (seen.has(key)) return [];
      seen.add(key);
      const text = `column '${field.column}' is ${typeOf(was)} in what layout ${schema} stored, and would be ${typeOf(field)}`;
      return [{ kind: "type", channel, struct: now?.name ?? old.name, field: field.path, text }];
    });
  });
}

/** The same comparison with the types in the store. */
export function compareWithStore(stored: StoredTypes, after: Channels): Change[] {
  return Object.entries(after).flatMap(([channel, { wampTopic = "", structs }]) =>
    structs.flatMap(({ name, measurement, fields }) => {
      const columns = stored.get(`${wampTopic.replaceAll(".", "_")}\n${measurement}`);
      return fields.flatMap((field): Change[] => {
        const was = columns?.get(field.column);
        const is = typeOf(field);
        // InfluxDB 1.x stores unsigned integers as signed integers.
        const fits = was === undefined || was === is || (was === "integer" && is === "unsigned");
        if (fits || field.excluded === true) return [];
        const text = `column '${field.column}' is ${was} in the store, which refuses what would be ${is}`;
        return [{ kind: "type", channel, struct: name, field: field.path, text }];
      });
    }),
  );
}

function storedAs({ column, excluded }: OldField): string {
  return excluded === true ? "not stored" : `stored as '${column}'`;
}

function typeOf({ kind, unsigned }: OldField): string {
  return unsigned === true ? "unsigned" : kind;
}

function placeOf({ scalar, byteOffset, bitOffset, bitWidth, byteOrder }: OldField): string {
  return [scalar, byteOffset, bitOffset, bitWidth, byteOrder].join();
}

function shownPlace({ byteOffset, bitOffset, bitWidth, byteOrder }: OldField): string {
  const bits = bitOffset === 0 && bitWidth % 8 === 0 ? "" : ` bit ${bitOffset}`;
  return `${bitWidth} bits at byte ${byteOffset}${bits}${byteOrder === undefined ? "" : `, ${byteOrder}-endian`}`;
}
