import type { Tool as ToolDefinition } from "@modelcontextprotocol/sdk/types.js";
import type { AccessLevel } from "@offergraph/shared/access/principal";
import { readAccess, readConstraints } from "@offergraph/shared/schema/directives";
import { type GraphQLField, GraphQLList, type GraphQLObjectType, getNamedType, isObjectType, parse } from "graphql";
import type { Engine } from "../supergraph/engine.js";
import { annotationsOf } from "./annotations.js";
import { inputSchema } from "./schema/input.js";
import type { Encoding, JsonSchema } from "./schema/json.js";
import { outputSchema } from "./schema/output.js";
import { defaultSelection, page, payloadSelection } from "./selection/default.js";
import { selectionOf } from "./selection/fields.js";
import { itemsOf } from "./selection/shape.js";
import { readOwnership } from "./supergraph.js";

/** An operation as a tool. */
export interface Tool {
  readonly name: string;
  readonly type: "query" | "mutation";
  readonly level: AccessLevel;
  /** The subgraph it is of. */
  readonly toolset: string;
  /** The operation's own arguments. */
  readonly arguments: readonly string[];
  /** What is listed. */
  definition(encoding: Encoding): ToolDefinition;
  /** The document that calls it, with its arguments as variables. `fields` as the caller gave them; throws PublicError BAD_USER_INPUT. */
  document(fields: unknown): string;
}

export interface Tools {
  /** By name, in the supergraph's order: toolset by toolset, reads before writes. */
  readonly all: ReadonlyMap<string, Tool>;
  readonly toolsets: readonly string[];
}

type Field = GraphQLField<unknown, unknown>;

const fieldsSchema: JsonSchema = { type: "string" };
const idempotencySchema: JsonSchema = { type: "string", pattern: "^[ -~]{1,255}$" };

/** The tools of a supergraph: one for each operation that it serves, made from nothing else. */
export function readTools({ supergraphSdl, apiSchema }: Pick<Engine, "supergraphSdl" | "apiSchema">): Tools {
  const document = parse(supergraphSdl, { noLocation: true });
  const ownership = readOwnership(document);
  const access = readAccess(document);
  const constraints = readConstraints(document);
  const made = (["Query", "Mutation"] as const).flatMap((root) => {
    const type = root === "Query" ? apiSchema.getQueryType() : apiSchema.getMutationType();
    return Object.values(type?.getFields() ?? {}).flatMap((field): Tool[] => {
      const known = access.get(`${root}.${field.name}`);
      if (!known) return [];
      const kind = root === "Query" ? "query" : "mutation";
      const selection = selector(root, field, ownership.isEntity);
      const write = (encoding: Encoding): ToolDefinition => {
        const own = inputSchema(root, field, { schema: apiSchema, constraints, encoding });
        return {
          name: field.name,
          description: field.description ?? "",
          inputSchema: withOurs(own, kind, selection !== undefined) as ToolDefinition["inputSchema"],
          outputSchema: outputSchema(field, encoding) as ToolDefinition["outputSchema"],
          annotations: annotationsOf(kind, known.effects),
        };
      };
      const kept = new Map<Encoding, ToolDefinition>();
      return [
        {
          name: field.name,
          type: kind,
          level: known.level,
          toolset: ownership.owner(root, field.name) ?? "",
          arguments: field.args.map(({ name }) => name),
          definition(encoding) {
            const definition = kept.get(encoding) ?? write(encoding);
            kept.set(encoding, definition);
            return definition;
          },
          document: (fields) => documentOf(kind, field, selection?.(fields) ?? ""),
        },
      ];
    });
  });
  const toolsets = ownership.subgraphs.filter((name) => made.some(({ toolset }) => toolset === name));
  const ordered = toolsets.flatMap((name) => made.filter(({ toolset }) => toolset === name));
  return { all: new Map(ordered.map((tool) => [tool.name, tool])), toolsets };
}

/** The operation's schema with what every tool takes beside its own arguments. An operation's own argument of such a name is not hidden. */
function withOurs(own: JsonSchema, kind: Tool["type"], hasFields: boolean): JsonSchema {
  const properties = {
    ...(hasFields && { fields: fieldsSchema }),
    ...(kind === "mutation" && { idempotency_key: idempotencySchema }),
    ...(own.properties as JsonSchema),
  };
  return { ...own, properties };
}

/** Makes the selection of a root field, from `fields` or without; undefined for an operation that answers with a bare value. */
function selector(root: "Query" | "Mutation", field: Field, isEntity: (type: string) => boolean) {
  const named = getNamedType(field.type);
  if (!isObjectType(named)) return undefined;
  const item = itemsOf(field.type);
  const total = field.args.some(({ name }) => name === "withTotal") ? " totalCount" : "";
  const record: GraphQLObjectType = item ?? named;
  const usual = usualSelection();
  const errors = root === "Mutation" && named.getFields().userErrors ? " userErrors { field message code }" : "";
  return (fields: unknown): string => {
    const chosen = fields === undefined ? usual : selectionOf(record, fields, usual, isEntity);
    if (item) return page(chosen, total);
    return errors === "" ? chosen : `{ ${chosen.slice(1, -1).trim()}${errors} }`;
  };

  function usualSelection(): string {
    if (root === "Mutation") return payloadSelection(record, isEntity);
    return defaultSelection(item ? new GraphQLList(item) : field.type, isEntity);
  }
}

function documentOf(kind: Tool["type"], field: Field, selection: string): string {
  const variables = field.args.map(({ name, type }) => `$${name}: ${type}`).join(", ");
  const given = field.args.map(({ name }) => `${name}: $${name}`).join(", ");
  const [head, call] = field.args.length > 0 ? [`(${variables})`, `(${given})`] : ["", ""];
  return `${kind}${head} { ${field.name}${call} ${selection} }`;
}
