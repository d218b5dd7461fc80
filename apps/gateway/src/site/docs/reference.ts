import type { Bounds } from "@offergraph/shared/schema/directives";
import type { PublishedEvent } from "@offergraph/shared/schema/manifest";
import { type GraphQLNamedType, type GraphQLSchema, getNamedType, isInputObjectType, isInterfaceType, isObjectType } from "graphql";
import { factsOf } from "../../mcp/facts.js";
import { itemsOf } from "../../mcp/selection/fields.js";
import type { Manifests } from "../../supergraph/manifest.js";
import { type ApiDoc, apiDocOf, type OperationDoc } from "../operations.js";
import type { SiteSource } from "../site.js";
import { namedType, operationPath, typePath } from "./paths.js";

interface Place {
  text: string;
  path: string;
}

/** The data from which the API reference is generated: the schema, the manifests, and indexes of both. */
export interface Reference {
  readonly url: string;
  readonly schema: GraphQLSchema;
  readonly manifests: Manifests;
  readonly api: ApiDoc;
  readonly constraints: ReadonlyMap<string, Bounds>;
  readonly eventOf: ReadonlyMap<string, PublishedEvent>;
  /** Names of the record types that an operation returns. */
  recordsOf(operation: OperationDoc): readonly string[];
  /** Operations and types that use a type in an argument or field. */
  usersOf(type: string): readonly Place[];
}

export type ReferenceSource = Pick<SiteSource, "engine" | "manifests" | "url">;

export function createReference({ engine, manifests, url }: ReferenceSource): Reference {
  const { constraints, ownership } = factsOf(engine);
  const schema = engine.apiSchema;
  const api = apiDocOf(engine, manifests);
  const users = usersByType(schema);
  return {
    ...{ url, schema, manifests, api, constraints },
    eventOf: new Map(manifests.events.map((event) => [event.subject, event])),
    recordsOf: recordReader(schema, ownership.isEntity),
    usersOf: (type) => users.get(type) ?? [],
  };
}

function recordReader(schema: GraphQLSchema, isEntity: (type: string) => boolean) {
  return ({ returns }: OperationDoc): string[] => {
    const type = schema.getType(namedType(returns));
    if (!isObjectType(type)) return [];
    const record = itemsOf(type) ?? type;
    if (isEntity(record.name)) return [record.name];
    // Mutation payloads contain the record in a field.
    return Object.values(record.getFields())
      .map((field) => getNamedType(field.type).name)
      .filter(isEntity);
  };
}

function usersByType(schema: GraphQLSchema): Map<string, Place[]> {
  const roots: readonly unknown[] = [schema.getQueryType(), schema.getMutationType()];
  const found = new Map<string, Place[]>();
  const add = (used: GraphQLNamedType, place: Place) => {
    const places = found.get(used.name) ?? [];
    if (!places.some(({ path }) => path === place.path)) found.set(used.name, [...places, place]);
  };
  for (const type of Object.values(schema.getTypeMap())) {
    if (type.name.startsWith("__")) continue;
    if (isInputObjectType(type))
      for (const field of Object.values(type.getFields())) add(getNamedType(field.type), { text: type.name, path: typePath(type.name) });
    if (!isObjectType(type) && !isInterfaceType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      const isRoot = roots.includes(type);
      const place = isRoot ? { text: field.name, path: operationPath(field.name) } : { text: type.name, path: typePath(type.name) };
      for (const used of [field, ...field.args]) add(getNamedType(used.type), place);
    }
  }
  return found;
}
