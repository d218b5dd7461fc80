import { type GraphQLLeafType, isEnumType } from "graphql";

const checks: Record<string, (value: unknown) => boolean> = {
  Int: (value) => typeof value === "number" && (value | 0) === value,
  Float: (value) => typeof value === "number",
  String: (value) => typeof value === "string",
  Boolean: (value) => typeof value === "boolean",
  ID: (value) => typeof value === "string" || (typeof value === "number" && Number.isInteger(value)),
};

/** Returns the check of a leaf value from a subgraph; undefined for custom scalars, which accept any value. */
export function leafCheck(type: GraphQLLeafType): ((value: unknown) => boolean) | undefined {
  if (!isEnumType(type)) return checks[type.name];
  const values = new Set<unknown>(type.getValues().map((value) => value.name));
  return (value) => values.has(value);
}
