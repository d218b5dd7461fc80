import { buildSubgraphSchema } from "@apollo/subgraph";
import { Violations } from "@offergraph/shared/errors/user-error";
import { type Access, readAccess, readConstraints } from "@offergraph/shared/schema/directives";
import { scalarsOf } from "@offergraph/shared/schema/scalars";
import { defaultFieldResolver, type GraphQLFieldResolver, type GraphQLObjectType, type GraphQLSchema, parse } from "graphql";
import { defaultWaitMs } from "../mutations/idempotency.js";
import { KeyedMutex } from "../mutations/keyed-mutex.js";
import type { Database } from "../tx/database.js";
import { createMutationRunner } from "../tx/run-mutation.js";
import { createConstraintValidators } from "./constraint-validator.js";
import type { RequestBase } from "./context.js";
import { applyDefaultsToNull } from "./null-defaults.js";
import { contextOfQuery } from "./query.js";

export interface ServiceSchema {
  schema: GraphQLSchema;
  access: Map<string, Access>;
}

type Resolver = GraphQLFieldResolver<unknown, RequestBase>;
// Root fields of the Federation protocol, which need no @access and no validation.
const protocol = new Set(["_service", "_entities"]);

/**
 * Builds a subgraph's executable schema. Throws if a root field or entity has no @access, or if a root field has no resolver. `waitMs` is
 * the maximum time for which a request waits for an earlier request with its Idempotency-Key.
 */
export function buildServiceSchema(sdl: string, resolvers: object, database: Database<never>, waitMs = defaultWaitMs): ServiceSchema {
  const document = parse(sdl);
  const access = readAccess(document);
  const schema = buildSubgraphSchema([{ typeDefs: document, resolvers: { ...scalarsOf(document), ...resolvers } }]);
  const validators = createConstraintValidators(schema, readConstraints(document));
  assertAccess(schema, access);
  eachRootField(schema.getQueryType(), (name, resolve) => {
    const validator = validators("Query", name);
    return (source, given, context, info) => {
      validator.refuse(given);
      return resolve(source, given, contextOfQuery(name, resolve, context), info);
    };
  });
  const turns = { mutex: new KeyedMutex(), waitMs };
  eachRootField(schema.getMutationType(), (name, resolve) => {
    const validator = validators("Mutation", name);
    return (source, given, context, info) => {
      const violations = new Violations();
      const { dryRun } = context;
      dryRun?.begin(name);
      if (!validator.collect(given, violations)) return { userErrors: violations.list };
      // Each mutation of a request has a separate context, which contains its errors.
      const own = Object.assign(Object.create(context), createMutationRunner(database, turns, context, name, given, violations));
      // In a dry run, first rolls back the previous mutation, because all fields of its result are resolved by now.
      return dryRun ? dryRun.end().then(() => resolve(source, given, own, info)) : resolve(source, given, own, info);
    };
  });
  applyDefaultsToNull(schema);
  return { schema, access };
}

function eachRootField(root: GraphQLObjectType | null | undefined, wrap: (name: string, resolve: Resolver) => Resolver): void {
  for (const field of Object.values(root?.getFields() ?? {})) {
    if (protocol.has(field.name)) continue;
    if (!field.resolve || field.resolve === defaultFieldResolver) throw new Error(`${root?.name}.${field.name} has no resolver.`);
    field.resolve = wrap(field.name, field.resolve as Resolver);
  }
}

function assertAccess(schema: GraphQLSchema, access: ReadonlyMap<string, Access>): void {
  const roots = [schema.getQueryType(), schema.getMutationType()];
  const fields = roots.flatMap((root) =>
    Object.keys(root?.getFields() ?? {})
      .filter((name) => !protocol.has(name))
      .map((name) => `${root?.name}.${name}`),
  );
  const union = schema.getType("_Entity");
  const entities = union && "getTypes" in union ? union.getTypes().map(({ name }) => name) : [];
  const open = [...fields, ...entities].filter((coordinate) => !access.has(coordinate));
  if (open.length > 0) throw new Error(`The directive @access is missing on: ${open.join(", ")}.`);
}
