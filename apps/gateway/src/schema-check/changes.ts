import { type Change, CriticalityLevel, diff } from "@graphql-inspector/core";
import { type GraphQLSchema, isInterfaceType, isObjectType } from "graphql";
import { annotationChanges } from "./annotations.js";
import type { PublicSchema } from "./public-schema.js";

export type Level = "breaking" | "dangerous" | "safe";

export interface SchemaChange {
  readonly level: Level;
  readonly message: string;
  /**
   * Schema coordinates. A breaking change breaks each API key that uses one of the coordinates. Undefined if the usage records cannot show
   * which keys break.
   */
  readonly affects: readonly string[] | undefined;
}

const levels: Record<CriticalityLevel, Level> = {
  [CriticalityLevel.Breaking]: "breaking",
  [CriticalityLevel.Dangerous]: "dangerous",
  [CriticalityLevel.NonBreaking]: "safe",
};

/** Compares the public schema before and after a change of one subgraph. */
export async function schemaChangesOf(before: PublicSchema, after: PublicSchema): Promise<SchemaChange[]> {
  const found = await diff(before.schema, after.schema);
  const added = new Set(found.filter(({ type }) => type === "TYPE_ADDED").map(({ path }) => path));
  const changes = found
    .filter(({ type, path }) => type === "TYPE_ADDED" || !added.has(path?.split(".")[0]))
    .map((change): SchemaChange => {
      const { message, criticality } = change;
      return { level: levels[criticality.level], message, affects: affectedBy(change, before) };
    });
  return [...changes, ...annotationChanges(before, after)];
}

/**
 * Returns schema coordinates: the change breaks each client that uses one of them. Returns undefined if the usage records cannot show which
 * clients the change breaks.
 */
function affectedBy({ type, path = "", meta }: Change, before: PublicSchema): readonly string[] | undefined {
  const [name = "", member = "", argument = ""] = path.split(".");
  switch (type) {
    case "FIELD_REMOVED":
    case "FIELD_TYPE_CHANGED":
    case "FIELD_ARGUMENT_ADDED":
    case "FIELD_ARGUMENT_TYPE_CHANGED":
      return fieldOf(name, member, before.schema);
    case "FIELD_ARGUMENT_REMOVED":
      return fieldOf(name, member, before.schema).map((field) => `${field}(${argument}:)`);
    case "INPUT_FIELD_REMOVED":
    case "ENUM_VALUE_REMOVED":
      return [`${name}.${member}`];
    case "INPUT_FIELD_ADDED":
    case "INPUT_FIELD_TYPE_CHANGED":
      return membersOf(name, before);
    case "TYPE_REMOVED":
    case "TYPE_KIND_CHANGED":
    case "OBJECT_TYPE_INTERFACE_REMOVED":
      return membersOf(name, before);
    case "UNION_MEMBER_REMOVED":
      return membersOf((meta as { removedUnionMemberTypeName: string }).removedUnionMemberTypeName, before);
    default:
      return undefined;
  }
}

/** A client can select a field of an object through an interface, so the field of the interface is affected too. */
function fieldOf(type: string, field: string, schema: GraphQLSchema): string[] {
  const found = schema.getType(type);
  const interfaces = isObjectType(found) || isInterfaceType(found) ? found.getInterfaces() : [];
  return [type, ...interfaces.filter((one) => field in one.getFields()).map(({ name }) => name)].map((name) => `${name}.${field}`);
}

function membersOf(type: string, { coordinates }: PublicSchema): string[] {
  return [...coordinates.keys()].filter((coordinate) => coordinate === type || coordinate.startsWith(`${type}.`));
}
