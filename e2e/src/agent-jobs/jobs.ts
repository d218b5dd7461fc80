import type { Agent } from "./agent.js";
import { decemberOf, lastMonthOf } from "./months.js";

/** Operations that search_operations found. */
interface Found {
  operations: { name: string }[];
}
interface Page<Node> {
  nodes: Node[];
}

/** Finds an operation that is not in the list of tools. `query` contains search words or the name of an operation. */
async function find(agent: Agent, query: string): Promise<string> {
  const { operations } = await agent.call<Found>("search_operations", { query });
  return operations[0]?.name ?? "";
}

interface Connection {
  rowId: string;
  name: string;
}

export async function createNewsletterCode(agent: Agent, now: Date): Promise<void> {
  const { nodes } = await agent.call<Page<Connection>>(await find(agent, "list store connections"));
  const shop = nodes.find(({ name }) => name === "Shop");
  const { start, end } = decemberOf(now);
  const value = { value_kind: "percent", value_percent: 15, start_at: start, ends_at: end, status: "SCHEDULED" };
  await agent.call("save_discount_code", {
    connectionId: shop?.rowId,
    body: { code: "NEWSLETTER15", title: "15 % for the newsletter", origin: "newsletter", ...value },
  });
}

interface CodeCost {
  discountCode: { code: string } | null;
  discountGiven: string;
  attributedRevenue: string;
}

export async function findCostlyCodes(agent: Agent, now: Date): Promise<CodeCost[]> {
  const { start, end } = lastMonthOf(now);
  const placedDay = { greaterThanOrEqualTo: start.slice(0, 10), lessThan: end.slice(0, 10) };
  const { nodes } = await agent.call<Page<CodeCost>>("get_order_sums", {
    groupBy: "DISCOUNT_CODE",
    filter: { placedDay },
    orderBy: ["DISCOUNT_GIVEN_DESC"],
  });
  return nodes;
}

interface Channel {
  rowId: string;
  surface: string;
  connections: Connection[];
}

/**
 * Publishes a survey with a reward. Activates the reward first, because responses can arrive immediately. A warning of `save_form_draft`
 * suggests rotation shares, because other forms are published.
 */
export async function launchSurvey(agent: Agent, origin: string): Promise<string> {
  const channels = await agent.call<Channel[]>("get_form_channels");
  const website = channels.find(({ surface }) => surface === "WEBSITE");
  const shop = website?.connections.find(({ name }) => name === "Shop");
  const { form } = await agent.call<{ form: { rowId: string } }>("create_form", {
    input: { body: { title: "How was your purchase?", surfaces: ["WEBSITE"] } },
  });
  const elements = [
    { type: "rating", name: "stars", title: "How was it?", isRequired: true },
    { type: "comment", name: "why", title: "Why?" },
  ];
  await agent.call("save_form_draft", { input: { formId: form.rowId, payload: { elements } } });
  const [shares] = /\[.*\]/.exec(agent.warnings()) ?? [];
  await agent.call("publish_form", { input: { formId: form.rowId, ...(shares && { shares: JSON.parse(shares) }) } });
  const terms = { amount_minor: 500, currency: "eur", expires_in_days: 365 };
  const rule = { kind_slug: "billing_credit", outcome: "COMPLETE", connection_id: shop?.rowId, terms };
  const { incentive } = await agent.call<{ incentive: { rowId: string } }>("create_incentive", {
    input: { name: "5 EUR for your opinion", formId: form.rowId, rules: [rule] },
  });
  await agent.call("update_incentive", { input: { incentiveId: incentive.rowId, status: "ACTIVE" } });
  const { placement } = await agent.call<{ placement: { placementId: string } }>("add_form_placement", {
    input: { formId: form.rowId, channelId: website?.rowId, config: { allowed_origins: [origin] } },
  });
  const { placementId } = placement;
  await agent.call("set_form_placement_published", { input: { placementId, published: true } });
  return placementId;
}

interface Complaint {
  customer: { name: string } | null;
  answers: Record<string, unknown>;
}

export async function findComplaints(agent: Agent): Promise<Complaint[]> {
  const facts = { subjectClass: { equalTo: "delivery" }, polaritySign: { equalTo: -1 } };
  return (await agent.call<Page<Complaint>>("list_form_responses", { facts })).nodes;
}

interface HeldGrant {
  rowId: string;
  trustReasons: string[];
  formResponse: { answers: Record<string, unknown> };
}

const signsOfBots = new Set(["honeypot_filled", "bot_user_agent", "same_text", "declined_grants"]);

/** Releases a grant if the response contains a sentence and no sign of a bot. The user decides all other grants. */
export async function releaseHonestGrants(agent: Agent): Promise<void> {
  const { nodes } = await agent.call<Page<HeldGrant>>("list_grants", {
    filter: { state: { equalTo: "HELD" } },
    fields: "*, formResponse.answers",
  });
  const wroteSentence = (answers: HeldGrant["formResponse"]["answers"]) =>
    Object.values(answers).some((answer) => typeof answer === "string" && new Set(answer.split(/\s+/)).size > 3);
  const honest = nodes.filter(
    ({ trustReasons, formResponse }) => !trustReasons.some((reason) => signsOfBots.has(reason)) && wroteSentence(formResponse.answers),
  );
  await agent.call("bulk_release_incentive_grants", { input: { ids: honest.map(({ rowId }) => rowId) } });
}

/** Renames the tags of each group to the most frequent tag. */
export async function cleanUpTags(agent: Agent): Promise<void> {
  const tags = await agent.call<{ name: string; count: number }[]>("get_discount_code_tag_facets");
  const kept = new Map<string, string>();
  const renamed = tags.flatMap(({ name }) => {
    const similar = name
      .toLowerCase()
      .replace(/[^a-z]/g, "")
      .replace(/s$/, "");
    const toTag = kept.get(similar);
    if (toTag !== undefined) return [{ fromTag: name, toTag }];
    kept.set(similar, name);
    return [];
  });
  const rename = await find(agent, "bulk_rename_tag_across_workspace_discounts");
  for (const input of renamed) await agent.call(rename, { input });
}

interface ChannelRevenue {
  channel: { name: string } | null;
  orderCount: number;
  attributedRevenue: string;
}

export async function compareChannels(agent: Agent): Promise<ChannelRevenue[]> {
  return (await agent.call<Page<ChannelRevenue>>("get_order_sums", { groupBy: "CHANNEL" })).nodes;
}

interface IncentiveWithRules {
  rowId: string;
  status: string;
  rules: { discountCodeId: string | null }[];
}

/** First pauses the campaign's incentives, and then sets its codes to DRAFT. */
export async function pauseCampaign(agent: Agent, campaignId: string): Promise<void> {
  const { discountCodeIds } = await agent.call<{ discountCodeIds: string[] }>("get_campaign_performance", { campaignId });
  const listIncentives = await find(agent, "list_incentives");
  const { nodes } = await agent.call<Page<IncentiveWithRules>>(listIncentives, { fields: "rowId, status, rules.discountCodeId" });
  const given = nodes.filter(
    ({ status, rules }) => status === "ACTIVE" && rules.some(({ discountCodeId }) => discountCodeIds.includes(discountCodeId ?? "")),
  );
  for (const { rowId } of given) await agent.call("update_incentive", { input: { incentiveId: rowId, status: "PAUSED" } });
  await agent.call("bulk_update_discount_code_status", { input: { ids: discountCodeIds, status: "DRAFT" } });
}
