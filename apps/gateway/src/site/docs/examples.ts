import { isObjectType } from "graphql";
import { itemsOf } from "../../mcp/selection/fields.js";
import { keyPlaceholder } from "../code-block.js";
import type { OperationDoc } from "../operations.js";
import { fence } from "./markdown.js";
import { namedType } from "./paths.js";
import type { Reference } from "./reference.js";

/** Writes an example call of an operation as GraphQL, curl, TypeScript, command line and MCP. All examples make the same call. */
export function exampleBlocks(operation: OperationDoc, { url, schema }: Pick<Reference, "url" | "schema">): string[] {
  const { query, variables } = operation.example;
  const hasVariables = Object.keys(variables).length > 0;
  const type = schema.getType(namedType(operation.returns));
  return [
    fence("graphql", "GraphQL", query),
    ...(hasVariables ? [fence("json", "GraphQL variables", pretty(variables))] : []),
    fence("sh", "curl", curl(operation, url)),
    fence("ts", "TypeScript", typescript(operation, url, isObjectType(type) && itemsOf(type) !== undefined)),
    fence("sh", "Command line", commandLine(operation)),
    fence("json", "MCP", pretty(toolCall(operation))),
  ];
}

function curl({ example: { query, variables } }: OperationDoc, url: string): string {
  const body = pretty({ query: query.replace(/\s+/g, " "), ...(Object.keys(variables).length > 0 && { variables }) });
  return [
    `curl ${url}/graphql/v1 \\`,
    `  -H "Authorization: Bearer ${keyPlaceholder}" \\`,
    '  -H "Content-Type: application/json" \\',
    "  -d @- <<'JSON'",
    body,
    "JSON",
  ].join("\n");
}

/** If the result is a page, the SDK returns an iterator over all records. */
function typescript(operation: OperationDoc, url: string, isPage: boolean): string {
  const { name, type, example } = operation;
  const method = name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  const takesInput = operation.arguments.length === 1 && operation.arguments[0]?.name === "input";
  const given = type === "mutation" && takesInput ? example.variables.input : example.variables;
  const call = `offergraph.${method}(${Object.keys(given ?? {}).length > 0 ? literal(given) : ""})`;
  const use = isPage
    ? [`for await (const record of ${call}) console.log(record);`]
    : type === "query"
      ? [`console.log(await ${call});`]
      : [`const result = await ${call};`, "if (result.ok) console.log(result.data);", "else console.error(result.userErrors);"];
  const client = `const offergraph = createClient({ url: ${JSON.stringify(url)}, key: "${keyPlaceholder}" });`;
  return ['import { createClient } from "@offergraph/sdk";', "", client, ...use].join("\n");
}

function commandLine({ name, example: { variables } }: OperationDoc): string {
  const command = `npm run -s offergraph -- call ${name}`;
  return Object.keys(variables).length > 0 ? `${command} --input - <<'JSON'\n${pretty(variables)}\nJSON` : command;
}

function toolCall({ name, example: { variables } }: OperationDoc) {
  return { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: variables } };
}

function pretty(value: unknown): string {
  return JSON.stringify(value, undefined, 2);
}

/** Writes a value as a TypeScript literal, with property names without quotes. */
function literal(value: unknown): string {
  return pretty(value).replace(/^(\s*)"([A-Za-z_]\w*)":/gm, "$1$2:");
}
