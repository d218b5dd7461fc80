import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Agent, startAgent } from "./src/agent-jobs/agent.js";
import * as jobs from "./src/agent-jobs/jobs.js";
import { decemberOf } from "./src/agent-jobs/months.js";
import { campaign, costsOfLastMonth, openShop, tidyTags } from "./src/agent-jobs/shop.js";
import { bytesOf, transcriptOf } from "./src/agent-jobs/transcript.js";
import { complaints, grantsOf, receiveVisitors, revenueOfChannels, website } from "./src/agent-jobs/visitors.js";
import { type GraphQLClient, graphqlClient } from "./src/client.js";
import { respond } from "./src/mcp/scenario/responses.js";
import { startScenario } from "./src/mcp/scenario/run-step.js";
import type { ScenarioState } from "./src/mcp/scenario/state.js";
import { stableUtcDay } from "./src/utc-day.js";
import { waitUntil } from "./src/wait-until.js";

/** Time of the orders and of the jobs, which must be in the same month. */
let now: Date;
let state: ScenarioState;
let client: GraphQLClient;
let agent: Agent;
beforeAll(async () => {
  state = await startScenario();
  client = graphqlClient(state.baseUrl, state.key);
  agent = await startAgent(state.baseUrl, state.key);
  await stableUtcDay();
  now = new Date();
  await openShop(client, state, now);
  await receiveVisitors(client, state);
});
afterAll(() => void process.stdout.write(agent ? transcriptOf(agent) : ""));

describe("an agent with tools alone", () => {
  it("creates a 15 % code for the newsletter, valid in December", async () => {
    agent.begin("a 15 % code for the newsletter valid in December");
    await jobs.createNewsletterCode(agent, now);
    const fields = "valuePercent status startAt endsAt placements { connectionId syncStatus }";
    const query = `{ list: list_discount_codes(filter: { code: { equalTo: "NEWSLETTER15" } }) { nodes { ${fields} } } }`;
    const code = await waitUntil("the store has the code", async () => {
      const { list } = await client.data<{ list: { nodes: { placements: { syncStatus: string }[] }[] } }>(query);
      return list.nodes[0]?.placements[0]?.syncStatus === "SYNCED" && list.nodes[0];
    });
    const { start, end } = decemberOf(now);
    expect(code).toMatchObject({ valuePercent: "15", startAt: start, endsAt: end, placements: [{ connectionId: state.shop }] });
    expect(code).toMatchObject({ status: now.toISOString() < start ? "SCHEDULED" : "ACTIVE" });
  });

  it("finds which codes cost most last month, and what they brought", async () => {
    agent.begin("which codes cost most last month and what they brought");
    const costs = await jobs.findCostlyCodes(agent, now);
    expect(costs.map(({ discountCode, ...sums }) => ({ code: discountCode?.code, ...sums }))).toMatchObject(costsOfLastMonth);
  });

  it("launches a post-purchase survey on the website that rewards 5 EUR credit", async () => {
    agent.begin("a post-purchase survey on the website that rewards 5 EUR credit");
    const placementId = await jobs.launchSurvey(agent, website);
    const query = "{ list: list_forms { nodes { placements { placementId publicKey } } } }";
    const { list } = await client.data<{ list: { nodes: { placements: { placementId: string; publicKey: string }[] }[] } }>(query);
    const placement = list.nodes.flatMap(({ placements }) => placements).find((one) => one.placementId === placementId);
    const buyer = { customer: { ref: "buyer@shop.example" } };
    const given = { given: { stars: 5, why: "It was easy." }, headers: { origin: website } };
    await respond({ baseUrl: state.baseUrl, publicKey: placement?.publicKey ?? "" }, "COMPLETE", buyer, given);
    const grant = await waitUntil("the buyer has the credit", async () =>
      (await grantsOf(client, "ISSUED")).find(({ customer }) => customer?.ref === "buyer@shop.example"),
    );
    expect(grant).toMatchObject({ amountMinor: "500", currency: "eur" });
  });

  it("finds who complained about the delivery, with words", async () => {
    agent.begin("who complained about delivery, with words");
    const found = await jobs.findComplaints(agent);
    const words = Object.fromEntries(found.map(({ customer, answers }) => [customer?.name, answers.story]));
    expect(words).toEqual(complaints);
    expect(found.length).toBe(Object.keys(complaints).length);
  });

  it("releases the held grants that look honest", async () => {
    agent.begin("release the held grants that look honest");
    await jobs.releaseHonestGrants(agent);
    const refs = (grants: { customer: { ref: string } | null }[]) => grants.map(({ customer }) => customer?.ref).sort();
    await waitUntil("the grants are issued", async () => (await grantsOf(client, "ISSUING")).length === 0);
    const people = ["ann", "ben", "buyer", "cleo", "zoe"].map((name) => `${name}@shop.example`);
    expect(refs(await grantsOf(client, "ISSUED", "REDEEMED"))).toEqual(people);
    expect(refs(await grantsOf(client, "HELD"))).toEqual(["bot-1", "bot-2"]);
  });

  it("cleans up the tags", async () => {
    agent.begin("clean up the tags");
    await jobs.cleanUpTags(agent);
    const { tags } = await client.data<{ tags: { name: string; count: number }[] }>(
      "{ tags: get_discount_code_tag_facets { name count } }",
    );
    expect(Object.fromEntries(tags.map(({ name, count }) => [name, count]))).toEqual(tidyTags);
  });

  it("finds what each channel brings", async () => {
    agent.begin("what each channel brings");
    const sums = await jobs.compareChannels(agent);
    const named = sums.flatMap(({ channel, attributedRevenue }) => (channel ? [[channel.name, attributedRevenue]] : []));
    expect(Object.fromEntries(named)).toEqual(revenueOfChannels);
  });

  it("pauses everything of a campaign", async () => {
    agent.begin("pause everything of a campaign");
    await jobs.pauseCampaign(agent, campaign);
    const query = "{ codes: list_discount_codes { nodes { code status } } incentives: list_incentives { nodes { name status } } }";
    const { codes, incentives } = await client.data<{
      codes: { nodes: { code: string; status: string }[] };
      incentives: { nodes: { name: string; status: string }[] };
    }>(query);
    expect(
      codes.nodes
        .filter(({ status }) => status === "DRAFT")
        .map(({ code }) => code)
        .sort(),
    ).toEqual(["FRIDAY-20", "FRIDAY-30"]);
    expect(incentives.nodes.filter(({ status }) => status !== "ACTIVE")).toEqual([{ name: "A gift for the quiz", status: "PAUSED" }]);
  });

  it("needs at most 8 calls and 30 kB for each job, and at most one wrong turn for all jobs", () => {
    expect(agent.jobs.length).toBe(8);
    expect(agent.jobs.filter(({ calls }) => calls.length === 0 || calls.length > 8)).toEqual([]);
    expect(agent.jobs.filter((job) => bytesOf(job) > 30_000)).toEqual([]);
    expect(agent.jobs.flatMap(({ calls }) => calls.filter(({ isWrongTurn }) => isWrongTurn)).length).toBeLessThanOrEqual(1);
    expect(agent.listBytes).toBeLessThanOrEqual(30_000);
  });
});
