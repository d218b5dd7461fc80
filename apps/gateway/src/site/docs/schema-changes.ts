import type { GraphQLSchema } from "graphql";
import { coordinatesOf } from "../../supergraph/coordinates.js";
import { deprecationPeriod, reasonForm } from "../../supergraph/deprecations.js";

/** Changes of the public schema on one day, as schema coordinates, for example "Query.get_form(slug:)". */
export interface SchemaChanges {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly deprecated: readonly string[];
}

/** Compares two versions of the schema. Does not list the members of an added or removed type or field. */
export function schemaChanges(before: GraphQLSchema, after: GraphQLSchema): SchemaChanges {
  const [old, current] = [coordinatesOf(before), coordinatesOf(after)];
  const added = [...current.keys()].filter((coordinate) => !old.has(coordinate));
  const removed = [...old.keys()].filter((coordinate) => !current.has(coordinate));
  return {
    added: outermost(added),
    removed: outermost(removed),
    deprecated: [...current].flatMap(([coordinate, reason]) => (reason && !old.get(coordinate) ? [coordinate] : [])).sort(),
  };
}

/** Returns a message for each deprecated part of the schema that has no valid dates, or that is missing from the listed changes. */
export function deprecationProblems(schema: GraphQLSchema, changes: readonly Pick<SchemaChanges, "deprecated">[]): string[] {
  const listed = new Set(changes.flatMap(({ deprecated }) => deprecated));
  return [...coordinatesOf(schema)].flatMap(([coordinate, reason]) => {
    if (!reason) return [];
    return [
      ...(deprecationPeriod(reason)
        ? []
        : [`The deprecation reason of ${coordinate} has no valid dates. Write the reason as ${reasonForm}.`]),
      ...(listed.has(coordinate)
        ? []
        : [
            `${coordinate} is deprecated, but not in schema-history.json. Run: npx tsx --conditions=source scripts/generate-schema-history.ts`,
          ]),
    ];
  });
}

function outermost(coordinates: readonly string[]): string[] {
  const all = new Set(coordinates);
  const isInner = (coordinate: string) => all.has(coordinate.replace(/\(.*/, "")) && coordinate.includes("(");
  return coordinates.filter((one) => !isInner(one) && !(one.includes(".") && all.has(one.split(".")[0] ?? ""))).sort();
}
