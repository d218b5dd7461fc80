import { type GraphQLInputType, getNamedType, isEnumType, isInputObjectType } from "graphql";
import type { OperationDoc } from "../operations.js";
import type { Reference } from "./reference.js";

export interface UserErrorDoc {
  name: string;
  description: string;
}

/** All codes of `userErrors` with their descriptions in the schema. */
export function allUserErrors({ schema }: Pick<Reference, "schema">): UserErrorDoc[] {
  const type = schema.getType("UserErrorCode");
  return isEnumType(type) ? type.getValues().map(({ name, description }) => ({ name, description: description ?? "" })) : [];
}

// Error codes for violations of `@constraint` (packages/service/src/subgraph/constraint-messages.ts).
const byBound: Readonly<Record<string, string>> = {
  ...{ minLength: "TOO_SHORT", minItems: "TOO_SHORT", maxLength: "TOO_LONG", maxItems: "LIMIT_EXCEEDED" },
  ...{ minimum: "OUT_OF_RANGE", maximum: "OUT_OF_RANGE", pattern: "INVALID", format: "INVALID" },
};

/**
 * Returns the error codes of a mutation: the codes that follow from the bounds and types of the input, and the codes that descriptions
 * mention.
 */
export function userErrorCodes({ name }: Pick<OperationDoc, "name">, reference: Pick<Reference, "schema" | "constraints">): UserErrorDoc[] {
  const { schema, constraints } = reference;
  const field = schema.getMutationType()?.getFields()[name];
  const codes = new Set<string>();
  const all = allUserErrors(reference);
  const seen = new Set<string>();
  const read = (text: string | null | undefined) => {
    for (const one of all) if (new RegExp(`\\b${one.name}\\b`).test(text ?? "")) codes.add(one.name);
  };
  const visit = (type: GraphQLInputType, coordinate: string) => {
    for (const bound of Object.keys(constraints.get(coordinate) ?? {})) if (byBound[bound]) codes.add(byBound[bound]);
    const named = getNamedType(type);
    if (named.name.endsWith("Ref")) codes.add("NOT_FOUND").add("AMBIGUOUS_REF");
    if (named.name === "UUID") codes.add("NOT_FOUND");
    if (!isInputObjectType(named) || seen.has(named.name)) return;
    seen.add(named.name);
    for (const one of Object.values(named.getFields())) {
      read(one.description);
      visit(one.type, `${named.name}.${one.name}`);
    }
  };
  read(field?.description);
  for (const argument of field?.args ?? []) visit(argument.type, `Mutation.${name}(${argument.name}:)`);
  return all.filter((one) => codes.has(one.name));
}
