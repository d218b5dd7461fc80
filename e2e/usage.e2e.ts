import { createClient, type Offergraph } from "@offergraph/sdk";
import { type CheckoutRecord, createIngestClient, type Ingest, type OrderRecord } from "@offergraph/sdk/ingest";
import { beforeAll, describe, expect, it } from "vitest";
import { waitUntil } from "./src/wait-until.js";
import { admin, newWorkspace, readSystem } from "./src/workspace.js";

describe("an ingested order", () => {
  let offergraph: Offergraph;
  let ingest: Ingest;
  let connectionId: string;
  beforeAll(async () => {
    const { workspaceId, key } = await newWorkspace();
    const { baseUrl: url } = await readSystem();
    offergraph = createClient({ url, key });
    ingest = createIngestClient({ url, key });
    ({ connectionId } = await admin<{ connectionId: string }>([
      ...["connection", "add", "--workspace", workspaceId, "--name", "Sandbox shop", "--sandbox"],
    ]));
  });

  const createCode = async (code: string, { aliases = [], limit = null }: { aliases?: string[]; limit?: number | null } = {}) => {
    const names = { code, aliased_codes: aliases.map((alias) => ({ code: alias })), title: "A code of the tests" };
    const value = { value_kind: "percent", value_percent: 10, value_amount: null, usage_limit: limit } as const;
    const result = await offergraph.createDiscountCode({ body: { ...names, ...value, start_at: null, ends_at: null, status: "ACTIVE" } });
    if (!result.ok) throw new Error(JSON.stringify(result.userErrors));
    expect(result.warnings.map((warning) => warning.code)).toEqual(["CODE_ON_NO_STORE"]);
    return result.data.discountCode.rowId;
  };
  type Sent<Item> = Omit<Item, "providerUpdatedAt"> & Partial<Item>;
  const version = { providerUpdatedAt: "2026-06-01T12:00:00Z" };
  /** Repeats the request until the orders service knows the new connection. */
  const accepted = (name: string, send: () => ReturnType<Ingest["orders"]["send"]>) =>
    waitUntil(`${name} is accepted`, async () => {
      const [result] = await send();
      return result?.outcome === "accepted" ? result.rowId : undefined;
    });
  const sendOrder = (record: Sent<OrderRecord>) =>
    accepted("the order", () => ingest.orders.send([{ connectionId, ...version, ...record }]));
  const sendCheckout = (record: Sent<CheckoutRecord>) =>
    accepted("the checkout", () => ingest.checkouts.send([{ connectionId, ...version, ...record }]));
  const order = (externalRef: string, changes: Partial<OrderRecord> = {}): Sent<OrderRecord> => ({
    ...{ externalRef, currencyId: "EUR", totalPrice: "40.00", discountCodes: [], placedAt: "2026-06-01T11:00:00Z" },
    ...{ orderStatus: "OPEN", financialStatus: "PAID", fulfillmentStatus: "OPEN" },
    ...changes,
  });
  const used = (id: string, count: number, isExhausted = false) =>
    waitUntil(`the code is used ${count} times`, async () => {
      const code = await offergraph.getDiscount({ id }, { fields: { usageCount: true, exhausted: true } });
      return code?.usageCount === count && code.exhausted === isExhausted;
    });

  it("counts as a use of its code or alias, exhausts the limit, and does not count after a cancellation", async () => {
    const id = await createCode("USED", { aliases: ["USED-TOO"], limit: 2 });
    const first = order("1", { discountCodes: ["used"] });
    await sendOrder(first);
    await sendOrder(order("2", { discountCodes: ["USED-TOO"] }));
    await sendOrder(order("3", { discountCodes: ["USED"], isReal: false }));
    await used(id, 2, true);
    await sendOrder({ ...first, providerUpdatedAt: "2026-06-02T12:00:00Z", orderStatus: "CANCELLED" });
    await used(id, 1);
  });

  it("counts as a use of a code that is created later", async () => {
    await sendOrder(order("4", { discountCodes: ["LATER"] }));
    await used(await createCode("LATER"), 1);
  });

  it("converts its checkout, and a checkout without an order is abandoned after a day", async () => {
    const checkout = (externalRef: string, orderExternalRef: string | null): Sent<CheckoutRecord> => ({
      ...{ externalRef, stage: "CHECKOUT", startedAt: "2026-06-01T10:00:00Z", orderExternalRef },
    });
    await sendCheckout(checkout("before", "5"));
    const orderId = await sendOrder(order("5"));
    await sendCheckout(checkout("after", "5"));
    await sendCheckout(checkout("alone", null));
    const fields = { externalRef: true, status: true, order: { rowId: true, externalRef: true } } as const;
    const found = await waitUntil("the checkout is abandoned", async () => {
      const { nodes } = await offergraph.listCheckouts({}, { fields });
      return nodes.some(({ status }) => status === "ABANDONED") ? nodes : undefined;
    });
    const converted = { status: "CONVERTED", order: { rowId: orderId, externalRef: "5" } };
    expect(found).toEqual([
      { externalRef: "before", ...converted },
      { externalRef: "after", ...converted },
      { externalRef: "alone", status: "ABANDONED", order: null },
    ]);
    const summary = { total: 3, converted: 2, abandoned: 1 };
    expect(await offergraph.getCheckoutsSummary({}, { fields: { total: true, converted: true, abandoned: true } })).toEqual(summary);
  });
});
