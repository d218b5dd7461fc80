import {
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isCompositeType,
  isInterfaceType,
  isNonNullType,
  isObjectType,
} from "graphql";
import { idOf } from "./fixture.js";

export interface RandomOperation {
  query: string;
  variables: Record<string, unknown>;
}

/** Creates a source of random numbers. The same seed always results in the same numbers (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const plainAliases = ["one", "two", "three"];
const misleadingAliases = [
  "id",
  "__typename",
  "label",
  "size",
  "toString",
  "__proto__",
  "r_0",
  "name",
  "name__alias_0",
  "constructor",
  "hasOwnProperty",
];

/**
 * Generates a random operation, which is usually valid. The operation can contain aliases, arguments, variables, fragments, type
 * conditions, @skip, @include and `__typename`.
 */
export function randomOperation(schema: GraphQLSchema, seed: number, options: { isMisleading: boolean }): RandomOperation {
  const random = randomFrom(seed);
  const chance = (probability: number) => random() < probability;
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  const definitions = new Map<string, string>();
  const variables: Record<string, unknown> = {};
  const fragments: string[] = [];
  const aliases = options.isMisleading ? misleadingAliases : plainAliases;

  const condition = (): string => {
    if (!chance(0.08)) return "";
    const name = pick(["yes", "no", "maybe"]);
    definitions.set(name, name === "maybe" ? "Boolean = true" : "Boolean!");
    if (name !== "maybe") variables[name] = name === "yes";
    return ` @${pick(["skip", "include"])}(if: ${chance(0.2) ? pick(["true", "false"]) : `$${name}`})`;
  };
  const value = (type: string): string => {
    if (type.startsWith("UUID")) {
      if (chance(0.5)) return `"${idOf(Math.floor(random() * 9))}"`;
      definitions.set("id", "UUID!");
      variables.id = idOf(5);
      return "$id";
    }
    if (type === "Int") {
      if (chance(0.6)) return String(1 + Math.floor(random() * 3));
      definitions.set("n", "Int = 2");
      if (chance(0.5)) variables.n = 3;
      return "$n";
    }
    if (type === "Boolean") return pick(["true", "false"]);
    if (type === "MakeInput!") return `{ title: "t", size: ${Math.floor(random() * 9)} }`;
    if (type === "ItemFilter") return filter();
    return "null";
  };
  const filter = (): string => {
    if (chance(0.4)) return "{ color: GREEN, not: { ids: [] } }";
    definitions.set("color", "Color");
    if (chance(0.7)) variables.color = pick(["RED", "BLUE", null]);
    return `{ color: $color, not: { ids: [${value("UUID!")}], since: "2026-01-0${1 + Math.floor(random() * 9)}T00:00:00Z" } }`;
  };
  // GraphQL can merge repeated fields only if their arguments are the same.
  const argumentTexts = new Map<GraphQLField<unknown, unknown>, string>();
  const fieldArguments = (field: GraphQLField<unknown, unknown>): string => {
    const known = argumentTexts.get(field);
    if (known !== undefined && chance(0.9)) return known;
    const made = newArguments(field);
    argumentTexts.set(field, made);
    return made;
  };
  const newArguments = (field: GraphQLField<unknown, unknown>): string => {
    const given = field.args
      .filter((argument) => isNonNullType(argument.type) || chance(0.5))
      .map((argument) => `${argument.name}: ${value(String(argument.type))}`);
    return given.length > 0 ? `(${given.join(", ")})` : "";
  };
  const selection = (type: GraphQLNamedType, depth: number): string => {
    const parts: string[] = [];
    const fields = isObjectType(type) || isInterfaceType(type) ? Object.values(type.getFields()) : [];
    const count = 1 + Math.floor(random() * (depth > 2 ? 2 : 3));
    for (let index = 0; index < count; index++) parts.push(part(type, fields, depth));
    return `{ ${parts.join(" ")} }`;
  };
  const part = (type: GraphQLNamedType, fields: GraphQLField<unknown, unknown>[], depth: number): string => {
    if (chance(fields.length === 0 ? 0.5 : 0.06)) return `${chance(0.3) ? `${pick(aliases)}: ` : ""}__typename${condition()}`;
    return fields.length === 0 || chance(0.2) ? fragment(type, depth) : aField(fields, depth);
  };
  const aField = (fields: GraphQLField<unknown, unknown>[], depth: number): string => {
    const scalars = fields.filter((field) => !isCompositeType(getNamedType(field.type)));
    const field = pick(depth > 3 && scalars.length > 0 ? scalars : fields);
    const named = getNamedType(field.type);
    const alias = chance(0.2)
      ? `${chance(options.isMisleading ? 0.2 : 0.5) ? `${pick(plainAliases)}_${field.name}` : pick(aliases)}: `
      : "";
    return `${alias}${field.name}${fieldArguments(field)}${condition()}${isCompositeType(named) ? ` ${selection(named, depth + 1)}` : ""}`;
  };
  const fragment = (type: GraphQLNamedType, depth: number): string => {
    const members: GraphQLNamedType[] = isAbstractType(type)
      ? [...schema.getPossibleTypes(type), type]
      : isObjectType(type)
        ? [type, ...type.getInterfaces()]
        : [type];
    const target = pick(members);
    const body = selection(target, depth + 1);
    if (chance(0.5)) return `... ${target === type && chance(0.5) ? "" : `on ${target.name}`}${condition()} ${body}`;
    const name = `F${fragments.length}`;
    fragments.push(`fragment ${name} on ${target.name} ${body}`);
    return `...${name}${condition()}${chance(0.2) ? ` ...${name}` : ""}`;
  };
  const root = (chance(0.15) && schema.getMutationType()) || schema.getQueryType();
  const body = selection(root as GraphQLNamedType, 0);
  const head = [...definitions].map(([name, type]) => `$${name}: ${type}`).join(", ");
  const name = chance(0.3) ? " Named" : "";
  return { query: `${root?.name.toLowerCase()}${name}${head && `(${head})`} ${body}\n${fragments.join("\n")}`, variables };
}
