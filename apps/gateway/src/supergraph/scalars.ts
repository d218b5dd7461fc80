import { hasVariable, scalarsOf } from "@offergraph/shared/schema/scalars";
import {
  type DocumentNode,
  type GraphQLScalarType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isListType,
  isScalarType,
  isSpecifiedScalarType,
  Kind,
  TypeInfo,
  type ValueNode,
  visit,
  visitWithTypeInfo,
} from "graphql";
import type { Variables } from "./variables.js";

/**
 * Adds format checks to the custom scalars of a composed schema, because a composed schema has no format checks. Throws an Error if the
 * format of a scalar is unknown.
 */
export function checkFormats(schema: GraphQLSchema, supergraph: DocumentNode): void {
  const served = schema.getTypeMap();
  const definitions = supergraph.definitions.filter((node) => node.kind === Kind.SCALAR_TYPE_DEFINITION && node.name.value in served);
  for (const [name, checking] of Object.entries(scalarsOf({ kind: Kind.DOCUMENT, definitions }))) {
    const type = served[name];
    if (!isScalarType(type)) continue;
    type.parseValue = checking.parseValue;
    type.parseLiteral = checking.parseLiteral;
  }
}

/** Compiles a check of custom scalar literals that contain variables, for example `{ name: $name }`. */
export function compileLiteralChecks(document: DocumentNode, schema: GraphQLSchema): (variables: Variables) => void {
  const literals: { type: GraphQLScalarType; node: ValueNode }[] = [];
  const info = new TypeInfo(schema);
  const enter = (node: ValueNode): false | undefined => {
    const isList = node.kind === Kind.LIST && isListType(getNullableType(info.getParentInputType()));
    const given = info.getInputType();
    const type = given && getNamedType(given);
    if (isList || !isScalarType(type) || isSpecifiedScalarType(type)) return undefined;
    if (hasVariable(node)) literals.push({ type, node });
    return false;
  };
  visit(document, visitWithTypeInfo(info, { ObjectValue: enter, ListValue: enter }));
  return (variables) => {
    for (const { type, node } of literals) type.parseLiteral(node, variables);
  };
}
