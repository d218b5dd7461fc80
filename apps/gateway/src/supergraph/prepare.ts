import type { AccessLevel } from "@offergraph/shared/access/principal";
import { PublicError } from "@offergraph/shared/errors/public-error";
import { type DocumentNode, GraphQLError, Kind } from "graphql";
import type { Catalog } from "./catalog.js";
import { readDocument } from "./document.js";
import type { Answer } from "./execute/answer.js";
import type { ExecutionRequest } from "./execute/run.js";
import type { SupergraphLimits } from "./limits.js";
import { compileOperation, rootFieldNames } from "./operation.js";
import type { DirectContext } from "./plan/direct.js";
import type { QueryPlan } from "./plan/nodes.js";
import { compileLiteralChecks } from "./scalars.js";
import { compileVariables, type Variables } from "./variables.js";

/** A root field that an operation asks for. */
export interface RootField {
  readonly name: string;
  readonly level: AccessLevel;
  readonly cost: number;
}

/** An operation, found good and planned; kept and used for every request that sends the same text. */
export interface PreparedOperation {
  readonly type: "query" | "mutation";
  /** Introspection left out. */
  readonly rootFields: readonly RootField[];
  readonly introspectionOnly: boolean;
  /** How many fields are compiled for it at most: what keeping it costs. */
  readonly size: number;
  /** The variables coerced and their formats checked; throws PublicError INPUT_LIMIT or BAD_USER_INPUT. */
  variables(given: Variables | undefined): Variables;
  /** What it costs with these (coerced) variables, see compileCost. */
  cost(variables: Variables): number;
  /** Runs it with these (coerced) variables. Never rejects for what a subgraph does: that is in the answer. */
  execute(variables: Variables, request: ExecutionRequest): Promise<Answer>;
}

/** What every operation of one supergraph is prepared with. */
export interface Preparation extends DirectContext {
  readonly catalog: Catalog;
  readonly limits: SupergraphLimits;
  /** The names of all fields of the supergraph. */
  readonly fieldNames: ReadonlySet<string>;
  plan(document: DocumentNode): QueryPlan;
}

/** Prepares an operation; throws what readDocument throws. */
export function prepareOperation(query: string, operationName: string | undefined, preparation: Preparation): PreparedOperation {
  const { schema, catalog, limits } = preparation;
  const good = readDocument(query, operationName, schema, limits);
  const { operation, fragments, fields } = good;
  const type = operation.operation === "mutation" ? "mutation" : "query";
  const rootName = type === "mutation" ? "Mutation" : "Query";
  const coerce = compileVariables(operation, schema, limits.inputMembers);
  const checkLiterals = compileLiteralChecks({ kind: Kind.DOCUMENT, definitions: [operation, ...fragments.values()] }, schema);
  const rootFields = rootFieldNames(good).flatMap((name) => {
    const access = catalog.access(rootName, name);
    return access ? [{ name, ...access }] : [];
  });
  const { variant, mostVariants } = compileOperation(good, preparation);
  return {
    type,
    rootFields,
    introspectionOnly: rootFields.length === 0,
    size: fields * mostVariants,
    variables(given) {
      const variables = coerce(given);
      try {
        checkLiterals(variables);
      } catch (error) {
        throw error instanceof GraphQLError ? new PublicError("BAD_USER_INPUT", error.message) : error;
      }
      return variables;
    },
    cost: (variables) => variant(variables).cost(variables),
    execute: (variables, request) => variant(variables).execute(variables, request),
  };
}
