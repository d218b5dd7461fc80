import { type GraphQLArgument, type GraphQLFieldResolver, type GraphQLSchema, isObjectType } from "graphql";

/** Changes the resolvers of a schema so that an argument's default value replaces null. Most clients send null for unset variables. */
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
