import { type GraphQLInputObjectType, type GraphQLSchema, getNamedType } from "graphql";
import type { Manifests } from "../../supergraph/manifest.js";
import type { ServerContext } from "../server.js";
import { textResource } from "./resource.js";
import { isFieldFilter, isRecordFilter, oneLine, ownTypes } from "./types.js";

const rules = `A filter is an object. A record must match all fields of the filter. The value of a field is an object of operators. A record must match all operators of the field. An unknown field or operator causes an error.

- \`and\` and \`or\` take a list of filters of the same type. \`not\` takes one filter. Filters inside \`and\`, \`or\` and \`not\` can contain \`and\`, \`or\` and \`not\` too. An empty filter, \`and\` or \`or\` matches everything.
- A null value in a record matches no comparison, not even \`notEqualTo\` and \`notIn\`. \`{"isNull": true}\` matches null, and \`{"isNull": false}\` matches all other values. In a filter, null is not allowed as the value of an operator or field.
- \`in: []\` matches nothing, and \`notIn: []\` matches everything.
- Comparisons of texts use code points and are case-sensitive. \`includesInsensitive\` matches a substring and ignores case. In \`includesInsensitive\`, the characters % and _ have no special meaning. Comparisons of enums use the declared order of the values.`;

function rulesOf({ guides }: Manifests): string {
  const notes = guides.flatMap(({ refNotes }) => refNotes);
  const refs = '- A filter that takes a Ref or a UUIDFilter accepts `"…id…"`, `"name"`, `{"name": "…"}` or `{"in": ["…id…"]}`.';
  return [
    rules,
    [refs, ...notes, "An unknown name is treated like an unknown id."].join(" "),
    "- A filter field whose name ends in `Exists` takes true or false: true matches records that have the related record, false matches all other records.",
    ...guides.flatMap(({ filterRules }) => filterRules).map((rule) => `- ${rule}`),
  ].join("\n");
}

export const filters = textResource(
  "filters",
  "Filter grammar",
  "Operators of filters, rules for combining filters, and rules for null values.",
  ({ engine, manifests }: ServerContext) => filterGuide(engine.apiSchema, manifests),
);

/** Returns the grammar of the filters as Markdown, with all operators and all filter types of the schema. */
export function filterGuide(apiSchema: GraphQLSchema, manifests: Manifests): string {
  const types = ownTypes(apiSchema);
  const records = types.filter(isRecordFilter).map((type) => recordFilter(type, apiSchema));
  const examples = manifests.guides.flatMap(({ filterExamples }) => filterExamples).map((example) => `- ${example}`);
  return [
    "# Filters",
    rulesOf(manifests),
    "## Operators",
    ...operatorTables(types.filter(isFieldFilter)),
    "## Filters of records",
    records.join("\n"),
    ...(examples.length > 0 ? ["## Examples", examples.join("\n")] : []),
  ].join("\n\n");
}

/** Describes the operators of filter types. Types with the same operators and descriptions share one list. */
function operatorTables(types: readonly GraphQLInputObjectType[]): string[] {
  const tables = new Map<string, GraphQLInputObjectType[]>();
  for (const type of types) {
    const lines = Object.values(type.getFields()).map(({ name, description }) => `- \`${name}\`: ${oneLine(description)}`);
    const table = lines.join("\n");
    tables.set(table, [...(tables.get(table) ?? []), type]);
  }
  return [...tables].map(
    ([table, alike]) => `${alike.map(({ name, description }) => `**${name}**: ${oneLine(description)}`).join("\n")}\n\n${table}`,
  );
}

function recordFilter(type: GraphQLInputObjectType, schema: GraphQLSchema): string {
  const fields = Object.values(type.getFields()).filter((field) => getNamedType(field.type) !== type);
  const takers = Object.values(schema.getQueryType()?.getFields() ?? {}).flatMap(({ name, args }) =>
    args.filter((argument) => getNamedType(argument.type) === type).map((argument) => `${name}(${argument.name})`),
  );
  return `- **${type.name}**, in ${takers.join(", ") || "other filters"}: ${fields.map((field) => `${field.name} ${field.type}`).join(", ")}`;
}
