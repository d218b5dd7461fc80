import { type GraphQLAbstractType, GraphQLList, type GraphQLSchema, getNamedType, isAbstractType, isObjectType } from "graphql";
import { bare, defaultSelection, type IsEntity, page, payloadSelection, values } from "./default.js";
import { selectionOf } from "./fields.js";
import { type Field, itemsOf } from "./shape.js";

const userErrors = "userErrors { field message code }";

/**
 * Creates the function that selects the caller's `fields` or the default. Always selects pageInfo of pages and userErrors of mutations.
 * Undefined for an operation that returns a leaf value.
 */
export function selectorOf(
  root: "Query" | "Mutation",
  field: Field,
  isEntity: IsEntity,
  schema: GraphQLSchema,
): ((fields: unknown) => string) | undefined {
  const named = getNamedType(field.type);
  if (isAbstractType(named)) return () => ofEachKind(named, schema);
  if (!isObjectType(named)) return undefined;
  const item = itemsOf(field.type);
  if (item) {
    const usual = defaultSelection(new GraphQLList(item), isEntity);
    const total = field.args.some(({ name }) => name === "withTotal") ? " totalCount" : "";
    return (fields) => page(fields === undefined ? usual : selectionOf(item, fields, usual, isEntity, true), total);
  }
  if (root === "Query") {
    const usual = defaultSelection(field.type, isEntity);
    return (fields) => (fields === undefined ? usual : selectionOf(named, fields, usual, isEntity));
  }
  const usual = payloadSelection(named, isEntity);
  const errors = named.getFields().userErrors ? ` ${userErrors}` : "";
  return (fields) => `{ ${bare(fields === undefined ? usual : selectionOf(named, fields, usual, isEntity))}${errors} }`;
}

/** Selection of an abstract type: `__typename` and the values of each possible type. `fields` does not apply. */
function ofEachKind(type: GraphQLAbstractType, schema: GraphQLSchema): string {
  const kinds = schema.getPossibleTypes(type).filter((kind) => bare(values(kind)) !== "");
  return `{ __typename ${kinds.map((kind) => `... on ${kind.name} ${values(kind)}`).join(" ")} }`;
}
