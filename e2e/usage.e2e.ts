import { beforeAll, describe, expect, it } from "vitest";
import { post } from "./src/client.js";
import { waitUntil } from "./src/wait-until.js";
import { admin, codeBody, newWorkspace, readSystem, type Workspace } from "./src/workspace.js";

const create = `mutation ($input: CreateDiscountCodeInput!) {
  answer: create_discount_code(input: $input) { discountCode { rowId code } userErrors { code message } } }`;
const countOf = "query ($id: UUID!) { code: get_discount(id: $id) { usageCount exhausted } }";

describe("an ingested order", () => {
  let mine: Workspace;
  let baseUrl: string;
  let connectionId: string;
  beforeAll(async () => {
    mine = await newWorkspace();
    ({ baseUrl } = await readSystem());
    ({ connectionId } = await admin<{ connectionId: string }>([
      ...["connection", "add", "--workspace", mine.workspaceId, "--name", "Sandbox shop", "--sandbox"],
    ]));
  });

  const createCode = async (changes: Record<string, unknown>): Promise<string> => {
    const { answer } = await mine.client.data<{ answer: { discountCode: { rowId: string } } }>(create, {
      input: { body: codeBody(changes) },
    });
    return answer.discountCode.rowId;
  };
  /** Repeats the request until the orders service has received the connection. */
  const send = (kind: "orders" | "checkouts", record: Record<string, unknown>) =>
    waitUntil(`${kind} accepts the record`, async () => {
      const body = { records: [{ connectionId, providerUpdatedAt: "2026-06-01T12:00:00Z", ...record }] };
      const answer = await post(`${baseUrl}/v1/ingest/${kind}`, body, { authorization: `Bearer ${mine.key}` });
      const [result] = (answer.body as { results?: { outcome: string; rowId: string }[] }).results ?? [];
      return result?.outcome === "accepted" ? result.rowId : undefined;
    });
  const order = (externalRef: string, changes: Record<string, unknown> = {}) => ({
    ...{ externalRef, currencyId: "EUR", totalPrice: "40.00", discountCodes: [], placedAt: "2026-06-01T11:00:00Z" },
    ...{ orderStatus: "OPEN", financialStatus: "PAID", fulfillmentStatus: "OPEN" },
    ...changes,
  });
  const used = (id: string, count: number, exhausted = false) =>
    waitUntil(`the code is used ${count} times`, async () => {
      const { code } = await mine.client.data<{ code: { usageCount: number; exhausted: boolean } }>(countOf, { id });
      return code.usageCount === count && code.exhausted === exhausted;
    });

  it("counts as a use of its code or alias, exhausts the limit, and does not count after a cancellation", async () => {
    const id = await createCode({ code: "USED", aliased_codes: [{ code: "USED-TOO" }], usage_limit: 2 });
    const first = order("1", { discountCodes: ["used"] });
    await send("orders", first);
    await send("orders", order("2", { discountCodes: ["USED-TOO"] }));
    await send("orders", order("3", { discountCodes: ["USED"], isReal: false }));
    await used(id, 2, true);
    await send("orders", { ...first, providerUpdatedAt: "2026-06-02T12:00:00Z", orderStatus: "CANCELLED" });
    await used(id, 1);
  });

  it("counts as a use of a code that is created later", async () => {
    await send("orders", order("4", { discountCodes: ["LATER"] }));
    await used(await createCode({ code: "LATER" }), 1);
  });

  it("converts its checkout, and a checkout without an order is abandoned after a day", async () => {
    const checkout = (externalRef: string, orderExternalRef: string | null) => ({
      ...{ externalRef, stage: "CHECKOUT", startedAt: "2026-06-01T10:00:00Z", orderExternalRef },
    });
    await send("checkouts", checkout("before", "5"));
    const orderId = await send("orders", order("5"));
    await send("checkouts", checkout("after", "5"));
    await send("checkouts", checkout("alone", null));
    const list = `{ list: list_checkouts { nodes { externalRef status order { rowId externalRef } } } summary: get_checkouts_summary { total converted abandoned } }`;
    const found = await waitUntil("the checkout is abandoned", async () => {
      const answer = await mine.client.data<{ list: { nodes: { status: string }[] } }>(list);
      return answer.list.nodes.some(({ status }) => status === "ABANDONED") ? answer : undefined;
    });
    const converted = { status: "CONVERTED", order: { rowId: orderId, externalRef: "5" } };
    expect(found).toEqual({
      list: {
        nodes: [
          { externalRef: "before", ...converted },
          { externalRef: "after", ...converted },
          { externalRef: "alone", status: "ABANDONED", order: null },
        ],
      },
      summary: { total: 3, converted: 2, abandoned: 1 },
    });
  });
});
