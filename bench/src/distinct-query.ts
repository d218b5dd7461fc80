import type { GraphQLClient } from "../../e2e/src/client.js";

const bits = 14;

interface Introspection {
  __type: { fields: { name: string; type: { kind: string; ofType: { kind: string } | null } }[] };
}

/** Returns the names of scalar fields of discount codes. */
export async function readFieldNames(client: GraphQLClient): Promise<string[]> {
  const { __type } = await client.data<Introspection>('{ __type(name: "DiscountCode") { fields { name type { kind ofType { kind } } } } }');
  const leaves = __type.fields.filter(({ name, type }) => name !== "rowId" && ["SCALAR", "ENUM"].includes(type.ofType?.kind ?? type.kind));
  return leaves.slice(0, bits).map(({ name }) => name);
}

/** Returns a different query for each index. Queries select different subsets of the fields and, after the last subset, use aliases. */
export function distinctQuery(index: number, names: readonly string[]): string {
  const subset = names.filter((_name, bit) => (index >> bit) & 1);
  const round = index >> names.length;
  const selected = ["rowId", ...subset.map((name) => (round > 0 ? `a${round}_${name}: ${name}` : name))];
  return `{ list_discount_codes(first: ${1 + (index % 50)}, filter: { code: { equalTo: "CODE${index}" } }) { nodes { ${selected.join(" ")} } } }`;
}
