/** The databases in use and their field types: loaded on first use, and again when they may have changed. */

import { OwnedRoom } from "../../lib/owned-room.ts";
import { databaseOwner, type MeasurementInfo } from "../../model/store.ts";
import type { InfluxClient } from "./client.ts";
import { isOwnMeasurement, OWN_DATABASE } from "./facts.ts";
import { DatabaseTypes, type MeasurementColumns, NO_COLUMNS } from "./field-types.ts";
import { loadColumns } from "./load-field-types.ts";

export class Databases {
  readonly #client: InfluxClient;
  readonly #trustedMs: number;
  readonly #byName = new Map<string, DatabaseTypes>();

  /** @param trustedMs how long cached types are trusted */
  constructor(client: InfluxClient, trustedMs: number) {
    this.#client = client;
    this.#trustedMs = trustedMs;
  }

  /** What the measurements in all databases in use take. */
  room(): OwnedRoom {
    const room = new OwnedRoom();
    for (const [database, { measurements }] of this.#byName) room.take(databaseOwner({ database }), measurements.size);
    return room;
  }

  known(name: string): DatabaseTypes | undefined {
    return this.#byName.get(name);
  }

  async get(name: string): Promise<DatabaseTypes> {
    const known = this.#byName.get(name);
    if (known !== undefined) return known;
    const database = new DatabaseTypes(name);
    await this.reload(database);
    this.#byName.set(name, database);
    return database;
  }

  async reload(database: DatabaseTypes): Promise<void> {
    database.replace(await loadColumns(this.#client, database.name), performance.now());
  }

  /** False if the types were loaded a moment ago. */
  async refresh(database: DatabaseTypes): Promise<boolean> {
    const { loadedAtMs } = database;
    if (loadedAtMs !== undefined && performance.now() - loadedAtMs < this.#trustedMs) return false;
    await this.reload(database);
    return true;
  }

  /** Marks all types to be loaded again on next use. */
  distrust(): void {
    for (const database of this.#byName.values()) database.loadedAtMs = undefined;
  }

  /** Also for a database that this service does not write to. */
  async columnsOf(name: string, measurement: string): Promise<MeasurementColumns> {
    const database = this.#byName.get(name);
    if (database === undefined) return (await loadColumns(this.#client, name)).get(measurement) ?? NO_COLUMNS;
    if (!database.measurements.get(measurement)?.types.size) await this.refresh(database);
    return database.measurements.get(measurement) ?? NO_COLUMNS;
  }

  async measurements(): Promise<MeasurementInfo[]> {
    const infos: MeasurementInfo[] = [];
    for (const database of this.#byName.values()) {
      await this.refresh(database);
      for (const { name, types } of database.measurements.values()) {
        if (types.size === 0 || (database.name === OWN_DATABASE && isOwnMeasurement(name))) continue;
        infos.push({ database: database.name, measurement: name, columns: types });
      }
    }
    return infos;
  }
}
