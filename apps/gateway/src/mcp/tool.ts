import type { ToolAnnotations, Tool as ToolDefinition } from "@modelcontextprotocol/sdk/types.js";
import type { AccessLevel } from "@offergraph/shared/access/principal";
import type { Access, Effect } from "@offergraph/shared/schema/directives";
import { type GraphQLSchema, getNamedType, isInputObjectType, isObjectType } from "graphql";
import { LRUCache } from "lru-cache";
import { memoized } from "../memoized.js";
import type { Engine } from "../supergraph/engine.js";
import type { Manifests } from "../supergraph/manifest.js";
import { factsOf } from "./facts.js";
import { oneLine } from "./resources/types.js";
import { type InputSource, inputSchema } from "./schema/input.js";
import type { JsonSchema, SchemaForm } from "./schema/json.js";
import { type Field, isAggregate, itemsOf, type Records } from "./selection/fields.js";
import { selectorOf } from "./selection/selector.js";

export interface Tool {
  readonly name: string;
  readonly type: "query" | "mutation";
  readonly level: AccessLevel;
  /** Name of the toolset to which the service's manifest assigns the operation. Defaults to the service's name. */
  readonly toolset: string;
  /** True if the service's manifest declares that most agents need the operation. */
  readonly isCommon: boolean;
  readonly arguments: readonly string[];
  /** Names of the tool's arguments that the operation does not have: `fields`, `idempotency_key` and `dry_run`. */
  readonly extras: readonly string[];
  /** Field names of the argument `input`. Empty if the operation has no argument `input`. */
  readonly inputFields: readonly string[];
  readonly annotations: ToolAnnotations;
  definition(form: SchemaForm): ToolDefinition;
  /**
   * Returns the GraphQL document with arguments as variables, from a cache if possible. Throws PublicError BAD_USER_INPUT for invalid
   * `fields`.
   */
  document(fields: unknown): string;
}

// Limits of the document cache. Each operation and `fields` argument is one entry.
const maxDocuments = 1_000;
const maxDocumentCharacters = 2_000_000;

export type Tools = ReturnType<typeof readTools>;

/**
 * Creates one tool for each operation with `@access`. Queries for counts, totals or series come first, because many questions need only
 * aggregates. The other queries follow, and mutations come last.
 */
export function readTools(
  engine: Pick<Engine, "supergraphSdl" | "apiSchema">,
  { toolsets: declared, common, listFields }: Pick<Manifests, "toolsets" | "common" | "listFields">,
) {
  const { apiSchema } = engine;
  const { access, constraints, ownership } = factsOf(engine);
  const { isEntity } = ownership;
  const documents = new LRUCache<string, string>({
    max: maxDocuments,
    maxSize: maxDocumentCharacters,
    sizeCalculation: (document, key) => document.length + key.length,
  });
  const source = { schema: apiSchema, constraints, isEntity, listFields, documents };
  const fieldsOf = (root: "Query" | "Mutation") =>
    Object.values((root === "Query" ? apiSchema.getQueryType() : apiSchema.getMutationType())?.getFields() ?? {});
  const make = (root: "Query" | "Mutation", fields: readonly Field[]) =>
    fields.flatMap((field) => {
      const known = access.get(`${root}.${field.name}`);
      const toolset = declared.find(({ operations }) => operations.includes(field.name))?.name ?? ownership.owner(root, field.name);
      return known ? [makeTool(root, field, { ...known, toolset: toolset ?? "", isCommon: common.includes(field.name) }, source)] : [];
    });
  const queries = fieldsOf("Query");
  const made = [
    ...make(
      "Query",
      queries.filter(({ type }) => isAggregate(type, isEntity)),
    ),
    ...make(
      "Query",
      queries.filter(({ type }) => !isAggregate(type, isEntity)),
    ),
    ...make("Mutation", fieldsOf("Mutation")),
  ];
  const names = [...ownership.subgraphs, ...declared.map(({ name }) => name)];
  const toolsets = names.filter((name) => made.some(({ toolset }) => toolset === name));
  return { all: new Map(made.map((tool) => [tool.name, tool])), toolsets, ownership };
}

/** Returns the tools of an engine from a cache. The cache key is the object `manifests`, which changes whenever the engine changes. */
export const toolsOf = memoized((_engine: Engine, manifests: Manifests) => manifests, readTools);

/** Creates the tool of a root field. Does not add an argument that the operation itself has. */
function makeTool(
  root: "Query" | "Mutation",
  field: Field,
  access: Access & { toolset: string; isCommon: boolean },
  source: InputSource & Records & { schema: GraphQLSchema; documents: LRUCache<string, string> },
): Tool {
  const type = root === "Query" ? "query" : "mutation";
  const select = selectorOf(root, field, source, source.schema);
  const named = itemsOf(field.type) ?? getNamedType(field.type);
  const isOwn = (name: string) => field.args.some((argument) => argument.name === name);
  const extras: Record<string, JsonSchema> = {
    ...(isObjectType(named) &&
      !isOwn("fields") && { fields: text(`Comma-separated paths in ${named.name}, replacing the default fields.`) }),
    ...(type === "mutation" && !isOwn("idempotency_key") && { idempotency_key: text("Any text, to make retries safe.") }),
    ...(type === "mutation" && !isOwn("dry_run") && { dry_run: { type: "boolean", description: "If true, only shows effects." } }),
  };
  const annotations = annotationsOf(type, access.effects);
  const define = (form: SchemaForm): ToolDefinition => {
    const own = inputSchema(root, field, source, form);
    // The short form omits the argument `fields` of mutations, because few callers need other fields.
    const { fields: _, ...withoutFields } = extras;
    const shown = form === "short" && type === "mutation" ? withoutFields : extras;
    return {
      name: field.name,
      description: oneLine(field.description),
      inputSchema: { ...own, properties: { ...(own.properties as JsonSchema), ...shown } } as ToolDefinition["inputSchema"],
      annotations,
    };
  };
  const defined = new Map<SchemaForm, ToolDefinition>();
  return {
    name: field.name,
    type,
    level: access.level,
    toolset: access.toolset,
    isCommon: access.isCommon,
    arguments: field.args.map(({ name }) => name),
    extras: Object.keys(extras),
    inputFields: inputFieldsOf(field),
    annotations,
    definition(form) {
      const definition = defined.get(form) ?? define(form);
      defined.set(form, definition);
      return definition;
    },
    document(fields) {
      const write = () => documentOf(type, field, select?.(fields) ?? "");
      if (fields !== undefined && typeof fields !== "string") return write();
      const key = fields === undefined ? field.name : `${field.name} ${fields}`;
      const known = source.documents.get(key);
      if (known !== undefined) return known;
      const document = write();
      source.documents.set(key, document);
      return document;
    },
  };
}

/**
 * Creates the MCP tool annotations from `@access(effects:)`. A mutation without `effects` is marked as destructive and as affecting
 * external systems. A query has only the hints that matter for read-only tools. The other hints would add 2 kB to the list of tools.
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

function text(description: string): JsonSchema {
  return { type: "string", description };
}

function inputFieldsOf({ args }: Field): string[] {
  const input = getNamedType(args.find(({ name }) => name === "input")?.type);
  return isInputObjectType(input) ? Object.keys(input.getFields()) : [];
}

function documentOf(type: Tool["type"], { name, args }: Field, selection: string): string {
  if (args.length === 0) return `${type} { ${name} ${selection} }`;
  const variables = args.map((argument) => `$${argument.name}: ${argument.type}`).join(", ");
  const given = args.map((argument) => `${argument.name}: $${argument.name}`).join(", ");
  return `${type}(${variables}) { ${name}(${given}) ${selection} }`;
}
