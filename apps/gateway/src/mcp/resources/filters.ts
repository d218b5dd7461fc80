import { type GraphQLInputObjectType, type GraphQLSchema, getNamedType } from "graphql";
import { isFieldFilter, isRecordFilter, oneLine, ownTypes } from "./kinds.js";
import { textResource } from "./resource.js";

const rules = `A filter is an object: every field that is given has to hold. A field's value is an object of operators: every operator that is given has to hold. Only what is listed here exists; an unknown field or operator is an error, never ignored.

- \`and\`, \`or\`: lists of filters of the same kind; \`not\`: one. An empty filter, \`and\` or \`or\` matches everything. They nest.
- Null: a field that is null satisfies no comparison, \`notEqualTo\` and \`notIn\` neither. \`{"isNull": true}\` finds it, \`{"isNull": false}\` all others. An operator or field that is given as null is an error.
- \`in: []\` matches nothing, \`notIn: []\` everything.
- Texts compare by code point, so case matters; \`includesInsensitive\` finds a part of a text whatever the case, with % and _ taken literally. Enums compare in their declared order.
- Where a filter takes a Ref or a UUIDFilter, give either: \`"…id…"\`, \`"name"\`, \`{"name": "…"}\`, or \`{"in": ["…id…"]}\`. A partner may also be an \`@handle\`. A name that nothing has matches nothing.
- Fields that end in \`Exists\` take true or false: whether the record they name is there.
- \`list_checkouts\` takes no filter but a condition: fields with plain values, all of which have to hold; a null there asks for those that have none.`;

const examples = `## Examples

- Active codes with SUMMER in them: \`{"status": {"equalTo": "ACTIVE"}, "code": {"includesInsensitive": "summer"}}\`
- Used, or ending before a time: \`{"or": [{"usageCount": {"greaterThan": 0}}, {"endsAt": {"lessThan": "2026-12-01T00:00:00Z"}}]}\`
- Without an end, and not a draft: \`{"endsAt": {"isNull": true}, "not": {"status": {"equalTo": "DRAFT"}}}\`
- Real orders of one code in a span of days: \`{"discountCodeId": "WELCOME-10", "isReal": {"equalTo": true}, "placedDay": {"greaterThanOrEqualTo": "2026-11-01", "lessThan": "2026-12-01"}}\`
- Orders that came from any of a kind: \`{"originRefs": {"anyEqualTo": "newsletter"}}\``;

/** The grammar of filters: its rules, and from the schema which operators each kind of value has. */
export const filters = textResource(
  "filters",
  "Filter grammar",
  "The operators of filters, how they combine, and what null does.",
  ({ engine }) => {
    const types = ownTypes(engine.apiSchema);
    const records = types.filter(isRecordFilter).map((type) => recordFilter(type, engine.apiSchema));
    return [
      "# Filters",
      rules,
      "## Operators",
      ...operatorTables(types.filter(isFieldFilter)),
      "## Filters of records",
      records.join("\n"),
      examples,
    ].join("\n\n");
  },
);

/** The kinds of filter with the same operators in the same words are told together. */
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
