import { randomUUID } from "node:crypto";
import { requestWithRetry } from "../../request-with-retry.js";
import { stableUtcDay } from "../../utc-day.js";
import type { ScenarioState } from "./state.js";
import type { Step } from "./step.js";

const answers = { stars: 5, way: "A friend", story: "The coffee was great but the delivery was slow.", email: "ann@shop.example" };

/** Submits a response. A step fills the hidden field `trap` to simulate a bot. */
export async function respond(
  { baseUrl, publicKey }: Pick<ScenarioState, "baseUrl" | "publicKey">,
  outcome: string,
  begin: object = {},
  { given = answers, headers = {} }: { given?: object; headers?: Record<string, string> } = {},
): Promise<string> {
  const id = randomUUID();
  const responses = `${baseUrl}/v1/collect/${publicKey}/responses`;
  await requestWithRetry("POST", responses, { id, visitorId: `visitor-${id}`, ...begin }, { headers });
  const ending = { outcome, ...(outcome === "COMPLETE" && { answers: given }) };
  await requestWithRetry("PATCH", `${responses}/${id}`, ending, { headers });
  return id;
}

/** Submits and reads responses, and decides on held grants. */
export const responses: readonly Step[] = [
  {
    action: "visitors respond: a customer with a partner's code, a bot, an anonymous visitor, and one who declines",
    async run(state) {
      const today = await stableUtcDay();
      const trap = { trap: "https://robot.example" };
      const ann = { ref: "ann@shop.example", name: "Ann" };
      const [response] = [
        await respond(state, "COMPLETE", {
          ...trap,
          customer: ann,
          discountCode: "WELCOME10",
          partner: "@ada",
          originRef: "mail-1",
          sessionId: "s-1",
        }),
        await respond(state, "COMPLETE", { ...trap, customer: { ref: "robot" } }),
        await respond(state, "COMPLETE"),
        await respond(state, "SKIPPED"),
      ];
      return { response, today };
    },
  },
  {
    tool: "get_form_response",
    input: ({ response }) => ({ id: response }),
    expected: ({ form, welcome }) => ({
      ...{ status: "COMPLETE", answers, originRef: "mail-1", discountCodeId: welcome, partner: { name: "Ada Advocate" } },
      ...{ form: { rowId: form }, channel: { name: "Hosted page" } },
    }),
  },
  {
    tool: "get_form_responses_surface",
    input: ({ formSlug, hosted, today }) => ({
      ...{ slug: formSlug, first: 2, from: `${today}T00:00:00Z`, to: `${today}T23:59:59.999Z`, placementId: hosted },
      ...{ listFilter: { status: { equalTo: "COMPLETE" } }, windowFilter: { channelId: "Hosted page", clickId: { isNull: true } } },
    }),
    expected: () => ({
      ...{ totals: { total: 4, complete: 3, incomplete: 0, skipped: 1, completionRate: 0.75 }, series: [{ total: 4, attributed: 1 }] },
      responses: { nodes: [{ status: "COMPLETE" }, {}], pageInfo: { hasNextPage: true } },
    }),
  },
  {
    tool: "get_form_views",
    input: ({ formSlug, today }) => ({ slug: formSlug, from: today, to: today }),
    expected: ({ formSlug, today }) => ({ form: { formSlug }, total: 0, byPlacement: [], series: [{ day: today, views: 0 }] }),
  },
  {
    tool: "get_discount_code_form_responses",
    input: ({ welcome, form }) => ({
      ...{ id: welcome, first: 10, offset: 0, fields: "*, partner.name" },
      filter: {
        sessionId: { equalTo: "s-1" },
        partnerByPartnerIdExists: true,
        shortLinkByShortLinkIdExists: false,
        not: { rowId: { equalTo: form } },
      },
    }),
    expected: ({ response }) => ({ nodes: [{ rowId: response, partner: { name: "Ada Advocate" } }], pageInfo: { hasNextPage: false } }),
  },
  {
    tool: "get_discount_code_response_series",
    input: ({ welcome, today }) => ({
      ...{ id: welcome, filter: { createdAt: { greaterThanOrEqualTo: `${today}T00:00:00Z` } } },
      attributedFilter: { partnerId: { isNull: false } },
    }),
    expected: ({ today }) => [{ day: today, total: 1, complete: 1, attributed: 1 }],
  },
  {
    tool: "get_form_insight_read",
    input: ({ form, response }) => ({
      answers: { formId: form, responseId: { equalTo: response }, readable: { equalTo: true } },
      facts: {
        formId: { equalTo: form },
        responseId: { in: [response] },
        subject: { in: ["coffee", "delivery"] },
        polaritySign: { notEqualTo: 0 },
      },
      reasons: { and: [] },
      fields: "*, answers.mined",
    }),
    expected: () => ({ answers: [{ who: "Ann", text: answers.story, mined: true }], facts: [{ kind: "opinion" }, { kind: "opinion" }] }),
  },
  {
    tool: "list_form_responses",
    purpose: "with complaints about delivery",
    input: ({ formSlug, response }) => ({
      ...{ formId: formSlug, filter: { rowId: { in: [response] } } },
      ...{ facts: { subjectClass: { equalTo: "delivery" }, polaritySign: { equalTo: -1 } } },
      fields: "*, answers, customer.name",
    }),
    expected: ({ response }) => ({ nodes: [{ rowId: response, answers: { story: answers.story }, customer: { name: "Ann" } }] }),
  },
  {
    tool: "get_incentive_rule_unresolved_recipient_count",
    input: ({ rule }) => ({ ruleId: rule }),
    expected: () => 1,
  },
  {
    tool: "get_incentive_trust",
    input: ({ incentive }) => ({ id: incentive }),
    expected: () => ({ minTrustScore: 1, held: [{ state: "HELD" }, { state: "HELD" }] }),
    captures: { released: "held.0.rowId", declined: "held.1.rowId" },
  },
  {
    tool: "release_incentive_grant",
    input: ({ released }) => ({ input: { grantId: released } }),
    expected: ({ released }) => ({ grant: { rowId: released, state: "ISSUING" }, userErrors: [] }),
  },
  {
    tool: "decline_incentive_grant",
    input: ({ declined }) => ({ input: { grantId: declined } }),
    expected: ({ declined }) => ({ grant: { rowId: declined, state: "DECLINED" }, userErrors: [] }),
  },
];
