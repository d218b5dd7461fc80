import type { AccessLevel } from "@offergraph/shared/access/principal";
import { PublicError } from "@offergraph/shared/errors/public-error";
import { type DocumentNode, GraphQLError, print } from "graphql";
import type { Catalog } from "./catalog.js";
import { readDocument } from "./document.js";
import type { Answer } from "./execute/answer.js";
import type { ExecutionRequest } from "./execute/run.js";
import type { SupergraphLimits } from "./limits.js";
import { parameterize } from "./literals.js";
import { type CompiledOperation, documentOf, rootFieldNames } from "./operation.js";
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

/** An operation of a client's document, found good; kept for every request that sends the same text. */
export interface ReadOperation {
  readonly type: "query" | "mutation";
  /** Introspection left out. */
  readonly rootFields: readonly RootField[];
  readonly introspectionOnly: boolean;
  /**
   * The variables coerced and their formats checked, the document's literals among them; throws PublicError INPUT_LIMIT or BAD_USER_INPUT.
   */
  variables(given: Variables | undefined): Variables;
  /** The document with variables in place of literals: what is planned and compiled. */
  readonly template: string;
  /** Fields of the operation with its fragments spread out. */
  readonly fields: number;
}

/** An operation ready to run. */
export interface PreparedOperation extends Omit<ReadOperation, "template" | "fields"> {
  /** What it costs with these variables, as `variables` gave them; see compileCost. */
  cost(variables: Variables): number;
  /** Runs it with these variables, as `variables` gave them. Never rejects for what a subgraph does: that is in the answer. */
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

/** Reads an operation; throws what readDocument throws. */
export function readOperation(query: string, operationName: string | undefined, preparation: Preparation): ReadOperation {
  const { schema, catalog, limits } = preparation;
  const good = readDocument(query, operationName, schema, limits);
  const type = good.operation.operation === "mutation" ? "mutation" : "query";
  const rootName = type === "mutation" ? "Mutation" : "Query";
  const coerce = compileVariables(good.operation, schema, limits.inputMembers);
  const document = documentOf(good);
  const checkLiterals = compileLiteralChecks(document, schema);
  const parameterized = parameterize(document, schema);
  const rootFields = rootFieldNames(good).flatMap((name) => {
    const access = catalog.access(rootName, name);
    return access ? [{ name, ...access }] : [];
  });
  return {
    type,
    rootFields,
    introspectionOnly: rootFields.length === 0,
    template: print(parameterized.document),
    fields: good.fields,
    variables(given) {
      const variables = coerce(given);
      try {
        checkLiterals(variables);
      } catch (error) {
        throw error instanceof GraphQLError ? new PublicError("BAD_USER_INPUT", error.message) : error;
      }
      parameterized.addLiterals(variables);
      return variables;
    },
  };
}

/** An operation and what its template was compiled to. */
export function preparedOperation(operation: ReadOperation, { variant }: CompiledOperation): PreparedOperation {
  const { type, rootFields, introspectionOnly, variables } = operation;
  return {
    type,
    rootFields,
    introspectionOnly,
    variables,
    cost: (given) => variant(given).cost(given),
    execute: (given, request) => variant(given).execute(given, request),
  };
}
