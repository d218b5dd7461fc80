import { codeBody } from "../../e2e/src/workspace.js";
import type { Seeded } from "./system/seed.js";
import { graphqlOperation, mcpOperation, type Operation } from "./target.js";

/** The fields of a discount code that all reads select. */
export const fieldNames = "rowId code title displayName status valueKind valuePercent usageCount isPublic createdAt updatedAt endsAt";

const at = (values: readonly string[], index: number): string => values[index % values.length] ?? "";

/** The queries that all gateways execute. */
export function readOperations({ codeIds, orderCursors }: Seeded) {
  return {
    list: graphqlOperation(
      "list of 50 × 12 fields",
      `query ($offset: Int) { list_discount_codes(first: 50, offset: $offset) { nodes { ${fieldNames} } pageInfo { hasNextPage endCursor } } }`,
      (index) => ({ offset: index % 50 }),
    ),
    get: graphqlOperation("get", `query ($id: UUID!) { get_discount(id: $id) { ${fieldNames} } }`, (index) => ({ id: at(codeIds, index) })),
    join: graphqlOperation(
      "join of 20 over 3 services",
      `query ($after: Cursor) { list_orders(first: 20, after: $after) { nodes {
        rowId externalRef totalPrice currencyId orderStatus placedAt
        discountCode { rowId code title status }
        formResponse { rowId status completedAt trustScore }
      } pageInfo { hasNextPage endCursor } } }`,
      (index) => ({ after: at(orderCursors, index) }),
    ),
    rows: graphqlOperation(
      "list of 1,000 × 12 fields",
      `query ($offset: Int) { list_discount_codes(first: 1000, offset: $offset) { nodes { ${fieldNames} } pageInfo { hasNextPage endCursor } } }`,
      (index) => ({ offset: index % 50 }),
    ),
  };
}

/** Creates draft codes, because drafts are not pushed to stores. */
export const createOperation: Operation = graphqlOperation(
  "create_discount_code",
  `mutation ($body: DiscountCodeBody!) {
    create_discount_code(input: { body: $body }) { discountCode { rowId } userErrors { field code message } }
  }`,
  () => ({ body: codeBody({ status: "DRAFT" }) }),
);

/** Nine reads (five gets and four lists) and one write. */
export function mixedOperation(seeded: Seeded): Operation {
  const { list, get } = readOperations(seeded);
  const turn = [createOperation, get, list, get, list, get, list, get, list, get];
  return { name: "mixed, 90 % reads", body: (index) => turn[index % turn.length]?.body(index) ?? "" };
}

/** MCP tool calls with the same selections as `list` and `get`. */
export function mcpOperations({ codeIds }: Seeded) {
  const fields = fieldNames.replaceAll(" ", ", ");
  return {
    list: mcpOperation("MCP list of 50 × 12 fields", "list_discount_codes", (index) => ({ first: 50, offset: index % 50, fields })),
    get: mcpOperation("MCP get", "get_discount", (index) => ({ id: at(codeIds, index), fields })),
  };
}
