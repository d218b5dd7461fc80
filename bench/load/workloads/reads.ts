import type { Records } from "./records.js";
import { graphql, type LoadRequest } from "./workload.js";

const fields = "rowId code title status valueKind valuePercent valueAmount usageLimit usageCount createdAt updatedAt endsAt";

const get = `query ($id: UUID!) { get_discount(id: $id) { ${fields} } }`;
const list = `query ($offset: Int!) {
  list_discount_codes(first: 50, offset: $offset) { nodes { ${fields} } pageInfo { hasNextPage endCursor } }
}`;
/** Reads from the services orders, discounts and forms. */
const join = `query ($after: Cursor) {
  list_orders(first: 20, after: $after) {
    nodes { rowId totalPrice placedAt discountCode { code title status } formResponse { rowId status completedAt } }
  }
}`;

export type Read = (index: number) => LoadRequest;

/** Returns the read operations of the workloads. Ids, offsets and cursors vary, so that no cache can answer all requests. */
export function readsOf({ codeIds, codeCount, orderCursors }: Records): Record<"get" | "list" | "join" | "mcp", Read> {
  const offsetOf = (index: number, total: number, page: number) => ({ offset: index % Math.max(1, Math.min(1_000, total - page)) });
  // Excludes the last cursors, because a full page must follow each cursor.
  const cursors = [null, ...orderCursors.slice(0, -20)];
  return {
    get: (index) => graphql("get", get, { id: codeIds[index % codeIds.length] }),
    list: (index) => graphql("list", list, offsetOf(index, codeCount, 50)),
    join: (index) => graphql("join", join, { after: cursors[index % cursors.length] }),
    mcp: (index) => ({
      operation: "mcp",
      path: "/mcp",
      body: JSON.stringify({
        ...{ jsonrpc: "2.0", id: index, method: "tools/call" },
        params: { name: "list_discount_codes", arguments: { first: 20, ...offsetOf(index, codeCount, 20) } },
      }),
    }),
  };
}
