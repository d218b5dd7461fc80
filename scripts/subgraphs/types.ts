import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { codegen } from "@graphql-codegen/core";
import * as typescript from "@graphql-codegen/typescript";
import * as typescriptResolvers from "@graphql-codegen/typescript-resolvers";
import { type DefinitionNode, Kind } from "graphql";
import type { SubgraphSdl } from "./read-sdl.js";

const scalars = {
  UUID: "string",
  Ref: "string | { name: string }",
  PartnerRef: "string | { name: string }",
  Datetime: "string",
  Date: "string",
  BigFloat: "string",
  JSONObject: "Record<string, unknown>",
  Tags: "Record<string, unknown>",
  RefOrUUIDFilter: "string | Record<string, unknown>",
  PartnerRefOrUUIDFilter: "string | Record<string, unknown>",
  IncentiveIcon: "string",
  Cursor: "string",
  _FieldSet: "string",
  offergraph__JsonSchema: "Record<string, unknown>",
};

export function rootFields(own: readonly DefinitionNode[], type: "Query" | "Mutation"): { name: string; description: string }[] {
  const root = own.find((definition) => definition.kind === Kind.OBJECT_TYPE_DEFINITION && definition.name.value === type);
  if (root?.kind !== Kind.OBJECT_TYPE_DEFINITION) return [];
  return (root.fields ?? []).map((field) => ({ name: field.name.value, description: field.description?.value ?? "" }));
}

/**
 * Generates the TypeScript types of a subgraph. schema/mappers.json maps GraphQL types to the parent types of resolvers, e.g. {
 * "DiscountCode": "../db/discount-code-row.js#DiscountCodeRow" }. The paths in `schema/mappers.json` are relative to src/generated/.
 * Resolvers of mutations get `MutationContext` of src/graphql/context.ts. All other resolvers get `Context`.
 */
export async function generateTypes(appDirectory: string, sdl: SubgraphSdl): Promise<string> {
  const mappersFile = join(appDirectory, "schema", "mappers.json");
  const mappers: Record<string, string> = existsSync(mappersFile) ? JSON.parse(readFileSync(mappersFile, "utf8")) : {};
  // GraphQL Code Generator adds the federation directives, and does not accept the link header.
  const shared = sdl.shared.filter((definition) => definition.kind !== Kind.SCHEMA_EXTENSION);
  const own = sdl.own.map((definition) => withoutShareable(definition));
  return codegen({
    filename: join(appDirectory, "src/generated/types.ts"),
    documents: [],
    schema: { kind: Kind.DOCUMENT, definitions: [...shared.map(withoutShareable), ...own] },
    config: {
      federation: true,
      enumsAsTypes: true,
      useTypeImports: true,
      skipTypename: true,
      inputMaybeValue: "T | null | undefined",
      scalars,
      strictScalars: true,
      mappers,
      contextType: "../graphql/context.js#Context",
      fieldContextTypes: rootFields(sdl.own, "Mutation").map(({ name }) => `Mutation.${name}#../graphql/context.js#MutationContext`),
    },
    plugins: [{ typescript: {} }, { resolvers: {} }],
    pluginMap: { typescript, resolvers: typescriptResolvers },
  });
}

function withoutShareable<Node extends DefinitionNode>(definition: Node): Node {
  if (definition.kind !== Kind.OBJECT_TYPE_DEFINITION) return definition;
  return { ...definition, directives: definition.directives?.filter(({ name }) => name.value !== "shareable") };
}
