import { search } from "@jmespath-community/jmespath";
import { ErrorCode } from "@modelcontextprotocol/sdk/types.js";
import { allows } from "@offergraph/shared/access/principal";
import type { RecordResource } from "@offergraph/shared/schema/manifest";
import { type GraphQLSchema, Kind, parse, validate } from "graphql";
import { RpcError } from "../errors.js";
import { type ExecutionResult, untrustedMeta } from "../result.js";
import { type Resource, uriOf } from "./resource.js";

/** Creates an MCP resource whose content is the result of a query. The query has the same limits and errors as a tool call. */
export function recordResource({ name, title, description, query, content }: RecordResource): Resource {
  const document = parse(query);
  const roots = document.definitions.flatMap((definition) =>
    definition.kind === Kind.OPERATION_DEFINITION
      ? definition.selectionSet.selections.flatMap((field) => (field.kind === Kind.FIELD ? [field.name.value] : []))
      : [],
  );
  const served = new WeakMap<GraphQLSchema, boolean>();
  const isServed = (schema: GraphQLSchema) => {
    const isValid = served.get(schema) ?? validate(schema, document).length === 0;
    served.set(schema, isValid);
    return isValid;
  };
  return {
    definition: { uri: uriOf(name), name, title, description, mimeType: "application/json", _meta: untrustedMeta },
    isListed: ({ engine, tools, caller }) =>
      isServed(engine.apiSchema) && roots.every((root) => allows(caller.level, tools.all.get(root)?.level ?? "ADMIN")),
    async text({ execute }) {
      const data = dataOf(await execute(() => ({ query, operationName: undefined, variables: undefined })));
      return JSON.stringify(search(data, content), undefined, 1);
    },
  };
}

function dataOf({ data, errors: [error] = [] }: ExecutionResult) {
  if (error) throw new RpcError(ErrorCode.InternalError, error.message, { code: error.extensions?.code, path: error.path?.join(".") });
  return (data ?? {}) as Parameters<typeof search>[0];
}
