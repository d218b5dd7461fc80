import { randomUUID } from "node:crypto";
import { beforeAll, expect, it } from "vitest";
import { type HostedForm, hostedForm, short } from "./src/hosted-form.js";
import { offerReward } from "./src/offer-reward.js";
import { requestWithRetry } from "./src/request-with-retry.js";
import { sandboxCodes } from "./src/sandbox-store.js";
import { waitUntil } from "./src/wait-until.js";
import { admin, newWorkspace, readSystem, type Workspace } from "./src/workspace.js";

let mine: Workspace;
let form: HostedForm;
let baseUrl: string;
let sandboxStoreUrl: string;
let connectionId: string;
let incentiveId: string;
let discountCode: { rowId: string; code: string };
const placedAt = new Date(Date.now() + 1_000);
const later = (seconds: number) => new Date(placedAt.getTime() + seconds * 1_000).toISOString();

beforeAll(async () => {
  ({ baseUrl, sandboxStoreUrl } = await readSystem());
  mine = await newWorkspace();
  const here = ["--workspace", mine.workspaceId];
  ({ connectionId } = await admin<{ connectionId: string }>(["connection", "add", ...here, "--name", "Shop", "--sandbox"]));
  form = await hostedForm(mine.client, { payload: short });
  incentiveId = await offerReward(mine.client, form.formId, { connectionId });
  const query = "query ($id: UUID!) { incentive: get_incentive(id: $id) { rules { discountCode { rowId code } } } }";
  const { incentive } = await mine.client.data<{ incentive: { rules: { discountCode: typeof discountCode }[] } }>(query, {
    id: incentiveId,
  });
  discountCode = incentive.rules[0]?.discountCode ?? { rowId: "", code: "" };
  await admin(["partner", "add", ...here, "--name", "Ada Advocate"]);
  await admin(["partner", "assign", ...here, discountCode.code, "--partner", "Ada Advocate"]);
  await waitUntil("the form shows the reward", async () => {
    const offer = await requestWithRetry<{ rewards: object[] }>("GET", `${baseUrl}/v1/collect/${form.publicKey}`);
    return offer.rewards.length === 1;
  });
});

async function visit(ref: string): Promise<{ id: string; clickId: string; code: string }> {
  const { links } = await mine.client.data<{ links: { code: string }[] }>("{ links: get_form_short_links { code } }");
  const { headers } = await fetch(`${baseUrl}/s/${links[0]?.code}`, { redirect: "manual" });
  const clickId = new URL(headers.get("location") ?? "").searchParams.get("click") ?? "";
  const id = randomUUID();
  const responses = `${baseUrl}/v1/collect/${form.publicKey}/responses`;
  await requestWithRetry("POST", responses, { id, visitorId: randomUUID(), clickId, customer: { ref } });
  await requestWithRetry("PATCH", `${responses}/${id}`, { answers: { why: "Because" }, outcome: "COMPLETE" });
  const grant = await waitUntil("the visitor has the code", async () => {
    const { grants } = await requestWithRetry<{ grants: { state: string; code?: string }[] }>("GET", `${responses}/${id}`);
    return grants.length === 1 && grants[0]?.state === "ISSUED" && grants[0];
  });
  expect(grant.code).toMatch(/^THANKS[A-Z2-9]{10}$/);
  return { id, clickId, code: grant.code ?? "" };
}

async function ingestOrder(changes: object): Promise<void> {
  const order = {
    ...{ connectionId, externalRef: "first", customerRef: "ann@shop.example", currencyId: "EUR", totalPrice: "40.00" },
    ...{ placedAt: later(0), orderStatus: "OPEN", financialStatus: "PAID", fulfillmentStatus: "OPEN", ...changes },
  };
  const headers = { authorization: `Bearer ${mine.key}` };
  const { results } = await requestWithRetry<{ results: object[] }>(
    "POST",
    `${baseUrl}/v1/ingest/orders`,
    { records: [order] },
    { headers },
  );
  expect(results).toMatchObject([{ outcome: "accepted" }]);
}

interface Journey {
  orders: {
    nodes: { attributedRevenue: string; bestTier: string | null; grants: { state: string }[]; discountCode: { usageCount: number } }[];
  };
}

/** Requires data from the services discounts, forms, incentives and orders. */
const journey = `query ($code: UUID!) {
  orders: get_discount_code_orders(id: $code) { nodes {
    externalRef attributionMethod attributedRevenue bestTier
    partner { name }
    discountCode { code usageCount }
    grants {
      state code
      incentive { name grants { nodes { state formResponse { rowId } } } }
      discountCode { code partner { name } }
      formResponse { rowId status clickId clickIdKind channel { name } form { formSlug incentives { name } } grants { state code } }
    }
  } }
}`;

it("one query returns a customer's journey from the click to the order and its refund", async () => {
  const { id, clickId, code } = await visit("ann@shop.example");
  const atStore = async () => (await sandboxCodes(sandboxStoreUrl, connectionId)).some((one) => one.code === code);
  await waitUntil("the store has the unique code", atStore);
  await ingestOrder({ providerUpdatedAt: later(1), discountCodes: [code.toLowerCase()] });

  const readJourney = () => mine.client.data<Journey>(journey, { code: discountCode.rowId });
  const first = await waitUntil("the code is redeemed, its usage counted and its tier known", async () => {
    const answer = await readJourney();
    const [order] = answer.orders.nodes;
    return order?.grants[0]?.state === "REDEEMED" && order.discountCode.usageCount === 1 && order.bestTier !== null && answer;
  });
  const [{ name } = { name: "" }] = (
    await mine.client.data<{ list: { nodes: { name: string }[] } }>("{ list: list_incentives { nodes { name } } }")
  ).list.nodes;
  const expected = (state: string) => ({
    externalRef: "first",
    attributionMethod: "DISCOUNT_CODE",
    bestTier: "ENHANCED",
    partner: { name: "Ada Advocate" },
    discountCode: { code: discountCode.code, usageCount: 1 },
    grants: [
      {
        ...{ state, code },
        incentive: { name, grants: { nodes: [{ state, formResponse: { rowId: id } }] } },
        discountCode: { code: discountCode.code, partner: { name: "Ada Advocate" } },
        formResponse: {
          ...{ rowId: id, status: "COMPLETE", clickId, clickIdKind: "short_link", channel: { name: "Hosted page" } },
          form: { formSlug: form.formSlug, incentives: [{ name }] },
          grants: [{ state, code }],
        },
      },
    ],
  });
  expect(first.orders.nodes).toEqual([{ ...expected("REDEEMED"), attributedRevenue: "40" }]);

  await ingestOrder({
    ...{ providerUpdatedAt: later(2), discountCodes: [code], refundedTotal: "40.00", financialStatus: "REFUNDED" },
  });
  const second = await waitUntil("the reward is reversed", async () => {
    const answer = await readJourney();
    return answer.orders.nodes[0]?.grants[0]?.state === "REVERSED" && answer;
  });
  expect(second.orders.nodes).toEqual([{ ...expected("REVERSED"), attributedRevenue: "0" }]);
  await waitUntil("the store has removed the code", async () => !(await atStore()));
});
