import type { GraphQLClient } from "../client.js";
import { hostedForm, short } from "../hosted-form.js";
import { change } from "../website-form.js";
import { codeBody } from "../workspace.js";
import type { Plan, PlannedIncentive, PlannedRule } from "./plan.js";

type RuleInput = Omit<PlannedRule, "rowId"> & { codeId?: string; terms?: object };
type IncentiveInput = Partial<Omit<PlannedIncentive, "rules">> & { name: string; formId: string; limitPeriod?: string; rules: RuleInput[] };

const sharedCode = "FOR-ALL";
const prefix = "KILLED";
const creditMinor = 250;
const seats = 3;

/** Creates forms with active incentives of every kind, with limits, audiences and minimum trust scores. */
export async function createIncentives(
  client: GraphQLClient,
  { workspaceId, connectionId, regulars, poolSize }: Pick<Plan, "workspaceId" | "connectionId" | "regulars"> & { poolSize: number },
): Promise<Plan> {
  const first = await hostedForm(client, { payload: short });
  const [second, third] = [await hostedForm(client, { payload: short }), await hostedForm(client, { payload: short })];
  const aliases = Array.from({ length: poolSize }, (_, index) => `POOL-${index}`);
  const [minted, shared, pool] = [
    await createCode(client, { code: "MINTED-OF", placements: [{ connectionId }] }),
    await createCode(client, { code: sharedCode }),
    await createCode(client, { code: "POOL-OF", aliased_codes: aliases.map((code) => ({ code })) }),
  ];
  const unique: RuleInput = { kind: "discount", outcome: "COMPLETE", delivery: "UNIQUE", codeId: minted, terms: { prefix } };
  const credit: RuleInput = {
    kind: "billing_credit",
    outcome: "COMPLETE",
    terms: { amount_minor: creditMinor, currency: "eur", expires_in_days: 365 },
  };
  const seat: RuleInput = { kind: "entitlement", outcome: "COMPLETE", terms: { lookup_key: "seats", limit: seats } };
  const label = (outcome: RuleInput["outcome"]): RuleInput => ({
    kind: "metadata",
    outcome,
    terms: { fields: { asked: 1 }, public_label: "Thanks" },
  });
  const inputs: IncentiveInput[] = [
    { name: "Thanks", formId: first.formId, rules: [unique, credit, label("SKIPPED")] },
    { name: "Twice", formId: first.formId, limitCount: 2, limitPeriod: "EVER", rules: [seat] },
    {
      name: "Newcomers",
      formId: second.formId,
      audience: "NEW",
      rules: [{ kind: "discount", outcome: "COMPLETE", delivery: "SHARED", codeId: shared }],
    },
    { name: "Regulars", formId: second.formId, audience: "RETURNING", rules: [unique, label("COMPLETE")] },
    { name: "Weekly", formId: second.formId, limitCount: 3, limitPeriod: "WEEK", rules: [credit] },
    { name: "Pool", formId: third.formId, rules: [{ kind: "discount", outcome: "COMPLETE", delivery: "POOL", codeId: pool }] },
    { name: "Trusted", formId: third.formId, minTrustScore: 0.5, rules: [unique, seat] },
  ];
  const incentives: PlannedIncentive[] = [];
  for (const input of inputs) incentives.push(await createActive(client, input, connectionId));
  const forms: Plan["forms"] = [first, second, third];
  return { workspaceId, connectionId, forms, incentives, sharedCode, prefix, aliases, creditMinor, seats, regulars };
}

async function createCode(client: GraphQLClient, body: object): Promise<string> {
  const made = await change<{ discountCode: { rowId: string } }>(
    client,
    "create_discount_code",
    { body: codeBody({ ...body }) },
    "discountCode { rowId }",
  );
  return made.discountCode.rowId;
}

async function createActive(client: GraphQLClient, input: IncentiveInput, connectionId: string): Promise<PlannedIncentive> {
  const { minTrustScore = null, rules, ...given } = input;
  const { incentive } = await change<{ incentive: { rowId: string; rules: { rowId: string }[] } }>(
    client,
    "create_incentive",
    {
      ...given,
      rules: rules.map(({ kind, outcome, delivery, codeId, terms }) => ({
        ...{ kind_slug: kind, outcome, discount_code_id: codeId ?? null },
        connection_id: kind === "billing_credit" ? connectionId : null,
        terms: { ...terms, ...(delivery && { delivery }) },
      })),
    },
    "incentive { rowId rules { rowId } }",
  );
  await change(
    client,
    "update_incentive",
    { incentiveId: incentive.rowId, status: "ACTIVE", ...(minTrustScore !== null && { minTrustScore }) },
    "",
  );
  return {
    ...{ rowId: incentive.rowId, name: input.name, formId: input.formId, minTrustScore },
    ...{ audience: input.audience ?? null, limitCount: input.limitCount ?? null },
    rules: rules.map(({ kind, outcome, delivery }, index) => ({
      ...{ rowId: incentive.rules[index]?.rowId ?? "", kind, outcome },
      ...(delivery && { delivery }),
    })),
  };
}
