import type { AccessLevel } from "@offergraph/shared/access/principal";
import type { Access, Bounds, Effect } from "@offergraph/shared/schema/directives";
import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLNamedInputType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isRequiredArgument,
  isRequiredInputField,
  isSpecifiedScalarType,
} from "graphql";
import { factsOf } from "../mcp/facts.js";
import { type Tool, toolsOf } from "../mcp/tool.js";
import { memoized } from "../memoized.js";
import type { Engine } from "../supergraph/engine.js";
import type { Manifests } from "../supergraph/manifest.js";
import { exampleOf } from "./example.js";

/** An operation of the API for the pages and their scripts. */
export interface OperationDoc {
  readonly name: string;
  readonly type: "query" | "mutation";
  /** Name of the subgraph that serves the operation. */
  readonly service: string;
  readonly toolset: string;
  readonly description: string;
  readonly level: AccessLevel;
  /** Minimum cost of the operation (`@access(cost:)`). The cost of the selected fields is added to the minimum cost. */
  readonly cost: number;
  /** Undefined if the effects are unknown. */
  readonly effects?: readonly Effect[];
  readonly deprecated?: string;
  /** Type of the result in GraphQL notation. */
  readonly returns: string;
  readonly arguments: readonly FieldDoc[];
  readonly example: ExampleDoc;
}

/** An argument of an operation, or a field of an input type. */
export interface FieldDoc {
  readonly name: string;
  /** Type in GraphQL notation. `inputs` describes the named type if the type is not built into GraphQL. */
  readonly type: string;
  readonly isRequired: boolean;
  readonly description: string;
  readonly default?: unknown;
  readonly bounds?: Bounds;
  readonly deprecated?: string;
}

export interface InputDoc {
  readonly kind: "input" | "enum" | "scalar";
  readonly description: string;
  readonly fields?: readonly FieldDoc[];
  readonly values?: readonly { readonly name: string; readonly description: string; readonly deprecated?: string }[];
  readonly bounds?: Bounds;
}

export interface ExampleDoc {
  /** Document with one named operation, which selects the same fields as the MCP tool. */
  readonly query: string;
  /** Values for all variables of the document. The values satisfy the schema's bounds. */
  readonly variables: Readonly<Record<string, unknown>>;
}

export interface ApiDoc {
  readonly operations: readonly OperationDoc[];
  /** Input types, enums and scalars of the arguments, by name. */
  readonly inputs: Readonly<Record<string, InputDoc>>;
  readonly toolsets: readonly string[];
  readonly effects: Readonly<Record<string, string>>;
}

/** Returns the description of the API from a cache. The cache key is the object `manifests`, which changes whenever the engine changes. */
export const apiDocOf = memoized((_engine: Engine, manifests: Manifests) => manifests, describeApi);

export interface SchemaSource {
  readonly schema: GraphQLSchema;
  readonly constraints: ReadonlyMap<string, Bounds>;
  readonly samples: Manifests["samples"];
}

function describeApi(engine: Engine, manifests: Manifests): ApiDoc {
  const { apiSchema } = engine;
  const { access, constraints, effectTexts, ownership } = factsOf(engine);
  const source = { schema: apiSchema, constraints, samples: manifests.samples };
  const { all, toolsets } = toolsOf(engine, manifests);
  const inputs = new Map<string, InputDoc>();
  const operations = [...all.values()].flatMap((tool) => {
    const root = tool.type === "query" ? "Query" : "Mutation";
    const field = (root === "Query" ? apiSchema.getQueryType() : apiSchema.getMutationType())?.getFields()[tool.name];
    const own = access.get(`${root}.${tool.name}`);
    if (!field || !own) return [];
    for (const { type } of field.args) describeInputs(getNamedType(type), source, inputs);
    return [describeOperation(tool, field, own, ownership.owner(root, tool.name) ?? "", source)];
  });
  const sorted = [...inputs].sort(([one], [other]) => (one < other ? -1 : 1));
  return { operations, inputs: Object.fromEntries(sorted), toolsets, effects: Object.fromEntries(effectTexts) };
}

function describeOperation(
  tool: Tool,
  field: GraphQLField<unknown, unknown>,
  { level, cost, effects }: Access,
  service: string,
  source: SchemaSource,
): OperationDoc {
  const root = tool.type === "query" ? "Query" : "Mutation";
  const { name, type, toolset } = tool;
  return {
    ...{ name, type, service, toolset, level, cost },
    description: field.description ?? "",
    ...(effects && { effects }),
    ...(field.deprecationReason && { deprecated: field.deprecationReason }),
    returns: String(field.type),
    arguments: field.args.map((argument) =>
      describeField(argument, isRequiredArgument(argument), source.constraints.get(`${root}.${name}(${argument.name}:)`)),
    ),
    example: exampleOf(tool, field, source),
  };
}

function describeField(
  { name, type, description, defaultValue, deprecationReason }: GraphQLArgument | GraphQLInputField,
  isRequired: boolean,
  bounds: Bounds | undefined,
): FieldDoc {
  return {
    ...{ name, type: String(type), isRequired, description: description ?? "" },
    ...(defaultValue !== undefined && { default: defaultValue }),
    ...(bounds && { bounds }),
    ...(deprecationReason && { deprecated: deprecationReason }),
  };
}

function describeInputs(type: GraphQLNamedInputType, source: SchemaSource, found: Map<string, InputDoc>): void {
  const { name } = type;
  if (found.has(name) || isSpecifiedScalarType(type)) return;
  const bounds = source.constraints.get(name);
  const common = { description: type.description ?? "", ...(bounds && { bounds }) };
  if (isEnumType(type)) {
    const values = type.getValues().map((value) => ({
      name: value.name,
      description: value.description ?? "",
      ...(value.deprecationReason && { deprecated: value.deprecationReason }),
    }));
    found.set(name, { kind: "enum", ...common, values });
  } else if (isInputObjectType(type)) {
    const fields = Object.values(type.getFields());
    const describe = (field: GraphQLInputField) =>
      describeField(field, isRequiredInputField(field), source.constraints.get(`${name}.${field.name}`));
    // Stores the type first, because the fields may refer to the type.
    found.set(name, { kind: "input", ...common, fields: fields.map(describe) });
    for (const field of fields) describeInputs(getNamedType(field.type), source, found);
  } else found.set(name, { kind: "scalar", ...common });
}
