/** Telemetry containers of XTCE. [OMG XTCE 1.2] */

import { posix } from "node:path";
import {
  type Condition,
  type DefinedField,
  type DefinedMessage,
  type Definition,
  DefinitionError,
  type DefinitionKind,
} from "../definition.ts";
import { chosenId, type IdPlace } from "../shared/id-places.ts";
import { childAt, childrenOf, type Element, parseXml } from "../shared/xml.ts";
import { comparisonsIn } from "./xtce-criteria.ts";
import { elementNames, type ParameterType, parameterType, withBase } from "./xtce-types.ts";

interface Parameter {
  readonly name: string;
  readonly element: Element;
  readonly type: TypeAt | undefined;
  /** The members of an aggregate. */
  readonly members: readonly Parameter[];
}

interface TypeAt extends ParameterType {
  readonly system: string;
}

/** Also a type, before it is read. */
interface Container {
  readonly element: Element;
  readonly system: string;
}

/** A parameter at its place. */
interface Placed {
  readonly name: string;
  /** Which of the containers that it inherits from has it, from the outermost. */
  readonly depth: number;
  readonly field: DefinedField;
  readonly parameter: Parameter;
}

/** What a container of a chain compares. */
interface Criterion {
  readonly depth: number;
  readonly field: DefinedField;
  readonly operator: string;
  /** The raw value. */
  readonly value: number;
}

/** Aggregates may contain others, and themselves by mistake. */
const DEEPEST = 8;
const MOST_PARAMETERS = 100_000;
/** Entries of all containers, with those of containers inside. */
const MOST_ENTRIES = 1_000_000;

function read(text: string): Definition {
  const root = parseXml(text);
  if (root.name !== "SpaceSystem") throw new DefinitionError(`<SpaceSystem> expected, not <${root.name}>`, root.line);
  return new Reader(root).definition();
}

function commandsIn(space: Element): number {
  const own = childrenOf(childAt(space, "CommandMetaData", "MetaCommandSet"), "MetaCommand").length;
  return childrenOf(space, "SpaceSystem").reduce((sum, inner) => sum + commandsIn(inner), own);
}

class Reader {
  readonly #root: Element;
  readonly #types = new Map<string, TypeAt>();
  readonly #parameters = new Map<string, Parameter>();
  readonly #containers = new Map<string, Container>();
  readonly #notes: string[] = [];
  #entryCount = 0;

  constructor(root: Element) {
    this.#root = root;
    const types = new Map<string, Container>();
    this.#gather(root, "", (system, name, set) => {
      if (name === "ParameterTypeSet")
        for (const element of set.children) types.set(`${system}/${nameOf(element)}`, { element, system });
    });
    for (const [path, type] of types)
      this.#types.set(path, { ...parameterType(this.#whole(types, type, [])), system: type.system });
    this.#gather(root, "", (system, name, element) => {
      if (name === "ParameterSet")
        for (const each of childrenOf(element, "Parameter"))
          this.#declare(nameOf(each), each, each.attributes.get("parameterTypeRef") ?? "", system, system);
      if (name === "ContainerSet")
        for (const each of childrenOf(element, "SequenceContainer"))
          this.#containers.set(`${system}/${nameOf(each)}`, { element: each, system });
    });
  }

  /** A type with what it has of its base type, and that of its own. */
  #whole(types: ReadonlyMap<string, Container>, { element, system }: Container, above: readonly Element[]): Element {
    const ref = element.attributes.get("baseType");
    if (ref === undefined) return element;
    const base = this.#find(types, ref, system);
    if (base === undefined) throw new DefinitionError(`there is no type '${ref}'`, element.line);
    if (above.includes(element) || above.length > DEEPEST)
      throw new DefinitionError(`type '${nameOf(element)}' is based on itself, or too deeply`, element.line);
    return withBase(element, this.#whole(types, base, [...above, element]));
  }

  /** Also the members of an aggregate, as `name.member`. */
  #declare(name: string, element: Element, ref: string, system: string, home: string): Parameter {
    const type = this.#find(this.#types, ref, home);
    const members: Parameter[] = [];
    const parameter = { name, element, type, members };
    if (this.#parameters.size > MOST_PARAMETERS)
      throw new DefinitionError(`more than ${MOST_PARAMETERS} parameters`, element.line);
    this.#parameters.set(`${system}/${name}`, parameter);
    for (const member of name.split(".").length > DEEPEST ? [] : (type?.members ?? []))
      members.push(this.#declare(`${name}.${member.name}`, element, member.ref, system, type!.system));
    return parameter;
  }

  #gather(space: Element, above: string, take: (system: string, name: string, element: Element) => void): void {
    const system = `${above}/${nameOf(space)}`;
    for (const set of childAt(space, "TelemetryMetaData")?.children ?? []) take(system, set.name, set);
    for (const inner of childrenOf(space, "SpaceSystem")) this.#gather(inner, system, take);
  }

  /** A name in this system, in those around it, or with its path; a member is written behind a dot or a slash. */
  #find<Value>(table: ReadonlyMap<string, Value>, ref: string, system: string): Value | undefined {
    const names = ref.includes("/") ? [ref, ref.replace(/\/([^/]+)$/, ".$1")] : [ref];
    for (let at = ref.startsWith("/") ? "" : system; ; at = at.slice(0, at.lastIndexOf("/"))) {
      const found = names.map((name) => table.get(posix.normalize(`${at}/${name}`))).find((each) => each !== undefined);
      if (found !== undefined || at === "") return found;
    }
  }

  definition(): Definition {
    const concrete = [...this.#containers.values()].filter(
      ({ element }) => element.attributes.get("abstract") !== "true",
    );
    // What others inherit from or contain is a packet only if it has an ID.
    const parts = new Set(
      [...this.#containers.values()].flatMap((each) => [...this.#chain(each).slice(0, -1), ...this.#inside(each)]),
    );
    const packets = concrete
      .map((container) => ({
        container,
        name: nameOf(container.element),
        criteria: this.#criteria(container),
      }))
      .map((packet) => ({ ...packet, places: packet.criteria.flatMap(placeIn) }))
      .filter(({ container, places }) => !parts.has(container) || places.length > 0)
      .map((packet) => ({ ...packet, placed: this.#placed(packet.container) }))
      .filter(({ name, placed }) => {
        if (placed.length === 0) this.#notes.push(`${name} is left out: it has no parameters at fixed places`);
        return placed.length > 0;
      });
    const commands = commandsIn(this.#root);
    if (commands > 0)
      this.#notes.push(`${commands} MetaCommands are left out: a command is a struct with @command above it`);
    const { line, ids, others, compares } = chosenId(packets);
    for (const { name } of others)
      this.#notes.push(`${name} is left out: it has no ID of its own where the others have theirs`);
    const messages = [...ids].map(([{ name, placed, criteria, container }, id]): DefinedMessage => {
      // What the ID compares holds for the whole message; the rest says which parameters it has.
      const left = criteria.filter((each) => !placeIn(each).some(compares));
      const fields = placed.map(({ field, depth }): DefinedField => {
        const ranges = left.filter((each) => each.depth <= depth).map(rangeOf);
        return ranges.length === 0 ? field : { ...field, present: [ranges] };
      });
      const bits = Math.max(...fields.map(({ bit, width }) => bit + width));
      return { id, name, words: wordsOf(container.element), size: Math.ceil(bits / 8), fields };
    });
    return {
      about: wordsOf(this.#root),
      messages,
      keys: [line, "length = none", "long = ignore"],
      notes: [...new Set(this.#notes)],
    };
  }

  /** The container after those that it inherits from. */
  #chain(container: Container): readonly Container[] {
    const chain = [container];
    for (;;) {
      const { element, system } = chain[0]!;
      const ref = childAt(element, "BaseContainer")?.attributes.get("containerRef");
      if (ref === undefined) return chain;
      const base = this.#find(this.#containers, ref, system);
      if (base === undefined) throw new DefinitionError(`there is no container '${ref}'`, element.line);
      if (chain.includes(base)) throw new DefinitionError(`container '${ref}' contains itself`, element.line);
      chain.unshift(base);
    }
  }

  /** Its parameters, until the first whose place is not fixed. */
  #placed(container: Container): Placed[] {
    const found: Placed[] = [];
    let at = 0;
    const name = nameOf(container.element);
    const stop = (why: string): Placed[] => {
      this.#notes.push(`${name}: what follows ${found.at(-1)?.name ?? "its beginning"} is left out: ${why}`);
      return found;
    };
    const entries = this.#chain(container).flatMap((part, depth) =>
      this.#entries(part, []).map((each) => ({ ...each, depth })),
    );
    for (const { entry, system, depth } of entries) {
      const next = this.#next(entry, system, at);
      if (typeof next === "string") return stop(next);
      at = next.start;
      for (const parameter of leavesOf(next.parameter)) {
        const { width = 0, problem = "it has no size" } = parameter.type ?? { problem: "it has no type" };
        if (width <= 0) return stop(`'${parameter.name}': ${problem}`);
        const field = this.#fieldOf(parameter, parameter.type!, at, name);
        at += width;
        if (field !== undefined) found.push({ name: field.name, depth, parameter, field });
      }
    }
    return found;
  }

  /** The entry's parameter with its place, or why it has none. */
  #next(entry: Element, system: string, at: number): { parameter: Parameter; start: number } | string {
    const ref = entry.attributes.get("parameterRef");
    if (!/^(?:Array)?ParameterRefEntry$/.test(entry.name) || ref === undefined) return `<${entry.name}> is not read`;
    if (childAt(entry, "IncludeCondition") !== undefined || childAt(entry, "RepeatEntry") !== undefined)
      return `'${ref}' has a condition or repeats`;
    const start = placeOf(entry, at);
    if (start === undefined) return `the place of '${ref}' is not fixed`;
    const parameter = this.#find(this.#parameters, ref, system);
    if (parameter === undefined) return `'${ref}' is not declared`;
    const part = childAt(entry, "DimensionList") === undefined ? parameter : this.#part(parameter, entry);
    return part === undefined
      ? `the part of the array '${ref}' is not fixed, or not its beginning`
      : { parameter: part, start };
  }

  /** The elements of an array that an entry has. */
  #part({ name, element, type }: Parameter, entry: Element): Parameter | undefined {
    const starts = childrenOf(childAt(entry, "DimensionList"), "Dimension").map((each) =>
      childAt(each, "StartingIndex", "FixedValue")?.text.trim(),
    );
    const names = starts.every((start) => Number(start) === 0) ? elementNames(entry) : [];
    if (type?.elements === undefined || names.length === 0) return undefined;
    const { elements, system } = type;
    return {
      ...{ name, element, type },
      members: names.map((each) => this.#declare(`${name}.${each}`, element, elements, system, system)),
    };
  }

  /** With those of containers inside. */
  #entries({ element, system }: Container, above: readonly Element[]): { entry: Element; system: string }[] {
    return (childAt(element, "EntryList")?.children ?? []).flatMap((entry) => {
      const ref = entry.attributes.get("containerRef");
      const times = entry.name === "ContainerRefEntry" ? timesOf(entry) : undefined;
      const inner = times !== undefined && ref !== undefined ? this.#find(this.#containers, ref, system) : undefined;
      // Each of a few containers may name the one before it twice.
      this.#entryCount += times ?? 1;
      if (this.#entryCount > MOST_ENTRIES)
        throw new DefinitionError(`containers have more than ${MOST_ENTRIES} entries`, element.line);
      if (inner === undefined || above.includes(inner.element)) return [{ entry, system }];
      const chain = Array.from({ length: times ?? 0 }, () => this.#chain(inner)).flat();
      return chain.flatMap((part) => this.#entries(part, [...above, element]));
    });
  }

  /** The containers inside, which are parts of it. */
  #inside({ element, system }: Container): Container[] {
    return childrenOf(childAt(element, "EntryList") ?? element, "ContainerRefEntry").flatMap(
      ({ attributes }) => this.#find(this.#containers, attributes.get("containerRef") ?? "", system) ?? [],
    );
  }

  #fieldOf(parameter: Parameter, type: ParameterType, start: number, container: string): DefinedField | undefined {
    const { name } = parameter;
    const { width = 0, field, lacks } = type;
    const isWhole = start % 8 === 0 && width % 8 === 0;
    const isNumber = field.type === "unsigned" || field.type === "signed";
    const isLittle = field.order === "little" && width > 8;
    const problem =
      type.problem ?? (isWhole || (isNumber && !isLittle) ? undefined : "it does not begin and end with a byte");
    if (problem !== undefined) {
      this.#notes.push(`${container}.${name} is left out: ${problem}`);
      return undefined;
    }
    for (const lacking of lacks) this.#notes.push(`${container}.${name}: ${lacking}`);
    return { name, words: wordsOf(parameter.element), ...field, bit: start, width };
  }

  /** What it and those that it inherits from compare. */
  #criteria(container: Container): Criterion[] {
    const placed = new Map(this.#quietly(container).map((each) => [each.parameter, each]));
    return this.#chain(container).flatMap(({ element, system }, depth) => {
      const criteria = childAt(element, "BaseContainer", "RestrictionCriteria");
      return (criteria?.children ?? []).flatMap(comparisonsIn).flatMap((comparison): Criterion[] => {
        if (typeof comparison === "string") {
          this.#notes.push(`${nameOf(container.element)}: <${comparison}> is not compared`);
          return [];
        }
        const { ref, operator, text, isCalibrated } = comparison;
        const parameter = this.#find(this.#parameters, ref, system);
        const field = parameter && placed.get(parameter)?.field;
        const state = isCalibrated ? field?.states?.find(([, label]) => label === text)?.[0] : undefined;
        const value = state ?? Number(text);
        const isRaw = !isCalibrated || (field?.line === undefined && field?.expression === undefined);
        if (field !== undefined && isRaw && operator !== "!=" && Number.isSafeInteger(value))
          return [{ depth, field, operator, value }];
        this.#notes.push(`${nameOf(container.element)}: '${ref} ${operator} ${text}' is not compared`);
        return [];
      });
    });
  }

  /** Without its notes, which `#placed` makes. */
  #quietly(container: Container): Placed[] {
    const before = this.#notes.length;
    const placed = this.#placed(container);
    this.#notes.length = before;
    return placed;
  }
}

/** A number that may be the ID, or a part of it. */
function placeIn({ field: { bit, width, order }, operator, value }: Criterion): IdPlace[] {
  return operator === "==" ? [{ bit, width, order, value }] : [];
}

function rangeOf({ field: { name, type, width }, operator, value }: Criterion): Condition[number] {
  const least = type === "signed" ? -(2 ** (width - 1)) : 0;
  const most = type === "signed" ? 2 ** (width - 1) - 1 : 2 ** width - 1;
  const from = operator === ">" ? value + 1 : operator === "<" || operator === "<=" ? least : value;
  const to = operator === "<" ? value - 1 : operator === ">" || operator === ">=" ? most : value;
  return { field: name, from, to };
}

/** How often a container follows; undefined if it depends on the packet, or does not follow. */
function timesOf({ children: [repeat, ...others] }: Element): number | undefined {
  if (repeat === undefined) return 1;
  const text = childAt(repeat, "Count", "FixedValue")?.text.trim() ?? "";
  const isPlain = repeat.name === "RepeatEntry" && repeat.children.length === 1 && others.length === 0;
  return isPlain && /^\d{1,6}$/.test(text) ? Number(text) : undefined;
}

/** Undefined if it depends on the packet. */
function placeOf(entry: Element, at: number): number | undefined {
  const location = childAt(entry, "LocationInContainerInBits");
  if (location === undefined) return at;
  const text = childAt(location, "FixedValue")?.text.trim() ?? "";
  if (!/^-?\d+$/.test(text)) return undefined;
  const from = location.attributes.get("referenceLocation") ?? "previousEntry";
  const start = Number(text) + (from === "containerStart" ? 0 : at);
  return (from === "containerStart" || from === "previousEntry") && start >= 0 ? start : undefined;
}

/** The parameter; of an aggregate, its members and theirs. */
function leavesOf(parameter: Parameter): Parameter[] {
  return parameter.members.length === 0 ? [parameter] : parameter.members.flatMap(leavesOf);
}

function nameOf({ attributes }: Element): string {
  return attributes.get("name") ?? "";
}

function wordsOf(element: Element): string[] {
  const said = [element.attributes.get("shortDescription"), childAt(element, "LongDescription")?.text];
  return said.flatMap((text) => (text === undefined || text.trim() === "" ? [] : [text.trim()]));
}

export const XTCE_DEFINITION: DefinitionKind = {
  name: "XTCE",
  reads: "telemetry containers of XTCE (.xml)",
  recognises: (_, text) => /<(?:\w+:)?SpaceSystem\b/.test(text.slice(0, 65_536)),
  read,
};
