import {
  type FieldNode,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isListType,
  isObjectType,
  Kind,
  parse,
  type SelectionSetNode,
} from "graphql";
import { factsOf } from "../../apps/gateway/src/mcp/facts.js";
import { type Tool, toolsOf } from "../../apps/gateway/src/mcp/tool.js";
import { composeSupergraph } from "../../apps/gateway/src/supergraph/compose.js";
import { createEngine } from "../../apps/gateway/src/supergraph/engine.js";
import { defaultLimits } from "../../apps/gateway/src/supergraph/limits.js";
import { mergeManifests } from "../../apps/gateway/src/supergraph/manifest.js";
import { quietLog } from "../../apps/gateway/src/supergraph/testing/quiet-log.js";
import { appManifests } from "../../apps/gateway/src/testing/app-manifests.js";
import type { Bounds } from "../../packages/shared/src/schema/directives.js";

export interface Subgraph {
  name: string;
  sdl: string;
}

export interface Operation {
  /** The operation's name in GraphQL, for example `list_partners`. */
  name: string;
  /** The name of the client's method, for example `listPartners`. */
  method: string;
  level: Tool["level"];
  field: GraphQLField<unknown, unknown>;
  /** The type of the operation's result; if the operation returns pages, the type of one record. */
  type: GraphQLNamedType;
  /**
   * The default fields of the result; if the operation returns pages, the default fields of one record. Excludes userErrors, which the
   * client always selects. Undefined for a result without fields.
   */
  selection: SelectionSetNode | undefined;
  /** An operation of the kind `page` returns records page by page. A `mutation` returns userErrors. */
  kind: "query" | "list" | "page" | "mutation";
}

export interface Source {
  schema: GraphQLSchema;
  constraints: ReadonlyMap<string, Bounds>;
  operations: readonly Operation[];
}

/** Composes the subgraphs, and reads their operations with the default fields of the MCP tools. */
export function readOperations(subgraphs: readonly Subgraph[]): Source {
  const composed = composeSupergraph(subgraphs);
  if ("errors" in composed) throw new Error(composed.errors.join("\n"));
  const engine = createEngine({ supergraphSdl: composed.supergraphSdl, limits: defaultLimits, log: quietLog, clients: new Map() });
  const { all } = toolsOf(engine, mergeManifests([...appManifests].map(([name, manifest]) => ({ name, manifest }))));
  const { apiSchema: schema } = engine;
  const operations = [...all.values()].map((tool) => readOperation(tool, schema));
  for (const { name, method } of operations)
    if (operations.some((other) => other.name !== name && other.method === method))
      throw new Error(`Several operations have the method name ${method}, for example ${name}.`);
  return { schema, constraints: factsOf(engine).constraints, operations };
}

function readOperation(tool: Tool, schema: GraphQLSchema): Operation {
  const root = tool.type === "query" ? schema.getQueryType() : schema.getMutationType();
  const field = root?.getFields()[tool.name];
  const [definition] = parse(tool.document(undefined), { noLocation: true }).definitions;
  const called = definition?.kind === Kind.OPERATION_DEFINITION ? definition.selectionSet.selections[0] : undefined;
  if (!field || called?.kind !== Kind.FIELD) throw new Error(`The tool ${tool.name} calls no operation.`);
  const known = { name: tool.name, method: camelCase(tool.name), level: tool.level, field };
  const named = getNamedType(field.type);
  const { selectionSet } = called;
  if (tool.type === "mutation") {
    const errors = inner(selectionSet, "userErrors");
    if (!errors || !selectionSet) throw new Error(`The mutation ${tool.name} has no userErrors.`);
    const selections = selectionSet.selections.filter((one) => one !== errors);
    return { ...known, kind: "mutation", type: named, selection: { ...selectionSet, selections } };
  }
  const nodes = isObjectType(named) ? named.getFields().nodes : undefined;
  const records = inner(selectionSet, "nodes")?.selectionSet;
  const canContinue = ["first", "after"].every((name) => field.args.some((argument) => argument.name === name));
  if (canContinue && nodes && records && inner(selectionSet, "pageInfo"))
    return { ...known, kind: "page", type: getNamedType(nodes.type), selection: records };
  const isList = isListType(field.type) && selectionSet !== undefined;
  return { ...known, kind: isList ? "list" : "query", type: named, selection: selectionSet };
}

function inner(set: SelectionSetNode | undefined, name: string): FieldNode | undefined {
  return set?.selections.find((one): one is FieldNode => one.kind === Kind.FIELD && one.name.value === name);
}

export function camelCase(name: string): string {
  return name.replace(/_+([a-z0-9])/gi, (_, letter: string) => letter.toUpperCase());
}

export function pascalCase(name: string): string {
  return camelCase(`_${name}`);
}
