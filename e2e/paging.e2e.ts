import { expect, it } from "vitest";
import { codeBody, newWorkspace, type Workspace } from "./src/world.js";

interface Page {
  list_discount_codes: { nodes: { rowId: string }[]; pageInfo: { hasNextPage: boolean; endCursor: string | null } };
}

const aliases = 15;
const total = 10_000;

/** Creates this many codes, as many in one request as the guard on aliases lets through. */
async function createCodes(workspace: Workspace, amount: number): Promise<string[]> {
  const ids: string[] = [];
  const batch = async (size: number) => {
    const names = Array.from({ length: size }, (_, index) => `c${index}`);
    const query = `mutation (${names.map((name) => `$${name}: CreateDiscountCodeInput!`).join(", ")}) {
      ${names.map((name) => `${name}: create_discount_code(input: $${name}) { discountCode { rowId } }`).join("\n")}
    }`;
    const variables = Object.fromEntries(names.map((name) => [name, { body: codeBody() }]));
    const data = await workspace.client.data<Record<string, { discountCode: { rowId: string } }>>(query, variables);
    ids.push(...names.map((name) => data[name]?.discountCode.rowId ?? "missing"));
  };
  let left = amount;
  const worker = async () => {
    while (left > 0) {
      const size = Math.min(aliases, left);
      left -= size;
      await batch(size);
    }
  };
  await Promise.all([worker(), worker(), worker(), worker()]);
  return ids;
}

it(`walking ${total} codes by their cursors while another client inserts gives every one exactly once`, { timeout: 300_000 }, async () => {
  const workspace = await newWorkspace();
  const original = await createCodes(workspace, total);
  let walking = true;
  const inserting = (async () => {
    let inserted = 0;
    while (walking) inserted += (await createCodes(workspace, 5)).length;
    return inserted;
  })();
  const seen: string[] = [];
  for (let after: string | null = null, more = true; more; ) {
    const answer: Page = await workspace.client.data<Page>(
      `query ($after: Cursor) { list_discount_codes(first: 97, after: $after, orderBy: [STATUS_DESC, CODE_ASC]) { nodes { rowId } pageInfo { hasNextPage endCursor } } }`,
      { after },
    );
    const page = answer.list_discount_codes;
    seen.push(...page.nodes.map(({ rowId }) => rowId));
    after = page.pageInfo.endCursor;
    more = page.pageInfo.hasNextPage;
  }
  walking = false;
  expect(await inserting).toBeGreaterThan(0);
  const once = new Set(seen);
  expect(once.size).toBe(seen.length);
  expect(original.filter((id) => !once.has(id))).toEqual([]);
});
