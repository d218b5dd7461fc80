import { readConstraints } from "@offergraph/shared/schema/directives";
import { Ajv2020 } from "ajv/dist/2020.js";
import { Kind, parse } from "graphql";

/**
 * Returns a validator for the `schema` of a `@constraint`. Tests compare the results of the validator with the domain rules, which are
 * authoritative.
 * @param sdl the subgraph's schema.graphql
 * @param coordinate a coordinate of `readConstraints`, e.g. "IncentiveRuleInput" or "AddFormPlacementInput.config"
 */
export function schemaParity(sdl: string, coordinate: string, type: "object" | "array" = "object"): (value: unknown) => boolean {
  const schema = readConstraints(parse(sdl)).get(coordinate)?.schema;
  if (!schema) throw new Error(`${coordinate} has no schema in @constraint.`);
  // The `schema` of a `@constraint` may lack types and properties, because services merge it with the schema of the GraphQL type.
  return new Ajv2020({ strict: true, allowUnionTypes: true, strictTypes: false, strictRequired: false }).compile({ type, ...schema });
}

/**
 * Returns the names of an input type's nullable fields. Constraints allow null for the fields in `taken`, but not for the fields in
 * `refused`.
 */
export function acceptedNulls(sdl: string, type: string): { taken: string[]; refused: string[] } {
  const document = parse(sdl);
  const constraints = readConstraints(document);
  const fields = document.definitions.flatMap((definition) =>
    definition.kind === Kind.INPUT_OBJECT_TYPE_DEFINITION && definition.name.value === type ? (definition.fields ?? []) : [],
  );
  const names = fields.filter((field) => field.type.kind !== Kind.NON_NULL_TYPE).map(({ name }) => name.value);
  const isTaken = (name: string) => constraints.get(`${type}.${name}`)?.nullable ?? constraints.get(type)?.nullable ?? true;
  return { taken: names.filter(isTaken), refused: names.filter((name) => !isTaken(name)) };
}
