import { type GraphQLArgument, type GraphQLFieldResolver, type GraphQLSchema, isObjectType } from "graphql";

/**
 * Treats an explicit null as the default of every argument that has one (decisions.md 2). GraphQL itself applies a default only
 * where the argument is absent, and most clients send null for a variable that they leave unset.
 */
export function applyDefaultsToNull(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith("__")) continue;
    for (const field of Object.values(type.getFields())) {
      const defaults = field.args.filter(({ defaultValue }) => defaultValue !== undefined && defaultValue !== null);
      if (field.resolve && defaults.length > 0) field.resolve = withDefaults(field.resolve, defaults);
    }
  }
}

function withDefaults<Source, Context>(
  resolve: GraphQLFieldResolver<Source, Context>,
  defaults: readonly GraphQLArgument[],
): GraphQLFieldResolver<Source, Context> {
  return (source, given, context, info) => {
    const missing = defaults.filter(({ name }) => given[name] === null);
    if (missing.length === 0) return resolve(source, given, context, info);
    const replaced = Object.fromEntries(missing.map(({ name, defaultValue }) => [name, defaultValue]));
    return resolve(source, { ...given, ...replaced }, context, info);
  };
}
