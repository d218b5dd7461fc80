import { randomUUID } from "node:crypto";
import { dayWithRoom } from "../../day.js";
import { retried } from "../../kills/retried.js";
import type { Known } from "./known.js";
import type { Step } from "./step.js";

const answers = { stars: 5, way: "A friend", story: "The coffee was great but the delivery was slow.", email: "ann@shop.example" };

/** Answers a form as a page does; a robot also fills in what people do not see. */
async function answer({ baseUrl, publicKey }: Known, outcome: string, begin: object = {}): Promise<string> {
  const id = randomUUID();
  const responses = `${baseUrl}/v1/collect/${publicKey}/responses`;
  await retried("POST", responses, { id, visitorId: `visitor-${id}`, ...begin });
  await retried("PATCH", `${responses}/${id}`, { outcome, ...(outcome === "COMPLETE" && { answers }) });
  return id;
}

/** What visitors answer, and what is decided about their rewards. */
export const responses: readonly Step[] = [
  {
    deed: "visitors answer: a customer by a partner's code, one like a robot, one unknown, and one who would rather not",
    async done(known) {
      const today = await dayWithRoom();
      const trap = { trap: "https://robot.example" };
      const ann = { ref: "ann@shop.example", name: "Ann" };
      const [response] = [
        await answer(known, "COMPLETE", {
          ...trap,
          customer: ann,
          discountCode: "WELCOME10",
          partner: "@ada",
          originRef: "mail-1",
          sessionId: "s-1",
        }),
        await answer(known, "COMPLETE", { ...trap, customer: { ref: "robot" } }),
        await answer(known, "COMPLETE"),
        await answer(known, "SKIPPED"),
      ];
      return { response, today };
    },
  },
  {
    tool: "get_form_response",
    input: ({ response }) => ({ id: response }),
    gives: ({ form, welcome }) => ({
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
    gives: () => ({
      ...{ totals: { total: 4, complete: 3, incomplete: 0, skipped: 1, completionRate: 0.75 }, series: [{ total: 4, attributed: 1 }] },
      responses: { nodes: [{ status: "COMPLETE" }, {}], pageInfo: { hasNextPage: true } },
    }),
  },
  {
    tool: "get_discount_code_form_responses",
    input: ({ welcome, form }) => ({
      ...{ id: welcome, first: 10, offset: 0 },
      filter: {
        sessionId: { equalTo: "s-1" },
        partnerByPartnerIdExists: true,
        shortLinkByShortLinkIdExists: false,
        not: { rowId: { equalTo: form } },
      },
    }),
    gives: ({ response }) => ({ nodes: [{ rowId: response, partner: { name: "Ada Advocate" } }], pageInfo: { hasNextPage: false } }),
  },
  {
    tool: "get_discount_code_response_series",
    input: ({ welcome, today }) => ({
      ...{ id: welcome, filter: { createdAt: { greaterThanOrEqualTo: `${today}T00:00:00Z` } } },
      attributedFilter: { partnerId: { isNull: false } },
    }),
    gives: ({ today }) => [{ day: today, total: 1, complete: 1, attributed: 1 }],
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
    }),
    gives: () => ({ answers: [{ who: "Ann", text: answers.story, mined: true }], facts: [{ kind: "opinion" }, { kind: "opinion" }] }),
  },
  {
    tool: "get_incentive_rule_unresolved_recipient_count",
    input: ({ rule }) => ({ ruleId: rule }),
    gives: () => 1,
  },
  {
    tool: "get_incentive_trust",
    input: ({ incentive }) => ({ id: incentive }),
    gives: () => ({ minTrustScore: 1, held: [{ state: "HELD" }, { state: "HELD" }] }),
    keeps: { released: "held.0.rowId", declined: "held.1.rowId" },
  },
  {
    tool: "release_incentive_grant",
    input: ({ released }) => ({ input: { grantId: released } }),
    gives: ({ released }) => ({ grant: { rowId: released, state: "ISSUING" }, userErrors: [] }),
  },
  {
    tool: "decline_incentive_grant",
    input: ({ declined }) => ({ input: { grantId: declined } }),
    gives: ({ declined }) => ({ grant: { rowId: declined, state: "DECLINED" }, userErrors: [] }),
  },
];
