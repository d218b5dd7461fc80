import type { Tool as ToolDefinition } from "@modelcontextprotocol/sdk/types.js";
import type { AccessLevel } from "@offergraph/shared/access/principal";
import type { Access } from "@offergraph/shared/schema/directives";
import { getNamedType, isObjectType } from "graphql";
import { annotationsOf } from "./annotations.js";
import type { Ownership } from "./ownership.js";
import { type InputSource, inputSchema } from "./schema/input.js";
import type { Encoding, JsonSchema } from "./schema/json.js";
import { outputSchema } from "./schema/output.js";
import { selectorOf } from "./selection/selector.js";
import type { Field } from "./selection/shape.js";

/** GraphQL operation as an MCP tool. */
export interface Tool {
  readonly name: string;
  readonly type: "query" | "mutation";
  readonly level: AccessLevel;
  /** Name of the subgraph that resolves it. */
  readonly toolset: string;
  /** The operation's own arguments. */
  readonly arguments: readonly string[];
  /** Additional arguments: `fields`, `idempotency_key`. */
  readonly extras: readonly string[];
  /** Entry of tools/list. */
  definition(encoding: Encoding): ToolDefinition;
  /** Returns the GraphQL document with arguments as variables. Throws PublicError BAD_USER_INPUT for invalid `fields`. */
  document(fields: unknown): string;
}

/** Parts of a supergraph that tools are generated from. */
export interface ToolSource extends Omit<InputSource, "encoding"> {
  readonly ownership: Ownership;
}

const fieldsSchema: JsonSchema = { type: "string" };
const idempotencySchema: JsonSchema = { type: "string", pattern: "^[ -~]{1,255}$" };

/** Creates the tool of a root field. An operation's own argument takes precedence over an additional one of the same name. */
export function makeTool(root: "Query" | "Mutation", field: Field, access: Access, source: ToolSource): Tool {
  const type = root === "Query" ? "query" : "mutation";
  const select = selectorOf(root, field, source.ownership.isEntity, source.schema);
  const extras: Record<string, JsonSchema> = {
    ...(isObjectType(getNamedType(field.type)) && { fields: fieldsSchema }),
    ...(type === "mutation" && { idempotency_key: idempotencySchema }),
  };
  const define = (encoding: Encoding): ToolDefinition => {
    const own = inputSchema(root, field, { ...source, encoding });
    return {
      name: field.name,
      description: field.description ?? "",
      inputSchema: { ...own, properties: { ...extras, ...(own.properties as JsonSchema) } } as ToolDefinition["inputSchema"],
      outputSchema: outputSchema(field.type, encoding) as ToolDefinition["outputSchema"],
      annotations: annotationsOf(type, access.effects),
    };
  };
  const defined = new Map<Encoding, ToolDefinition>();
  return {
    name: field.name,
    type,
    level: access.level,
    toolset: source.ownership.owner(root, field.name) ?? "",
    arguments: field.args.map(({ name }) => name),
    extras: Object.keys(extras),
    definition(encoding) {
      const definition = defined.get(encoding) ?? define(encoding);
      defined.set(encoding, definition);
      return definition;
    },
    document: (fields) => documentOf(type, field, select?.(fields) ?? ""),
  };
}

function documentOf(type: Tool["type"], { name, args }: Field, selection: string): string {
  if (args.length === 0) return `${type} { ${name} ${selection} }`;
  const variables = args.map((argument) => `$${argument.name}: ${argument.type}`).join(", ");
  const given = args.map((argument) => `${argument.name}: $${argument.name}`).join(", ");
  return `${type}(${variables}) { ${name}(${given}) ${selection} }`;
}
