import type { Reference } from "@offergraph/service/replicas/kinds";
import type { ReplicaLookups } from "@offergraph/service/replicas/resolve";
import { type Ref, readRef } from "@offergraph/shared/schema/ref";
import { readCodeStates } from "../../db/code-states.js";
import type { RuleRow } from "../../db/rows.js";
import { readRulesMeant } from "../../db/rules.js";
import { type CodeState, needsAsking } from "../../domain/problems.js";
import type { MutationContext } from "../../graphql/context.js";

/** Discount codes as discounts returned them before the transaction, by id; null: no response. */
export type AskedCodes = ReadonlyMap<string, CodeState | null>;

type CodeRule = Pick<RuleRow, "rowId" | "kind" | "discountCodeId" | "terms">;

/** Asks discounts for the codes of an incentive before its activation, if they are unknown or not usable as far as known. */
export async function lookUpCodesOf(context: MutationContext, incentive: Ref): Promise<AskedCodes> {
  // A value that failed validation may not be valid in the database.
  if (context.violations.has(["input", "incentiveId"])) return new Map();
  return lookUpCodes(context, await readRulesMeant(context.read, readRef(incentive)));
}

/** Asks discounts for the codes of rules, each once, if they are unknown or not usable as far as known. */
export async function lookUpCodes({ references, read, clock }: MutationContext, rules: readonly CodeRule[]): Promise<AskedCodes> {
  const known = await readCodeStates(read, [...new Set(rules.flatMap(({ discountCodeId }) => discountCodeId ?? []))]);
  const doubtful = rules.filter((rule) => needsAsking(rule, known.get(rule.discountCodeId ?? ""), clock.now()));
  const ids = [...new Set(doubtful.flatMap(({ discountCodeId }) => discountCodeId ?? []))];
  return new Map(await Promise.all(ids.map(async (id) => [id, await ask(references, id)] as const)));
}

async function ask(references: ReplicaLookups, id: string): Promise<CodeState | null> {
  const { row, fault } = await references.askDiscountCode(id);
  if (fault === "NOT_FOUND") return { ...unknown, isDeleted: true };
  return row?.state ? stateOf(row.code, row.state) : null;
}

const unknown: CodeState = {
  ...{ code: null, status: null, startsAt: null, endsAt: null, isDeleted: false },
  ...{ isExhausted: null, isPoolEmpty: null, isPoolLow: null, isPlaced: null },
};

function stateOf(code: string, { startAt, ...state }: NonNullable<Reference<"discount_code">["state"]>): CodeState {
  return { ...state, code, startsAt: startAt, isDeleted: false };
}
