import type { Plan, PlannedIncentive, PlannedResponse, PlannedRule } from "./plan.js";

export interface FoundGrant {
  rowId: string;
  incentiveId: string;
  ruleId: string;
  formResponseId: string;
  customerId: string | null;
  kindSlug: string;
  state: string;
  failureReason: string | null;
  code: string | null;
}

/** A response with the trust that forms gave it. */
export type ScoredResponse = PlannedResponse & { trustScore: number };

/** What a rule gives a response, before its limit or its pool is empty. */
type Due = "NOTHING" | "PENDING" | "HELD" | "DECLINED" | "FAILED NOT_IN_AUDIENCE" | "A PLACE";

function due(plan: Plan, { incentive, rule, response }: Case): Due {
  const { customerRef, isLate, trustScore, decision } = response;
  if (response.form.formId !== incentive.formId || response.outcome !== rule.outcome) return "NOTHING";
  if (customerRef === null) return "PENDING";
  const isWanted = incentive.audience === null || (incentive.audience === "RETURNING") === plan.regulars.has(customerRef);
  if (!isWanted) return isLate ? "FAILED NOT_IN_AUDIENCE" : "NOTHING";
  if (incentive.minTrustScore === null || trustScore >= incentive.minTrustScore || decision === "release") return "A PLACE";
  return decision === "decline" ? "DECLINED" : "HELD";
}

/** How many got something of what is limited, and how many did not: a customer's places, or the aliases of a pool. */
interface Share {
  what: string;
  limit: number;
  given: number;
  refused: number;
}

interface Case {
  incentive: PlannedIncentive;
  rule: PlannedRule;
  response: ScoredResponse;
}

function casesOf({ incentives }: Plan, responses: readonly ScoredResponse[]): Case[] {
  return incentives.flatMap((incentive) => incentive.rules.flatMap((rule) => responses.map((response) => ({ incentive, rule, response }))));
}

/** What is wrong with the grants, rule by rule and response by response; nothing, if they are what the rules say. */
export function faultsOfGrants(plan: Plan, responses: readonly ScoredResponse[], grants: readonly FoundGrant[]): string[] {
  const faults: string[] = [];
  const found = new Map<string, FoundGrant>();
  for (const grant of grants) {
    const key = `${grant.ruleId} ${grant.formResponseId}`;
    if (found.has(key)) faults.push(`rule and response ${key} have two grants`);
    found.set(key, grant);
  }
  const shares = new Map<string, Share>();
  for (const one of casesOf(plan, responses)) {
    const key = `${one.rule.rowId} ${one.response.id}`;
    const fault = faultOf(plan, shares, one, found.get(key));
    found.delete(key);
    if (fault) faults.push(`${one.incentive.name}, ${one.rule.kind}, response ${one.response.id}: ${fault}`);
  }
  for (const { what, limit, given, refused } of shares.values()) {
    const expected = Math.min(limit, given + refused);
    if (given !== expected) faults.push(`${what}: ${given} given instead of ${expected}`);
  }
  for (const [key, { state }] of found) faults.push(`${key}: ${state} of no rule or response`);
  return [...faults, ...faultsOfCodes(plan, grants)];
}

function faultOf(plan: Plan, shares: Map<string, Share>, one: Case, grant: FoundGrant | undefined): string | undefined {
  const is = grant ? [grant.state, grant.failureReason].filter((word) => word !== null).join(" ") : "NOTHING";
  const expected = due(plan, one);
  const share = expected === "A PLACE" ? shareOf(shares, plan, one) : undefined;
  if (share) share[is === "ISSUED" ? "given" : "refused"] += 1;
  const isRight = expected === "A PLACE" ? is === "ISSUED" || (share !== undefined && is === refusalOf(one.rule)) : is === expected;
  return isRight ? undefined : `${is} instead of ${expected}`;
}

const refusalOf = ({ delivery }: PlannedRule) => (delivery === "POOL" ? "FAILED POOL_EMPTY" : "CAPPED");

function shareOf(shares: Map<string, Share>, plan: Plan, { incentive, rule, response }: Case): Share | undefined {
  const limit = rule.delivery === "POOL" ? plan.aliases.length : incentive.limitCount;
  if (limit === null) return undefined;
  const what = rule.delivery === "POOL" ? incentive.name : `${incentive.name}, ${response.customerRef}`;
  const share = shares.get(what) ?? { what, limit, given: 0, refused: 0 };
  shares.set(what, share);
  return share;
}

function faultsOfCodes(plan: Plan, grants: readonly FoundGrant[]): string[] {
  const faults: string[] = [];
  const deliveries = new Map(plan.incentives.flatMap(({ rules }) => rules.map(({ rowId, delivery }) => [rowId, delivery])));
  const own = new Set<string>();
  for (const { rowId, ruleId, state, code } of grants) {
    const delivery = deliveries.get(ruleId);
    if ((code !== null) !== (state === "ISSUED" && delivery !== undefined)) faults.push(`grant ${rowId}, ${state}: code ${code}`);
    if (code === null || delivery === undefined) continue;
    const isRight = {
      SHARED: code === plan.sharedCode,
      UNIQUE: new RegExp(`^${plan.prefix}[A-Z2-9]{10}$`).test(code),
      POOL: plan.aliases.includes(code),
    };
    if (!isRight[delivery]) faults.push(`grant ${rowId}: ${code} is no ${delivery} code`);
    if (delivery !== "SHARED" && own.has(code)) faults.push(`${code} was given twice`);
    own.add(code);
  }
  return faults;
}
