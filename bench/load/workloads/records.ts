import type { Api } from "../api.js";
import { LoadError } from "../settings.js";

/** Records of the workspace that the requests read. */
export interface Records {
  codeIds: string[];
  codeCount: number;
  /** Cursors of the latest orders. */
  orderCursors: string[];
}

const query = `{
  list_discount_codes(first: 500, withTotal: true) { nodes { rowId } totalCount }
  list_orders(first: 200) { edges { cursor } }
}`;

export async function readRecords(api: Api): Promise<Records> {
  const data = await api.call<{
    list_discount_codes: { nodes: { rowId: string }[]; totalCount: number };
    list_orders: { edges: { cursor: string }[] };
  }>(query);
  const { nodes, totalCount } = data.list_discount_codes;
  return {
    codeIds: nodes.map(({ rowId }) => rowId),
    codeCount: totalCount,
    orderCursors: data.list_orders.edges.map(({ cursor }) => cursor),
  };
}

/** Returns notes about missing records. Throws if the workload requires the missing records. */
export function notesOf(workload: string, { codeCount, orderCursors }: Records): string[] {
  if (codeCount === 0 && (workload === "get" || workload === "mixed"))
    throw new LoadError(`The workspace has no discount code, but the workload ${workload} reads discount codes. Create at least one.`);
  const notes = [];
  if (workload !== "join" && codeCount < 50)
    notes.push(`The workspace has only ${codeCount} discount codes, so lists are shorter than 50 records.`);
  if ((workload === "join" || workload === "mixed") && orderCursors.length < 20)
    notes.push(`The workspace has only ${orderCursors.length} orders, so the join reads fewer than 20 records.`);
  return notes;
}
