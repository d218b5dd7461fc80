import type { ToolAnnotations, Tool as ToolDefinition } from "@modelcontextprotocol/sdk/types.js";
import type { AccessLevel } from "@offergraph/shared/access/principal";
import { type Access, type Effect, readAccess, readConstraints } from "@offergraph/shared/schema/directives";
import { getNamedType, isObjectType, parse } from "graphql";
import type { Engine } from "../supergraph/engine.js";
import type { Manifests } from "../supergraph/manifest.js";
import { type Ownership, readOwnership } from "./ownership.js";
import { type InputSource, inputSchema } from "./schema/input.js";
import type { Encoding, JsonSchema } from "./schema/json.js";
import { outputSchema } from "./schema/output.js";
import type { Field } from "./selection/default.js";
import { selectorOf } from "./selection/selector.js";

export interface Tool {
  readonly name: string;
  readonly type: "query" | "mutation";
  readonly level: AccessLevel;
  /** Name of the toolset to which the service's manifest assigns the operation. Default: the service's name. */
  readonly toolset: string;
  readonly arguments: readonly string[];
  /** Names of the tool's arguments that are not arguments of the operation: `fields` and `idempotency_key`. */
  readonly extras: readonly string[];
  definition(encoding: Encoding): ToolDefinition;
  /** Returns the GraphQL document with arguments as variables. Throws PublicError BAD_USER_INPUT for invalid `fields`. */
  document(fields: unknown): string;
}

export type Tools = ReturnType<typeof readTools>;

/** Creates one tool for each operation with `@access`. In each toolset, queries come before mutations. */
export function readTools({ supergraphSdl, apiSchema }: Pick<Engine, "supergraphSdl" | "apiSchema">, declared: Manifests["toolsets"]) {
  const document = parse(supergraphSdl, { noLocation: true });
  const access = readAccess(document);
  const source = { schema: apiSchema, constraints: readConstraints(document), ownership: readOwnership(document) };
  const made = (["Query", "Mutation"] as const).flatMap((root) => {
    const type = root === "Query" ? apiSchema.getQueryType() : apiSchema.getMutationType();
    return Object.values(type?.getFields() ?? {}).flatMap((field) => {
      const known = access.get(`${root}.${field.name}`);
      const toolset = declared.find(({ operations }) => operations.includes(field.name))?.name ?? source.ownership.owner(root, field.name);
      return known ? [makeTool(root, field, { ...known, toolset: toolset ?? "" }, source)] : [];
    });
  });
  const names = [...source.ownership.subgraphs, ...declared.map(({ name }) => name)];
  const toolsets = names.filter((name) => made.some(({ toolset }) => toolset === name));
  const ordered = toolsets.flatMap((name) => made.filter(({ toolset }) => toolset === name));
  const defaultToolsets = toolsets.filter((name) => declared.find((set) => set.name === name)?.isDefault ?? true);
  return { all: new Map(ordered.map((tool) => [tool.name, tool])), toolsets, defaultToolsets, ownership: source.ownership };
}

const known = new WeakMap<Manifests, Tools>();

/** Returns the tools of an engine from a cache. The cache key is the object `manifests`, which changes whenever the engine changes. */
export function toolsOf(engine: Engine, manifests: Manifests): Tools {
  const tools = known.get(manifests) ?? readTools(engine, manifests.toolsets);
  known.set(manifests, tools);
  return tools;
}

const fieldsSchema: JsonSchema = { type: "string" };
const idempotencySchema: JsonSchema = { type: "string", pattern: "^[ -~]{1,255}$" };

/**
 * Creates the tool of a root field. If the operation itself has an argument `fields` or `idempotency_key`, the tool does not add its own
 * argument with this name.
 */
function makeTool(
  root: "Query" | "Mutation",
  field: Field,
  access: Access & { toolset: string },
  source: Omit<InputSource, "encoding"> & { ownership: Ownership },
): Tool {
  const type = root === "Query" ? "query" : "mutation";
  const select = selectorOf(root, field, source.ownership.isEntity, source.schema);
  const extras: Record<string, JsonSchema> = {
    ...(isObjectType(getNamedType(field.type)) && { fields: fieldsSchema }),
    ...(type === "mutation" && { idempotency_key: idempotencySchema }),
  };
  const define = (encoding: Encoding): ToolDefinition => {
    const own = inputSchema(root, field, { ...source, encoding });
    const output = outputSchema(field.type, encoding) as ToolDefinition["outputSchema"];
    return {
      name: field.name,
      description: field.description ?? "",
      inputSchema: { ...own, properties: { ...extras, ...(own.properties as JsonSchema) } } as ToolDefinition["inputSchema"],
      ...(output && { outputSchema: output }),
      annotations: annotationsOf(type, access.effects),
    };
  };
  const defined = new Map<Encoding, ToolDefinition>();
  return {
    name: field.name,
    type,
    level: access.level,
    toolset: access.toolset,
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

/**
 * Creates the MCP tool annotations from `@access(effects:)`. A mutation without `effects` gets the most cautious hints. A query has only
 * the hints that matter for read-only tools, because the others would add 2 kB to the list of tools.
 */
export function annotationsOf(type: Tool["type"], effects: readonly Effect[] | undefined): ToolAnnotations {
  const has = (effect: Effect) => effects?.includes(effect) ?? false;
  if (type === "query") return { readOnlyHint: true, openWorldHint: has("EXTERNAL") };
  return {
    readOnlyHint: false,
    destructiveHint: effects === undefined || has("DESTRUCTIVE"),
    idempotentHint: has("IDEMPOTENT"),
    openWorldHint: effects === undefined || has("EXTERNAL"),
  };
}

function documentOf(type: Tool["type"], { name, args }: Field, selection: string): string {
  if (args.length === 0) return `${type} { ${name} ${selection} }`;
  const variables = args.map((argument) => `$${argument.name}: ${argument.type}`).join(", ");
  const given = args.map((argument) => `${argument.name}: $${argument.name}`).join(", ");
  return `${type}(${variables}) { ${name}(${given}) ${selection} }`;
}
