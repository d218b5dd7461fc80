import { type deliveries, incentiveKinds } from "./ordinals.js";
import { deliveryOf } from "./reward.js";
import type { Terms } from "./terms.js";

/** State of a discount code. Times are ISO strings. A field is null until the service receives a value. */
export interface CodeState {
  code: string | null;
  status: string | null;
  startsAt: string | null;
  endsAt: string | null;
  isDeleted: boolean;
  isExhausted: boolean | null;
  isPoolEmpty: boolean | null;
  isPoolLow: boolean | null;
  isPlaced: boolean | null;
}

export const problemCodes = [
  "CODE_NOT_ACTIVE",
  "CODE_EXPIRED",
  "CODE_DELETED",
  "CODE_EXHAUSTED",
  "POOL_EMPTY",
  "POOL_LOW",
  "CODE_ON_NO_STORE",
  "CONNECTION_DELETED",
] as const;
export type ProblemCode = (typeof problemCodes)[number];

/** Problem of a rule. New grants of the rule fail if the severity is ERROR. */
export interface Problem {
  code: ProblemCode;
  severity: "ERROR" | "WARNING";
  ruleId: string;
  /** Null if the problem concerns the rule's connection. */
  discountCodeId: string | null;
  /** Undefined if the problem concerns the rule's discount code. */
  connectionId?: string;
}

export type ShownProblem = Problem & { message: string };

export interface CheckedRule {
  rowId: string;
  kind: number;
  discountCodeId: string | null;
  connectionId: string | null;
  terms: Terms;
}

/** States of the records to which rules refer. */
export interface RuleReferences {
  codes: ReadonlyMap<string, CodeState>;
  deletedConnections: ReadonlySet<string>;
}

const discount = incentiveKinds.indexOf("discount");
const warnings: ReadonlySet<ProblemCode> = new Set(["POOL_LOW", "CODE_ON_NO_STORE"]);

/** Returns the problems of rules at `now`, in the order of the rules. Omits rules whose code is unknown. */
export function problemsOf(rules: readonly CheckedRule[], { codes, deletedConnections }: RuleReferences, now: Date): Problem[] {
  return rules.flatMap(({ rowId: ruleId, kind, discountCodeId, connectionId, terms }) => {
    if (connectionId !== null && deletedConnections.has(connectionId))
      return [{ code: "CONNECTION_DELETED", severity: "ERROR", ruleId, discountCodeId: null, connectionId } as const];
    const state = kind === discount && discountCodeId !== null ? codes.get(discountCodeId) : undefined;
    if (!state || discountCodeId === null) return [];
    const found = [errorOf(state, deliveryOf(terms), now), ...warningsOf(state, deliveryOf(terms))].filter((code) => code !== null);
    return found.map((code): Problem => ({ code, severity: warnings.has(code) ? "WARNING" : "ERROR", ruleId, discountCodeId }));
  });
}

/** Returns the reason why a grant cannot use a code, or null. The discounts service repeats the check for each grant. */
function errorOf(state: CodeState, delivery: (typeof deliveries)[number], now: Date): ProblemCode | null {
  const { status, startsAt, endsAt } = state;
  if (state.isDeleted) return "CODE_DELETED";
  if (status === null) return null;
  if (status === "EXPIRED" || (endsAt !== null && Date.parse(endsAt) <= now.getTime())) return "CODE_EXPIRED";
  if (status === "DRAFT" || (status === "SCHEDULED" && startsAt === null)) return "CODE_NOT_ACTIVE";
  if (state.isExhausted) return "CODE_EXHAUSTED";
  return delivery === "POOL" && state.isPoolEmpty ? "POOL_EMPTY" : null;
}

function warningsOf(state: CodeState, delivery: (typeof deliveries)[number]): ProblemCode[] {
  if (state.isDeleted) return [];
  const isLow = delivery === "POOL" && state.isPoolLow && !state.isPoolEmpty;
  return [...(isLow ? (["POOL_LOW"] as const) : []), ...(state.isPlaced === false ? (["CODE_ON_NO_STORE"] as const) : [])];
}

export function codeIdsOf(rules: readonly Pick<CheckedRule, "discountCodeId">[]): string[] {
  return [...new Set(rules.flatMap(({ discountCodeId }) => discountCodeId ?? []))];
}

/** True if the code is unknown or has a problem of severity ERROR. */
export function needsLookup(rule: CheckedRule, state: CodeState | undefined, now: Date): boolean {
  if (rule.kind !== discount || rule.discountCodeId === null) return false;
  if (!state || (state.status === null && !state.isDeleted)) return true;
  const references = { codes: new Map([[rule.discountCodeId, state]]), deletedConnections: new Set<string>() };
  return problemsOf([rule], references, now).some(({ severity }) => severity === "ERROR");
}

const isWhat: Record<Exclude<ProblemCode, "CONNECTION_DELETED">, (name: string) => string> = {
  CODE_NOT_ACTIVE: (name) => `${name} is DRAFT, or SCHEDULED without a start time. Set the code's status to ACTIVE, or set a start time.`,
  CODE_EXPIRED: (name) => `${name} has expired. Set the code's status to ACTIVE and the code's end to a future time, or use another code.`,
  CODE_DELETED: (name) => `${name} was deleted. Use another code in the rule.`,
  CODE_EXHAUSTED: (name) => `${name} has reached its usage limit. Raise the limit or use another code.`,
  POOL_EMPTY: (name) => `${name} has no unused alias. Add aliases.`,
  POOL_LOW: (name) => `Fewer than 10 % of the aliases of ${name} are unused. Add aliases.`,
  CODE_ON_NO_STORE: (name) => `${name} has no placement in a store, so customers may not be able to use the code. Add a placement.`,
};

export function messageOf({ code, ruleId, discountCodeId, connectionId }: Problem, name: string | null): string {
  if (code === "CONNECTION_DELETED") return `Rule ${ruleId}: connection ${connectionId} was deleted. Use another connection in the rule.`;
  return `Rule ${ruleId}: ${isWhat[code](`discount code ${name ?? discountCodeId}`)}`;
}

/** Like `problemsOf`, but with messages. */
export function shownProblemsOf(rules: readonly CheckedRule[], references: RuleReferences, now: Date): ShownProblem[] {
  return problemsOf(rules, references, now).map((problem) => ({
    ...problem,
    message: messageOf(problem, references.codes.get(problem.discountCodeId ?? "")?.code ?? null),
  }));
}
