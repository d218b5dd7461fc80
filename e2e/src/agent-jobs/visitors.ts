import type { GraphQLClient } from "../client.js";
import { hostedForm } from "../hosted-form.js";
import { send } from "../mcp/scenario/orders.js";
import { respond } from "../mcp/scenario/responses.js";
import type { ScenarioState } from "../mcp/scenario/state.js";
import { offerReward } from "../offer-reward.js";
import { waitUntil } from "../wait-until.js";
import { change } from "../website-form.js";
import { orderOf, revenueBy } from "./shop.js";

export const website = "https://shop.example";
const browser = { "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0" };
const model = { elements: [{ type: "comment", name: "story", title: "How was it?" }] };

/** The visitors who complained about the delivery, with their complaints. */
export const complaints: Readonly<Record<string, string>> = {
  Ann: "The parcel was late and the courier was rude.",
  Ben: "Lovely coffee, but the delivery was slow.",
};
const praise: Readonly<Record<string, string>> = { Cleo: "The coffee was bitter. The delivery was fast." };
const spam = "great great great product buy great";

/** The expected revenue of each channel. One order has an earned code, and the other order has the id of a response. */
export const revenueOfChannels = { "Hosted page": "60", Website: "25" };

/**
 * Creates responses to a form on two channels, and orders of two visitors. All grants except the first are HELD, and two of them belong to
 * bots.
 */
export async function receiveVisitors(client: GraphQLClient, state: ScenarioState): Promise<void> {
  const { baseUrl } = state;
  const { formId, publicKey } = await hostedForm(client, { payload: model });
  const placed = await placeOnWebsite(client, formId);
  const incentiveId = await offerReward(client, formId);
  const answer = (name: string, story: string, key = publicKey) =>
    respond(
      { baseUrl, publicKey: key },
      "COMPLETE",
      { customer: { ref: `${name}@shop.example`.toLowerCase(), name } },
      {
        given: { story },
        headers: { ...browser, ...(key !== publicKey && { origin: website }) },
      },
    );
  await answer("Zoe", "The courier was friendly.");
  const code = await waitUntil("the first visitor has the code", async () => (await grantsOf(client, "ISSUED"))[0]?.code);
  await change(client, "update_incentive", { incentiveId, minTrustScore: 1 }, "");
  const [[ann, annStory], ...others] = Object.entries({ ...complaints, ...praise }) as [[string, string], ...[string, string][]];
  const onWebsite = await answer(ann, annStory, placed);
  for (const [name, story] of others) await answer(name, story);
  for (const ref of ["bot-1", "bot-2"])
    await respond({ baseUrl, publicKey }, "COMPLETE", { customer: { ref }, trap: "https://robot.example" }, { given: { story: spam } });
  const placedAt = new Date().toISOString();
  await send(
    state,
    "orders",
    orderOf(state, { externalRef: "hosted", placedAt, totalPrice: "60.00", discountCodes: [code] }),
    orderOf(state, { externalRef: "website", placedAt, totalPrice: "25.00", discountCodes: [], formResponseId: onWebsite }),
  );
  await waitUntil("the grants are held", async () => (await grantsOf(client, "HELD")).length === 5);
  await waitUntil("the orders have their channels", async () => (await revenueBy(client, "CHANNEL")) === 85);
  await waitUntil("the texts are analyzed", async () => (await answerCount(client, formId)) === 6);
}

async function placeOnWebsite(client: GraphQLClient, formId: string): Promise<string> {
  const input = { formId, channelId: "Website", config: { allowed_origins: [website] } };
  const { placement } = await change<{ placement: { rowId: string; publicKey: string } }>(
    client,
    "add_form_placement",
    input,
    "placement { rowId publicKey }",
  );
  await change(client, "set_form_placement_published", { placementId: placement.rowId, published: true }, "");
  return placement.publicKey;
}

interface GrantRead {
  code: string | null;
  state: string;
  amountMinor: string | null;
  currency: string | null;
  customer: { ref: string } | null;
}

export async function grantsOf(client: GraphQLClient, ...states: string[]): Promise<GrantRead[]> {
  const fields = "code state amountMinor currency customer { ref }";
  const query = `query ($states: [GrantState!]!) { grants: list_grants(filter: { state: { in: $states } }) { nodes { ${fields} } } }`;
  return (await client.data<{ grants: { nodes: GrantRead[] } }>(query, { states })).grants.nodes;
}

/** The service stores an answer and its facts at the same time. */
async function answerCount(client: GraphQLClient, formId: string): Promise<number> {
  const query =
    "query ($id: RefOrUUIDFilter) { read: get_form_insight_read(answers: { formId: $id }, facts: {}, reasons: {}) { answers { answerId } } }";
  return (await client.data<{ read: { answers: object[] } }>(query, { id: formId })).read.answers.length;
}
