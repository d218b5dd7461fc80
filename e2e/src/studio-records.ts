import { createClient, type Offergraph } from "@offergraph/sdk";
import { createCollectClient } from "@offergraph/sdk/collect";
import { createIngestClient, type OrderRecord } from "@offergraph/sdk/ingest";
import { hostedForm, short } from "./hosted-form.js";
import { offerReward } from "./offer-reward.js";
import { waitUntil } from "./wait-until.js";
import { admin, codeBody, newKey, type Workspace } from "./workspace.js";

export interface StudioRecords {
  code: string;
  orderRef: string;
  formTitle: string;
  formSlug: string;
  incentiveId: string;
  incentiveName: string;
  held: readonly string[];
}

const orderRef = "order-1001";
const formTitle = "A form for the tests";
const held = ["Ann", "Carl"];

/** Creates a code with an order, a test order, and a form with responses and held rewards. */
export async function studioRecords(workspace: Workspace, url: string, dataDirectory?: string): Promise<StudioRecords> {
  const offergraph = createClient({ url, key: workspace.key });
  const words = ["connection", "add", "--workspace", workspace.workspaceId, "--name", "Shop", "--sandbox"];
  const { connectionId } = await admin<{ connectionId: string }>(words, dataDirectory);
  const { key } = await newKey(workspace.workspaceId, workspace.memberId, ["--connection", connectionId], dataDirectory);
  const code = String(codeBody().code);
  await offergraph.createDiscountCode({ body: codeBody({ code, placements: [{ connectionId }] }) as never });
  const form = await hostedForm(workspace.client, { payload: short });
  const incentiveId = await offerReward(workspace.client, form.formId, { minTrustScore: 1 });
  const responseId = await respond(url, form.publicKey);
  await sendOrders(url, key, [
    { externalRef: orderRef, discountCodes: [code] },
    { externalRef: "order-1002", discountCodes: [], formResponseId: responseId },
    { externalRef: "order-test", discountCodes: [], isReal: false },
  ]);
  await waitForEvents(offergraph, incentiveId);
  await waitUntil("the views are counted", async () => (await offergraph.getFormViews({ slug: form.formSlug }))?.total === held.length);
  const incentive = await offergraph.getIncentive({ id: incentiveId }, { fields: { name: true } });
  return { code, orderRef, formTitle, formSlug: form.formSlug, incentiveId, incentiveName: incentive?.name ?? "", held };
}

/** Submits the responses of two customers who look like bots. Returns the id of the first response. */
async function respond(url: string, publicKey: string): Promise<string> {
  const collect = createCollectClient({ url, publicKey });
  const rewards = async () => (await collect.form("visitor")).rewards.length > 0;
  await waitUntil("forms has received the reward", rewards);
  const { form } = await collect.form("visitor");
  const ids: string[] = [];
  for (const name of held) {
    const trap = "https://robot.example";
    await collect.view(form.formVariantId);
    const started = await collect.start({ visitorId: `visitor-${name}`, customer: { ref: `${name}@shop.example`, name }, trap });
    if (!started.ok) throw new Error(JSON.stringify(started.userErrors));
    await collect.change(started.data.id, { answers: { why: `The delivery was slow, said ${name}.` }, outcome: "COMPLETE" });
    ids.push(started.data.id);
  }
  return ids[0] ?? "";
}

async function sendOrders(url: string, key: string, orders: readonly Partial<OrderRecord>[]): Promise<void> {
  const ingest = createIngestClient({ url, key });
  const now = new Date();
  const usual = { providerUpdatedAt: now, placedAt: now, currencyId: "EUR", totalPrice: "40.00" } as const;
  const states = { orderStatus: "OPEN", financialStatus: "PAID", fulfillmentStatus: "OPEN" } as const;
  const accepts = () =>
    ingest.orders.send([]).then(
      () => true,
      () => false,
    );
  await waitUntil("orders has received the connection", accepts);
  await ingest.orders.send(orders.map((order) => ({ ...usual, ...states, externalRef: "", discountCodes: [], ...order })));
}

async function waitForEvents(offergraph: Offergraph, incentiveId: string): Promise<void> {
  const filter = { incentiveId, state: { equalTo: "HELD" } } as const;
  await waitUntil("the grants are held", async () => {
    const { totalCount } = await offergraph.listGrants({ filter, first: 0 }, { totalCount: true });
    return totalCount === held.length;
  });
  await waitUntil("the orders are attributed", async () => {
    const { nodes } = await offergraph.listOrders({}, { fields: { attributionMethod: true } });
    return nodes.length === 3 && nodes.filter(({ attributionMethod }) => attributionMethod !== null).length === 2;
  });
  await waitUntil("the insights exist", async () => {
    const read = await offergraph.getFormInsightRead({ answers: {}, facts: {}, reasons: {} }, { fields: { facts: { factId: true } } });
    return (read?.facts.length ?? 0) > 0;
  });
}
