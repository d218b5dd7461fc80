import type { Seeded } from "./system/seed.js";
import type { Operation } from "./target.js";

const fields = "rowId code title displayName status valueKind valuePercent usageCount isPublic createdAt updatedAt endsAt";

/** The operations that all gateways execute. The variables change with each request. */
export function readOperations({ codeIds, orderCursors }: Seeded): Record<"list" | "get" | "join", Operation> {
  return {
    list: {
      name: "list of 50 × 12 fields",
      query: `query ($offset: Int) { list_discount_codes(first: 50, offset: $offset) { nodes { ${fields} } pageInfo { hasNextPage endCursor } } }`,
      variables: (index) => ({ offset: index % 50 }),
    },
    get: {
      name: "get",
      query: `query ($id: UUID!) { get_discount(id: $id) { ${fields} } }`,
      variables: (index) => ({ id: codeIds[index % codeIds.length] }),
    },
    join: {
      name: "join of 20 over 3 services",
      query: `query ($after: Cursor) { list_orders(first: 20, after: $after) { nodes {
        rowId externalRef totalPrice currencyId orderStatus placedAt
        discountCode { rowId code title status }
        formResponse { rowId status completedAt trustScore }
      } pageInfo { hasNextPage endCursor } } }`,
      variables: (index) => ({ after: orderCursors[index % orderCursors.length] }),
    },
  };
}
