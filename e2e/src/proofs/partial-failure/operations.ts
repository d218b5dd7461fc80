/** A query of each subgraph that needs no other subgraph. */
export const queries = {
  discounts: "{ list_partners(first: 1) { nodes { rowId } } }",
  forms: "{ list_forms(first: 1) { nodes { rowId } } }",
  incentives: "{ list_incentives(first: 1) { nodes { rowId } } }",
  orders: "{ list_orders(first: 1) { nodes { rowId } } }",
  workspace: "{ list_members(first: 1) { nodes { rowId } } }",
} as const;

export type Subgraph = keyof typeof queries;
export const subgraphs = Object.keys(queries) as Subgraph[];

export const createPartner = 'mutation { create_partner(input: { name: "Proof" }) { partner { rowId } userErrors { code } } }';
const createForm = 'mutation { create_form(input: { body: { title: "Proof" } }) { form { rowId } userErrors { code } } }';

/** The operations that need the subgraph: a query and, for some subgraphs, a mutation. */
export function operationsOf(name: Subgraph): string[] {
  const mutations: Partial<Record<Subgraph, string>> = { discounts: createPartner, forms: createForm };
  return [queries[name], ...[mutations[name]].filter((one) => one !== undefined)];
}
