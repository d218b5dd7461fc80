import { PublicError } from "@offergraph/shared/errors/public-error";
import type { Access } from "@offergraph/shared/schema/directives";
import { type DocumentNode, GraphQLError, print } from "graphql";
import type { Catalog } from "./api-schema.js";
import type { DeprecationHeaders } from "./deprecations.js";
import { readDocument } from "./document.js";
import type { Answer } from "./execute/answer.js";
import type { ExecutionRequest } from "./execute/run.js";
import type { SupergraphLimits } from "./limits.js";
import { parameterize } from "./literals.js";
import { type CompiledOperation, documentOf, rootFieldNames } from "./operation.js";
import type { QueryPlan } from "./plan/nodes.js";
import type { DirectContext } from "./plan/pass-through.js";
import type { ExecutorContext } from "./plan/run-plan.js";
import { compileLiteralChecks } from "./scalars.js";
import type { OperationUsage } from "./usage.js";
import { compileVariables, type Variables } from "./variables.js";

/** Parsed and validated operation. The engine caches the operation by the text of its document. */
export interface ReadOperation {
  readonly type: "query" | "mutation";
  /** Root fields of the operation, except introspection fields. */
  readonly rootFields: readonly (Access & { name: string })[];
  /** Coerces variables, checks their formats, and adds the literals of the document. Throws PublicError INPUT_LIMIT or BAD_USER_INPUT. */
  variables(given: Variables | undefined): Variables;
  /** Text of the planned document, in which variables replace literals. */
  readonly template: string;
  /** Number of fields after all fragments are expanded. */
  readonly fields: number;
  readonly usage: OperationUsage;
  /** Returns response headers about the deprecated parts of the schema that the document or the client's variables use. */
  deprecation(given: Variables | undefined): DeprecationHeaders | undefined;
}

export interface PreparedOperation extends Omit<ReadOperation, "template" | "fields"> {
  /** Computes the cost with the result of the method `variables` (see compileCost). */
  cost(variables: Variables): number;
  /** Executes the operation with the variables that the method `variables` returned. Errors of subgraphs do not reject the promise. */
  execute(variables: Variables, request: ExecutionRequest): Promise<Answer>;
}

export interface Preparation extends DirectContext, ExecutorContext {
  readonly catalog: Catalog;
  readonly limits: SupergraphLimits;
  readonly fieldNames: ReadonlySet<string>;
  usage(document: DocumentNode): OperationUsage;
  deprecation(usage: OperationUsage): ReadOperation["deprecation"];
  plan(document: DocumentNode): QueryPlan;
}

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
  const usage = preparation.usage(document);
  return {
    type,
    rootFields,
    template: print(parameterized.document),
    fields: good.fields,
    usage,
    deprecation: preparation.deprecation(usage),
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

export function preparedOperation(operation: ReadOperation, { specialize }: CompiledOperation): PreparedOperation {
  const { type, rootFields, variables, usage, deprecation } = operation;
  return {
    type,
    rootFields,
    variables,
    usage,
    deprecation,
    cost: (given) => specialize(given).cost(given),
    execute: (given, request) => specialize(given).execute(given, request),
  };
}
