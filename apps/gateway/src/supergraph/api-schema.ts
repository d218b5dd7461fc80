import { type Access, type Bounds, readAccess, readConstraints } from "@offergraph/shared/schema/directives";
import {
  buildASTSchema,
  type DocumentNode,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  Kind,
  type ObjectTypeDefinitionNode,
  parse,
  printSchema,
} from "graphql";

export interface Catalog {
  /** Returns the arguments of `@access` on a root field. Returns undefined for a field without `@access`, which is not part of the API. */
  access(type: string, field: string): Access | undefined;
  bounds(type: string, field: string, argument: string): Bounds | undefined;
}

export function readCatalog(supergraph: DocumentNode): Catalog {
  const access = readAccess(supergraph);
  const constraints = readConstraints(supergraph);
  return {
    access: (type, field) => access.get(`${type}.${field}`),
    bounds: (type, field, argument) => constraints.get(`${type}.${field}(${argument}:)`),
  };
}

const rootTypes = ["Query", "Mutation", "Subscription"];

/** Returns the schema, but omits subscriptions, root fields without `@access`, and types that only these fields reach. */
export function servedSchema(composed: GraphQLSchema, catalog: Catalog): { schema: GraphQLSchema; unlabelled: readonly string[] } {
  const unlabelled: string[] = [];
  const isServed = (type: string, field: string) => type !== "Subscription" && catalog.access(type, field) !== undefined;
  for (const name of rootTypes) {
    const type = composed.getType(name);
    for (const field of isObjectType(type) ? Object.keys(type.getFields()) : [])
      if (!isServed(name, field)) unlabelled.push(`${name}.${field}`);
  }
  if (unlabelled.length === 0) return { schema: composed, unlabelled };

  const hidden = reachable(composed, (type, field) => !isServed(type, field));
  const visible = reachable(composed, isServed);
  const definitions = parse(printSchema(composed), { noLocation: true }).definitions.flatMap((node) => {
    if (!("name" in node) || node.name === undefined) return [node];
    const name = node.name.value;
    if (node.kind !== Kind.OBJECT_TYPE_DEFINITION || !rootTypes.includes(name)) return hidden.has(name) && !visible.has(name) ? [] : [node];
    const fields = (node.fields ?? []).filter((field) => isServed(name, field.name.value));
    return fields.length > 0 ? [{ ...node, fields } satisfies ObjectTypeDefinitionNode] : [];
  });
  const document: DocumentNode = { kind: Kind.DOCUMENT, definitions };
  if (!definitions.some((node) => node.kind === Kind.OBJECT_TYPE_DEFINITION && node.name.value === "Query"))
    throw new Error("No root field of Query has @access.");
  return { schema: buildASTSchema(document, { assumeValidSDL: true }), unlabelled };
}

/** Returns the names of all types that the root fields selected by `wanted` reach. */
function reachable(schema: GraphQLSchema, wanted: (type: string, field: string) => boolean): Set<string> {
  const found = new Set<string>();
  const visit = (type: GraphQLNamedType): void => {
    if (found.has(type.name)) return;
    found.add(type.name);
    for (const next of neighbours(schema, type)) visit(next);
  };
  for (const name of rootTypes) {
    const type = schema.getType(name);
    const fields = isObjectType(type) ? Object.values(type.getFields()) : [];
    for (const field of fields) if (wanted(name, field.name)) for (const next of typesOf(field)) visit(next);
  }
  return found;
}

function neighbours(schema: GraphQLSchema, type: GraphQLNamedType): readonly GraphQLNamedType[] {
  const members = isAbstractType(type) ? schema.getPossibleTypes(type) : [];
  if (isObjectType(type) || isInterfaceType(type))
    return [...members, ...type.getInterfaces(), ...Object.values(type.getFields()).flatMap(typesOf)];
  return isInputObjectType(type) ? Object.values(type.getFields()).map((field) => getNamedType(field.type)) : members;
}

function typesOf(field: GraphQLField<unknown, unknown>): GraphQLNamedType[] {
  return [getNamedType(field.type), ...field.args.map((argument) => getNamedType(argument.type))];
}
