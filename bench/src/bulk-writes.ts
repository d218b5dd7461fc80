import { writeFile } from "node:fs/promises";
import type { GraphQLClient } from "../../e2e/src/client.js";

export async function writeCodesFile(path: string, prefix: string, count: number): Promise<void> {
  const rows = Array.from({ length: count }, (_, index) => `${prefix}-${index},10,percent,Active`);
  await writeFile(path, `Code,Value,Value Type,Status\n${rows.join("\n")}\n`);
}

export async function listCodeIds(client: GraphQLClient, count: number): Promise<string[]> {
  const query = `query ($after: Cursor) {
    list_discount_codes(first: 1000, after: $after) { nodes { rowId } pageInfo { endCursor hasNextPage } }
  }`;
  const ids: string[] = [];
  for (let after: string | null = null; ids.length < count; ) {
    const { list_discount_codes: page }: { list_discount_codes: CodePage } = await client.data(query, { after });
    ids.push(...page.nodes.map(({ rowId }) => rowId));
    if (!page.pageInfo.hasNextPage) break;
    after = page.pageInfo.endCursor;
  }
  return ids.slice(0, count);
}

interface CodePage {
  nodes: { rowId: string }[];
  pageInfo: { endCursor: string | null; hasNextPage: boolean };
}

const change = `mutation ($input: BulkUpdateDiscountCodeStatusInput!) {
  bulk_update_discount_code_status(input: $input) { userErrors { code message } }
}`;

/** Sets the status of many discount codes. Sends sequential requests with 1,000 codes each. */
export async function changeStatuses(client: GraphQLClient, ids: readonly string[], status: "ACTIVE" | "DRAFT"): Promise<void> {
  for (let start = 0; start < ids.length; start += 1_000) {
    const { bulk_update_discount_code_status: result } = await client.data<{ bulk_update_discount_code_status: { userErrors: object[] } }>(
      change,
      {
        input: { ids: ids.slice(start, start + 1_000), status },
      },
    );
    if (result.userErrors.length > 0) throw new Error(JSON.stringify(result.userErrors[0]));
  }
}
