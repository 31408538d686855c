/**
 * What addresses, topics and bodies of devices mean: our own, those of vendors' maps, and what parts add. One value in a process; a realm decides
 * what applies to it. Pure.
 */

import type { JsonValue } from "../lib/json-value.ts";
import { type AddressResult, addressOf, type Parse, parsePath, parseTopic, remembering } from "../model/address.ts";
import type { AddressForms, BodyForms, HttpManners, Query } from "../model/address-forms.ts";
import { type DeviceNetwork, DeviceNetworks } from "../model/device-network.ts";
import type { DecodedRealm } from "../model/realm-settings.ts";
import { type TopicRule, Topics } from "../model/topics.ts";
import { fillIn, wildcardsOf } from "../realms/topic-maps.ts";

export interface AddressingOptions {
  readonly forms?: readonly AddressForms[];
  readonly networks?: readonly DeviceNetwork[];
  readonly topics?: readonly TopicRule[];
}

const OUR_MANNERS: HttpManners = {};

export class Addressing {
  readonly parseTopic: Parse;
  readonly parsePath: Parse;
  readonly networks: DeviceNetworks;
  readonly topics: Topics;
  readonly #forms: readonly AddressForms[];
  readonly #manners = new WeakMap<DecodedRealm, HttpManners>();

  constructor({ forms = [], networks = [], topics = [] }: AddressingOptions) {
    this.#forms = forms;
    this.networks = new DeviceNetworks(networks);
    this.topics = new Topics(topics);
    const ofForms = (text: string, realms: readonly DecodedRealm[], over: "topics" | "paths") => {
      for (const one of forms) {
        const found = one.parse(text, realms, over);
        if (found !== undefined) return found;
      }
      return undefined;
    };
    this.parseTopic = remembering(
      (topic, realms) => mapped(topic, realms) ?? ofForms(topic, realms, "topics") ?? parseTopic(topic, realms),
    );
    this.parsePath = remembering((path, realms) => ofForms(path, realms, "paths") ?? parsePath(path, realms));
  }

  /** Converts a body to our format. @throws ValueError */
  read(reading: string, body: JsonValue): JsonValue {
    for (const forms of this.#forms) {
      const read = forms.read(reading, body);
      if (read !== undefined) return read;
    }
    return body;
  }

  /** The endings of topics of these realms' devices, without our own. */
  topicEndings(realm: DecodedRealm | undefined): readonly string[] {
    return realm === undefined ? [] : this.#forms.flatMap((forms) => forms.topicEndings(realm));
  }

  /** Undefined for a body that arrives only by POST. */
  queryOf(reading: string | undefined): Query | undefined {
    if (reading === undefined) return undefined;
    for (const forms of this.#forms) {
      const query = forms.query(reading);
      if (query !== undefined) return query;
    }
    return undefined;
  }

  bodies(realm: DecodedRealm): BodyForms {
    return Object.assign({}, ...this.#forms.map((forms) => forms.bodies(realm)));
  }

  manners(realm: DecodedRealm | undefined): HttpManners {
    if (realm === undefined) return OUR_MANNERS;
    let manners = this.#manners.get(realm);
    if (manners === undefined) {
      manners = Object.assign({}, ...this.#forms.map((forms) => forms.manners(realm))) as HttpManners;
      this.#manners.set(realm, manners);
    }
    return manners;
  }
}

/** Without any parts. */
export const OWN_ADDRESSING = new Addressing({});

/** Converts a vendor's topic to our address. */
function mapped(topic: string, realms: readonly DecodedRealm[]): AddressResult | undefined {
  for (const { maps = [] } of realms) {
    for (const { topic: filter, address, dialect, field, time, more = [] } of maps) {
      const parts = wildcardsOf(filter, topic);
      if (parts === undefined) continue;
      const found = [...parts, ...more];
      const device = address.split("/").map((part) => fillIn(part, found));
      const at = time === undefined ? {} : { time };
      const given =
        dialect === "value"
          ? { kind: "value" as const, field: fillIn(field ?? "", found) }
          : { kind: "data" as const, reading: dialect, ...at };
      return addressOf(topic, device, given, realms);
    }
  }
  return undefined;
}
