import type { Schema } from "@apollo/federation-internals";
import { type GraphQLSchema, type OperationDefinitionNode, parse } from "graphql";
import type { ApolloExecutor } from "./plan/apollo.js";

// Only this file imports @apollo/gateway (docs/adr/0001).

// Apollo's executor requires an operation to build a response. The gateway ignores this response, so any operation suffices.
const operation = parse("{ __typename }", { noLocation: true }).definitions[0] as OperationDefinitionNode;

/**
 * Creates the executor of @apollo/gateway. `supergraph` contains all types, and `api` contains the types that clients can access. Loads
 * the package on first use, because most gateways execute only compiled plans.
 */
export function apolloExecutor(supergraph: GraphQLSchema, api: Schema): ApolloExecutor {
  return async (plan, sources, variables) => {
    const { executeQueryPlan } = await import("@apollo/gateway/dist/executeQueryPlan.js");
    const request = { request: { variables }, context: {}, metrics: {} };
    const context = { schema: supergraph, operation, fragments: {} };
    const { errors = [] } = await executeQueryPlan(plan, sources, request as never, context, supergraph, api);
    return errors.map(({ message }) => message);
  };
}
