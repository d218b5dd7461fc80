import pg from "pg";
import { expect, it } from "vitest";
import { seedCodes } from "../apps/discounts/src/testing/seed-codes.js";
import { codeBody, newWorkspace, readSystem, type Workspace } from "./src/workspace.js";

interface Page {
  list_discount_codes: { nodes: { rowId: string; code: string }[]; pageInfo: { hasNextPage: boolean; endCursor: string | null } };
}

const total = 10_000;

/** Creates codes in one request, with one GraphQL alias per code. `amount` must not exceed the gateway's limit for aliases. */
async function createCodes(workspace: Workspace, amount: number): Promise<string[]> {
  const names = Array.from({ length: amount }, (_, index) => `c${index}`);
  const query = `mutation (${names.map((name) => `$${name}: CreateDiscountCodeInput!`).join(", ")}) {
    ${names.map((name) => `${name}: create_discount_code(input: $${name}) { discountCode { rowId } }`).join("\n")}
  }`;
  const variables = Object.fromEntries(names.map((name) => [name, { body: codeBody() }]));
  const data = await workspace.client.data<Record<string, { discountCode: { rowId: string } }>>(query, variables);
  return names.map((name) => data[name]?.discountCode.rowId ?? "missing");
}

it(`paging through ${total} codes while another client inserts returns each code exactly once`, async () => {
  const workspace = await newWorkspace();
  const { databaseUrls } = await readSystem();
  const database = new pg.Client({ connectionString: databaseUrls.discounts });
  await database.connect();
  await seedCodes((text, values) => database.query(text, values), { workspaceId: workspace.workspaceId, count: total });
  await database.end();
  let walking = true;
  const inserting = (async () => {
    let inserted = 0;
    while (walking) inserted += (await createCodes(workspace, 5)).length;
    return inserted;
  })();
  const seen: { rowId: string; code: string }[] = [];
  for (let after: string | null = null, more = true; more; ) {
    const answer: Page = await workspace.client.data<Page>(
      `query ($after: Cursor) { list_discount_codes(first: 97, after: $after, orderBy: [STATUS_DESC, CODE_ASC]) { nodes { rowId code } pageInfo { hasNextPage endCursor } } }`,
      { after },
    );
    const page = answer.list_discount_codes;
    seen.push(...page.nodes);
    after = page.pageInfo.endCursor;
    more = page.pageInfo.hasNextPage;
  }
  walking = false;
  expect(await inserting).toBeGreaterThan(0);
  expect(new Set(seen.map(({ rowId }) => rowId)).size).toBe(seen.length);
  const seeded = seen.map(({ code }) => code).filter((code) => code.startsWith("SEED-"));
  expect(new Set(seeded).size).toBe(total);
});
