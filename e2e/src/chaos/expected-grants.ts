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

export type ScoredResponse = PlannedResponse & { trustScore: number };

/** The expected state of a grant. NOTHING means no grant. ELIGIBLE means ISSUED, unless a limit is reached or the pool is empty. */
type Expected = "NOTHING" | "PENDING" | "HELD" | "DECLINED" | "FAILED NOT_IN_AUDIENCE" | "ELIGIBLE";

function expectedGrant(plan: Plan, { incentive, rule, response }: Case): Expected {
  const { customerRef, isLate, trustScore, decision } = response;
  if (response.form.formId !== incentive.formId || response.outcome !== rule.outcome) return "NOTHING";
  if (customerRef === null) return "PENDING";
  const isInAudience = incentive.audience === null || (incentive.audience === "RETURNING") === plan.regulars.has(customerRef);
  if (!isInAudience) return isLate ? "FAILED NOT_IN_AUDIENCE" : "NOTHING";
  if (incentive.minTrustScore === null || trustScore >= incentive.minTrustScore || decision === "release") return "ELIGIBLE";
  return decision === "decline" ? "DECLINED" : "HELD";
}

/** Grants under one limit. The limit is an incentive's `limitCount` for a customer, or the number of aliases of a pool. */
interface LimitUsage {
  what: string;
  limit: number;
  issued: number;
  rejected: number;
}

interface Case {
  incentive: PlannedIncentive;
  rule: PlannedRule;
  response: ScoredResponse;
}

function casesOf({ incentives }: Plan, responses: readonly ScoredResponse[]): Case[] {
  return incentives.flatMap((incentive) => incentive.rules.flatMap((rule) => responses.map((response) => ({ incentive, rule, response }))));
}

/** Compares the grants of each rule and response with the expected grants. Returns the mismatches. */
export function findGrantMismatches(plan: Plan, responses: readonly ScoredResponse[], grants: readonly FoundGrant[]): string[] {
  const mismatches: string[] = [];
  const found = new Map<string, FoundGrant>();
  for (const grant of grants) {
    const key = `${grant.ruleId} ${grant.formResponseId}`;
    if (found.has(key)) mismatches.push(`rule and response ${key} have two grants`);
    found.set(key, grant);
  }
  const usages = new Map<string, LimitUsage>();
  for (const one of casesOf(plan, responses)) {
    const key = `${one.rule.rowId} ${one.response.id}`;
    const mismatch = mismatchOf(plan, usages, one, found.get(key));
    found.delete(key);
    if (mismatch) mismatches.push(`${one.incentive.name}, ${one.rule.kind}, response ${one.response.id}: ${mismatch}`);
  }
  for (const { what, limit, issued, rejected } of usages.values()) {
    const expected = Math.min(limit, issued + rejected);
    if (issued !== expected) mismatches.push(`${what}: ${issued} issued instead of ${expected}`);
  }
  for (const [key, { state }] of found) mismatches.push(`${key}: ${state} without a rule or response`);
  return [...mismatches, ...findCodeMismatches(plan, grants)];
}

function mismatchOf(plan: Plan, usages: Map<string, LimitUsage>, one: Case, grant: FoundGrant | undefined): string | undefined {
  const is = grant ? [grant.state, grant.failureReason].filter((word) => word !== null).join(" ") : "NOTHING";
  const expected = expectedGrant(plan, one);
  const usage = expected === "ELIGIBLE" ? usageOf(usages, plan, one) : undefined;
  if (usage) usage[is === "ISSUED" ? "issued" : "rejected"] += 1;
  const isRight = expected === "ELIGIBLE" ? is === "ISSUED" || (usage !== undefined && is === limitReached(one.rule)) : is === expected;
  return isRight ? undefined : `${is} instead of ${expected}`;
}

const limitReached = ({ delivery }: PlannedRule) => (delivery === "POOL" ? "FAILED POOL_EMPTY" : "CAPPED");

function usageOf(usages: Map<string, LimitUsage>, plan: Plan, { incentive, rule, response }: Case): LimitUsage | undefined {
  const limit = rule.delivery === "POOL" ? plan.aliases.length : incentive.limitCount;
  if (limit === null) return undefined;
  const what = rule.delivery === "POOL" ? incentive.name : `${incentive.name}, ${response.customerRef}`;
  const usage = usages.get(what) ?? { what, limit, issued: 0, rejected: 0 };
  usages.set(what, usage);
  return usage;
}

function findCodeMismatches(plan: Plan, grants: readonly FoundGrant[]): string[] {
  const mismatches: string[] = [];
  const deliveries = new Map(plan.incentives.flatMap(({ rules }) => rules.map(({ rowId, delivery }) => [rowId, delivery])));
  const own = new Set<string>();
  for (const { rowId, ruleId, state, code } of grants) {
    const delivery = deliveries.get(ruleId);
    if ((code !== null) !== (state === "ISSUED" && delivery !== undefined)) mismatches.push(`grant ${rowId}, ${state}: code ${code}`);
    if (code === null || delivery === undefined) continue;
    const isRight = {
      SHARED: code === plan.sharedCode,
      UNIQUE: new RegExp(`^${plan.prefix}[A-Z2-9]{10}$`).test(code),
      POOL: plan.aliases.includes(code),
    };
    if (!isRight[delivery]) mismatches.push(`grant ${rowId}: ${code} is not a ${delivery} code`);
    if (delivery !== "SHARED" && own.has(code)) mismatches.push(`${code} was assigned twice`);
    own.add(code);
  }
  return mismatches;
}
